/** The two hot reads answered without the SDK, byte for byte as with it (D-02, D-04, D-07). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MIME } from '@copane/protocol/elements'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type OnAccess, shownName } from './access.js'
import { type AppIdentity, type Era, FRESH } from './era.js'
import { escapedJson } from '../text/escaped.js'
import { fastRead } from './fast-lane-request.js'
import { reply, replyError } from './reply.js'
import type { Sessions } from './sessions.js'

/** JSON text as it stands between the quotes of a JSON string, in pieces of UTF-8. */
export type Escaped = readonly Uint8Array[]

/**
 * Where the text of a hot resource comes from.
 *
 * Shape   `escaped` is the same text, from a source that keeps it so.
 */
export type FastSource = {
  text: () => string | Promise<string>
  escaped?: (() => Escaped | Promise<Escaped>) | undefined
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
 * Shape   false when nothing was written: a request in a form that is not known.
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
 * Errors  a source that throws is answered as the SDK answers it; what it threw stays inside (D-08).
 */
export function createFastLane(options: FastLaneOptions): FastLane {
  const { uri, source, unnamed, kind, onAccess } = options
  const frames = framesOf(options)
  return async (request, response, body, sessions) => {
    const read = fastRead(request, body, uri, sessions)
    if (!read) return false
    onAccess({ kind, client: shownName(read.client) ?? unnamed })
    const { head, tail } = frames[read.era]
    const end = `${tail}${JSON.stringify(read.id)}}`
    try {
      const pieces = (await source.escaped?.()) ?? [escapedJson(await source.text())]
      send(response, [head, ...pieces, Buffer.from(end)])
    } catch {
      // Asking again would cost the app a second failure, and its client twice the time.
      replyError(response, 200, -32603, read.id)
    }
    return true
  }
}

/** What stands before the text, and between it and the id. */
type Frame = { head: Uint8Array; tail: string }

function framesOf({ uri, app }: FastLaneOptions): { [Name in Era]: Frame } {
  const content = JSON.stringify({ uri, mimeType: JSON_MIME, text: '' }).slice(0, -2)
  const head = Buffer.from(`{"result":{"contents":[${content}`)
  const serverInfo = { name: app.name, version: app.version }
  const more = { resultType: 'complete', ...FRESH, _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  const end = '"jsonrpc":"2.0","id":'
  return {
    modern: { head, tail: `"}],${JSON.stringify(more).slice(1)},${end}` },
    legacy: { head, tail: `"}]},${end}` },
  }
}

/** Up to this an answer leaves in one piece with its headers. Units: bytes. */
const SHORT = 64 * 1024
/** Pieces that are smaller are cheaper copied together than written one by one. Units: bytes. */
const SMALL = 8 * 1024

function send(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  if (response.destroyed) return
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const headers = { 'content-length': String(bytes) }
  // Each byte is a character of Latin-1, so this writes the same bytes.
  if (bytes <= SHORT)
    return reply(response, 200, headers, Buffer.concat(pieces, bytes).toString('latin1'), 'latin1')
  if (bytes / pieces.length < SMALL) return reply(response, 200, headers, Buffer.concat(pieces, bytes))
  response.writeHead(200, { 'content-type': JSON_MIME, ...headers })
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}
