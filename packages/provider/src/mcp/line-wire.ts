/** MCP over two streams of lines: one message a line, in both directions, whatever the other side writes (D-05). */
import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server'
import { MAX_MESSAGE_BYTES, parseMessage } from './message.js'
import { idOf } from './reply.js'
import { errorOfCode, ownMessage } from './words.js'

/** Why a wire carries nothing any more. */
export type WireEnd =
  /** The other side closed its end. */
  | 'ended'
  /** Reading or writing failed. */
  | 'broken'
  /** This side closed it. */
  | 'closed'

/** More than this waiting for the reader: notifications of one kind replace each other. */
const BEHIND_BYTES = 64 * 1024

const NEWLINE = 0x0a

/**
 * Makes a wire of two streams.
 *
 * Shape   a line that is no message is answered with a JSON-RPC error and the wire goes on; one over the limit is
 *         skipped as it comes and costs no more than the limit. While the reader is behind, of each kind of
 *         notification one is kept, and no more is read than its answers can be held. `asSent` has the last word on what
 *         leaves: without it every error is told in words of ours (D-08).
 */
export function lineWire(
  input: Readable,
  output: Writable,
  onEnd: (end: WireEnd) => void,
  asSent: (message: JSONRPCMessage) => JSONRPCMessage = ownMessage,
): Transport {
  let parts: Buffer[] = []
  let bytes = 0
  let isSkipping = false
  let isOpen = true
  const kept = new Map<string, string>()

  const write = (message: JSONRPCMessage | Refusal) => {
    output.write(`${JSON.stringify(message)}\n`)
    if (output.writableLength > MAX_MESSAGE_BYTES) input.pause()
  }
  const onLine = (line: Buffer) => {
    const text = line.at(-1) === 0x0d ? line.subarray(0, -1) : line
    if (text.length === 0) return
    const parsed = parseMessage(text)
    if (parsed.kind === 'not-json') write(refusal(-32700, null))
    else if (!isMessage(parsed.value)) write(refusal(-32600, idOf(parsed.value)))
    else wire.onmessage?.(parsed.value)
  }
  const onData = (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0 && isOpen; at = chunk.indexOf(NEWLINE, from)) {
      const line = isSkipping ? undefined : Buffer.concat([...parts, chunk.subarray(from, at)])
      from = at + 1
      parts = []
      bytes = 0
      isSkipping = false
      if (line && line.length <= MAX_MESSAGE_BYTES) onLine(line)
      else if (line) write(refusal(-32600, null))
    }
    if (isSkipping || from === chunk.length) return
    bytes += chunk.length - from
    if (bytes <= MAX_MESSAGE_BYTES) return void parts.push(chunk.subarray(from))
    parts = []
    isSkipping = true
    write(refusal(-32600, null))
  }
  const onDrain = () => {
    for (const text of kept.values()) output.write(text)
    kept.clear()
    if (isOpen) input.resume()
  }
  const finish = (end: WireEnd) => {
    if (!isOpen) return
    isOpen = false
    for (const [name, listener] of inputs) input.off(name, listener)
    output.off('drain', onDrain)
    input.pause()
    parts = []
    kept.clear()
    wire.onclose?.()
    onEnd(end)
  }
  const ended = () => finish('ended')
  const broken = () => finish('broken')
  const inputs = [
    ['data', onData],
    ['end', ended],
    ['close', ended],
    ['error', broken],
  ] as const

  const wire: Transport = {
    async start() {
      for (const [name, listener] of inputs) input.on(name, listener)
      output.on('drain', onDrain)
      // Stays on: a write that fails late is no reason for the process to fall.
      output.on('error', broken)
      input.on('error', () => {})
      if (input.readableEnded || input.destroyed) setImmediate(ended)
    },
    async send(message) {
      if (!isOpen) return
      const key = output.writableLength > BEHIND_BYTES || kept.size > 0 ? keyOf(message) : undefined
      if (key === undefined) write(asSent(message))
      else kept.set(key, `${JSON.stringify(message)}\n`)
    },
    async close() {
      finish('closed')
    },
  }
  return wire
}

type Refusal = { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } }

const refusal = (code: number, id: string | number | null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: errorOfCode(code),
})

const isMessage = (value: unknown): value is JSONRPCMessage =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)

/** What replaces what; undefined for what must not be lost. */
function keyOf(message: JSONRPCMessage): string | undefined {
  if (!isJSONRPCNotification(message) || !CHANGES.has(message.method)) return undefined
  const { uri, _meta } = message.params ?? {}
  return JSON.stringify([message.method, uri, _meta?.[SUBSCRIPTION_ID_META_KEY]])
}

const CHANGES = new Set(['notifications/tools/list_changed', 'notifications/resources/updated'])
