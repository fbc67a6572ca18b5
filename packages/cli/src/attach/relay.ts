/** Passes MCP messages between a peer on two streams and the bridge endpoint of one app, as they are (D-05). */
import type { Readable, Writable } from 'node:stream'
import { createLoopback } from '@copane/host/node'
import { parseEndpoint } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { lineWire, type OnStreams, type StdioEnd } from '@copane/provider/node'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'

/** The endpoint with its token. `admit`: why nothing may pass now, asked before each message. `clean`: the last word on an answer. */
export type RelayOptions = {
  endpoint: string
  token: string
  admit: () => Promise<string | undefined>
  clean: (request: JSONRPCRequest, answer: JSONRPCMessage) => JSONRPCMessage
  /** The app is gone, or nothing may pass any more. */
  onOver: (why: string) => void
}

/** What one message may weigh. Units: bytes. */
const MAX_BYTES = 16 * 1024 * 1024
/** Outside of what MCP and JSON-RPC reserve: the relay’s own word for an app that can’t be reached. */
const UNREACHABLE = -31001

type UnderWay = { request: JSONRPCRequest; abort: AbortController }

/**
 * Opens the relay.
 *
 * Shape   one era or the other passes alike: what differs is a header, a session and how a request is called off. An app
 *         that is gone is answered for, and ends the relay.
 */
export function openRelay(options: RelayOptions, input: Readable, output: Writable): OnStreams {
  const { endpoint, token, admit, clean, onOver } = options
  const underWay = new Map<string | number, UnderWay>()
  const ended = Promise.withResolvers<StdioEnd>()
  const wire = lineWire(input, output, ended.resolve, message => message)
  let whyOver: string | undefined
  const refuse = (request: JSONRPCRequest, why: string) => {
    void wire.send(unreachable(request, why))
    ended.resolve('broken')
  }
  /** Whoever asks hears why; where nobody is asking, the next one does who asks at once. */
  const over = (why: string) => {
    if (whyOver !== undefined) return
    whyOver = why
    for (const { request } of underWay.values()) refuse(request, why)
    underWay.clear()
    onOver(why)
    setTimeout(() => ended.resolve('broken'), LAST_WORD_MS).unref()
  }
  const target = parseEndpoint(endpoint) ?? { port: 0, path: '/' }
  const loopback = createLoopback({
    ...target,
    token,
    maxBytes: MAX_BYTES,
    exchange: () => undefined,
    onStream: () => {},
    onRefused: () => over(GONE),
  })
  const http = new StreamableHTTPClientTransport(new URL(endpoint), {
    fetch: loopback.fetch,
    requestInit: { redirect: 'error' },
  })
  // What it says may hold the token and words of the app (D-08).
  http.onerror = () => {}
  http.onmessage = message => {
    if (whyOver !== undefined) return
    const asked =
      isJSONRPCResponse(message) && message.id !== undefined ? underWay.get(message.id) : undefined
    if (asked) underWay.delete(asked.request.id)
    if (asked) learnVersion(asked.request, message)
    void wire.send(asked ? clean(asked.request, message) : message)
  }

  const learnVersion = ({ method }: JSONRPCRequest, message: JSONRPCMessage) => {
    if (method !== 'initialize' || !('result' in message) || !isRecord(message.result)) return
    const { protocolVersion } = message.result
    if (typeof protocolVersion === 'string') http.setProtocolVersion(protocolVersion)
  }
  const isAdmitted = async (message: JSONRPCMessage): Promise<boolean> => {
    const why = whyOver ?? (await admit())
    if (why === undefined) return true
    over(why)
    if (isJSONRPCRequest(message)) refuse(message, why)
    return false
  }
  const pass = async (message: JSONRPCMessage) => {
    const cancelled = cancelledBy(message)
    const target = cancelled === undefined ? undefined : underWay.get(cancelled)
    // In the modern era closing the request's stream is the cancel.
    if (target && isModern(target.request)) {
      underWay.delete(target.request.id)
      return target.abort.abort()
    }
    const abort = new AbortController()
    if (isJSONRPCRequest(message)) underWay.set(message.id, { request: message, abort })
    try {
      await http.send(message, {
        requestSignal: abort.signal,
        onRequestStreamEnd: () => unanswered(message),
      })
    } catch (error) {
      unanswered(message, error)
    }
  }
  /** A request whose answer will not come: what the app said with its status, if that was an answer. */
  const unanswered = (message: JSONRPCMessage, error?: unknown) => {
    if (!isJSONRPCRequest(message) || !underWay.delete(message.id)) return
    void wire.send(answerIn(error, message) ?? unreachable(message, 'the app gave no answer'))
  }

  let last = Promise.resolve()
  wire.onmessage = message => {
    // Let pass in their order; answers are not waited for.
    last = last.then(async () => {
      if (await isAdmitted(message)) void pass(message)
    })
  }
  void Promise.all([wire.start(), http.start()])
  return {
    ended: ended.promise,
    close: async () => {
      const goodbye = http.sessionId === undefined ? undefined : http.terminateSession().catch(() => {})
      await Promise.race([goodbye, new Promise(resolve => setTimeout(resolve, GOODBYE_MS).unref())])
      await http.close()
      loopback.destroy()
      await wire.close()
    },
  }
}

const GOODBYE_MS = 200
const LAST_WORD_MS = 500
const GONE = 'the app has ended; start it, then start this again'

const isModern = ({ params }: JSONRPCRequest): boolean =>
  isRecord(params?._meta) && typeof params._meta[PROTOCOL_VERSION_META_KEY] === 'string'

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** The error for a request that could not be passed on. */
export const unreachable = ({ id }: JSONRPCRequest, message: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: UNREACHABLE, message },
})

/** A refusal with an HTTP status may hold the answer itself. */
function answerIn(error: unknown, { id }: JSONRPCRequest): JSONRPCMessage | undefined {
  const text = isRecord(error) && isRecord(error.data) ? error.data.text : undefined
  if (typeof text !== 'string') return undefined
  try {
    const message = parseJSONRPCMessage(JSON.parse(text))
    return 'error' in message ? { ...message, id } : undefined
  } catch {
    return undefined
  }
}
