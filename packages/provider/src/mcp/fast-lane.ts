/** The two hot reads answered without the SDK, byte for byte as with it (D-02, D-04, D-07). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MIME } from '@copane/protocol/elements'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type OnAccess, shownName } from './access.js'
import { type AppIdentity, type Era, FRESH } from './era.js'
import { fastRead } from './fast-lane-request.js'
import { reply } from './reply.js'
import type { Sessions } from './sessions.js'

/**
 * Where the text of a hot resource comes from.
 *
 * Shape   `escaped` is the same text as it stands between the quotes of a JSON string, from a source that keeps its
 *         parts so; undefined when it can't be had now.
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
  return async (request, response, body, sessions) => {
    const read = fastRead(request, body, uri, sessions)
    if (!read) return false
    onAccess({ kind, client: shownName(read.client) ?? unnamed })
    let text: string
    try {
      text = (await source.escaped?.()) ?? escaped(await source.text())
    } catch {
      return false
    }
    const { head, tail } = frames[read.era]
    const bytes = Buffer.from(`${head}${text}${tail}${JSON.stringify(read.id)}}`, 'utf8')
    reply(response, 200, { 'content-length': String(bytes.length) }, bytes)
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

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
