/** The two hot reads answered without the SDK, byte for byte as it would (D-02, D-04, D-07). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MIME } from '@copane/protocol/elements'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type OnAccess, shownName } from './access.js'
import { type AppIdentity, type Era, FRESH } from './era.js'
import { type FastRead, fastRead } from './fast-lane-request.js'

/**
 * Where the text of a hot resource comes from.
 *
 * Shape   `escaped` is the same text as it stands inside a JSON string, without the quotes, for a source that keeps
 *         its parts so; undefined when it can't be had now.
 */
export type FastSource = {
  text: () => string | Promise<string>
  escaped?: (() => string | undefined | Promise<string | undefined>) | undefined
}

/** What a fast lane serves, and to whom it tells each read. */
export type FastLaneOptions = {
  uri: string
  app: AppIdentity
  source: FastSource
  /** The eras that are served without a session. */
  withoutSession: readonly Era[]
  /** What a client without a name is called. */
  unnamed?: string
  kind: 'current' | 'windows'
  onAccess: OnAccess
}

/** The session that a request belongs to. `client` is the name that was given when it was opened. */
export type FastSession = { id: string; client: string | undefined }

/**
 * Answers a request, or leaves it to the SDK.
 *
 * Shape   false when nothing was written: a request in a form that is not known, or a source that failed.
 */
export type FastLane = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  session?: FastSession,
) => Promise<boolean>

/**
 * Makes the fast lane of a path; every refusal of the listener stands before it.
 *
 * Errors  a source that throws is asked again by the SDK, which then answers with its error.
 */
export function createFastLane(options: FastLaneOptions): FastLane {
  const { uri, source, withoutSession, unnamed, kind, onAccess } = options
  const frames = framesOf(options)
  return async (request, response, body, session) => {
    const read = fastRead(request, body, { uri, isInSession: session !== undefined, withoutSession })
    if (!read) return false
    onAccess({ kind, client: shownName(session ? session.client : read.client) ?? unnamed })
    let text: string
    try {
      text = (await source.escaped?.()) ?? escaped(await source.text())
    } catch {
      return false
    }
    if (!response.destroyed) answer(response, read, frames[read.era], text, session)
    return true
  }
}

/** What stands around the text; `tail` ends before the id. */
type Frame = { head: string; tail: string; end: string; headers: { [name: string]: string } }

function framesOf({ uri, app }: FastLaneOptions): { [Name in Era]: Frame } {
  const head = `{"result":{"contents":[${JSON.stringify({ uri, mimeType: JSON_MIME, text: '' }).slice(0, -2)}`
  const serverInfo = { name: app.name, version: app.version }
  const more = { resultType: 'complete', ...FRESH, _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  return {
    modern: {
      head,
      tail: `"}],${JSON.stringify(more).slice(1)},"jsonrpc":"2.0","id":`,
      end: '}',
      headers: { 'content-type': 'application/json' },
    },
    legacy: {
      head: `event: message\ndata: ${head}`,
      tail: '"}]},"jsonrpc":"2.0","id":',
      end: '}\n\n',
      headers: {
        'cache-control': 'no-cache, no-transform',
        connection: 'keep-alive',
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      },
    },
  }
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

function answer(
  response: ServerResponse,
  { id }: FastRead,
  { head, tail, end, headers }: Frame,
  text: string,
  session: FastSession | undefined,
): void {
  const bytes = Buffer.from(`${head}${text}${tail}${JSON.stringify(id)}${end}`, 'utf8')
  response.writeHead(200, {
    ...headers,
    ...(session ? { 'mcp-session-id': session.id } : {}),
    'content-length': bytes.length,
  })
  response.end(bytes)
}
