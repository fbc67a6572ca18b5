/** The two hot reads answered without the SDK, byte for byte as with it (D-02, D-04, D-07). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MIME } from '@copane/protocol/elements'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type OnAccess, shownName } from './access.js'
import { type AppIdentity, type Era, FRESH } from './era.js'
import { createKeptBytes } from './fast-lane-bytes.js'
import { fastRead } from './fast-lane-request.js'
import { reply, watchForStall } from './reply.js'
import type { Sessions } from './sessions.js'

/** A text as it stands between the quotes of a JSON string: whole, or the parts that together are it. */
export type Escaped = string | readonly string[]

/**
 * Where the text of a hot resource comes from.
 *
 * Shape   `escaped` is the same text, from a source that keeps it so; an unchanged part is best the same string again.
 *         Undefined when it can't be had now.
 */
export type FastSource = {
  text: () => string | Promise<string>
  escaped?: (() => Escaped | undefined | Promise<Escaped | undefined>) | undefined
}

/** What a fast lane serves, and to whom it tells each read. */
export type FastLaneOptions = {
  uri: string
  app: AppIdentity
  source: FastSource
  kind: 'current' | 'windows'
  onAccess: OnAccess
  /** What a client without a name is called. */
  unnamed?: string
}

/**
 * Answers a request, or leaves it to the SDK; `sessions` are those that legacy clients need on this path.
 *
 * Shape   false when nothing was written: a request in a form that is not known, or a source that failed.
 */
export type FastLane = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  sessions: Pick<Sessions, 'find'> | undefined,
) => Promise<boolean>

/**
 * Makes the fast lane of a path; every refusal of the listener stands before it.
 *
 * Errors  a source that throws is asked again by the SDK, which then answers with its error.
 */
export function createFastLane(options: FastLaneOptions): FastLane {
  const { uri, source, unnamed, kind, onAccess } = options
  const frames = framesOf(options)
  const bytesOf = createKeptBytes()
  return async (request, response, body, sessions) => {
    const read = fastRead(request, body, uri, sessions)
    if (!read) return false
    onAccess({ kind, client: shownName(read.client) ?? unnamed })
    const { head, tail } = frames[read.era]
    const end = `${tail}${JSON.stringify(read.id)}}`
    try {
      const escaped = (await source.escaped?.()) ?? JSON.stringify(await source.text()).slice(1, -1)
      if (typeof escaped === 'string') send(response, head, escaped, end)
      else sendBlocks(response, [Buffer.from(head), ...bytesOf(escaped), Buffer.from(end)])
    } catch {
      return false
    }
    return true
  }
}

/** What stands before the text, and between it and the id. */
type Frame = { head: string; tail: string }

function framesOf({ uri, app }: FastLaneOptions): { [Name in Era]: Frame } {
  const head = `{"result":{"contents":[${JSON.stringify({ uri, mimeType: JSON_MIME, text: '' }).slice(0, -2)}`
  const serverInfo = { name: app.name, version: app.version }
  const more = { resultType: 'complete', ...FRESH, _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  const end = '"jsonrpc":"2.0","id":'
  return {
    modern: { head, tail: `"}],${JSON.stringify(more).slice(1)},${end}` },
    legacy: { head, tail: `"}]},${end}` },
  }
}

/** Beyond this, to put a message together costs more than to write it in pieces. Units: UTF-16 code units. */
const SHORT = 64 * 1024

/** A short message without a sign beyond ASCII is written as it lies in memory, in one piece with its headers. */
function send(response: ServerResponse, head: string, text: string, end: string): void {
  const message = text.length > SHORT ? '' : head + text + end
  if (message !== '' && Buffer.byteLength(message) === message.length)
    reply(response, 200, { 'content-length': String(message.length) }, message, 'latin1')
  else
    sendBlocks(
      response,
      [head, text, end].map(piece => Buffer.from(piece, 'utf8')),
    )
}

function sendBlocks(response: ServerResponse, blocks: readonly Uint8Array[]): void {
  if (response.destroyed) return
  const bytes = blocks.reduce((sum, block) => sum + block.length, 0)
  response.writeHead(200, { 'content-type': JSON_MIME, 'content-length': String(bytes) })
  response.cork()
  for (const block of blocks) response.write(block)
  response.end()
  watchForStall(response)
}
