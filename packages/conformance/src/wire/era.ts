/** What a request looks like in each of MCP's two eras, and how its answer is read (D-02). */
import { isRecord } from '@copane/protocol/findings'
import { type RawAnswer, sawOf } from './raw.js'

/** `legacy`: `initialize` and sessions. `modern`: 2026-07-28, every request by itself. */
export type Era = 'legacy' | 'modern'

/** Both, the older first. */
export const ERAS: readonly Era[] = ['legacy', 'modern']

/** A JSON object that came over the wire. */
export type Fields = { readonly [name: string]: unknown }

/** What a legacy server gave at the start and wants back with every request. */
export type Session = { version: string; id?: string }

/** Headers and body of one message. */
export type Message = { headers: { readonly [name: string]: string }; body: string }

/** What a request came to. */
export type Reply =
  | { kind: 'result'; result: Fields }
  | { kind: 'error'; code: number }
  /** Neither a result nor an error of JSON-RPC. */
  | { kind: 'broken'; saw: string }

/** The request that opens a conversation. */
export const openingMessage = (era: Era, id: number): Message =>
  era === 'modern'
    ? modernMessage(id, 'server/discover', {})
    : { headers: JSON_HEADERS, body: bodyOf(id, 'initialize', INITIALIZE) }

/** Any other request. */
export const messageOf = (
  session: Session | undefined,
  id: number,
  method: string,
  params: Fields,
): Message =>
  session
    ? { headers: legacyHeaders(session), body: bodyOf(id, method, params) }
    : modernMessage(id, method, params)

/** The legacy notice that the client is ready. */
export const readyMessage = (session: Session): Message => ({
  headers: legacyHeaders(session),
  body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
})

/** The headers of a legacy request after the first. */
export const legacyHeaders = ({ version, id }: Session): { readonly [name: string]: string } => ({
  ...JSON_HEADERS,
  'mcp-protocol-version': version,
  ...(id === undefined ? {} : { 'mcp-session-id': id }),
})

/** Reads the answer to the request of an id, from JSON or from an event stream. */
export function replyOf(answer: RawAnswer, id: number): Reply {
  if (answer.kind === 'none') return { kind: 'broken', saw: sawOf(answer) }
  const message = messageIn(answer.body, id)
  if (!message) return { kind: 'broken', saw: `${sawOf(answer)} without a JSON-RPC answer` }
  if (isRecord(message.error) && typeof message.error.code === 'number')
    return { kind: 'error', code: message.error.code }
  if (isRecord(message.result)) return { kind: 'result', result: message.result }
  return { kind: 'broken', saw: 'a JSON-RPC answer without result and error' }
}

/** The JSON-RPC answer of an id in a body; one with an error and no id is taken as the answer. */
export function messageIn(body: string, id: number): Fields | undefined {
  const texts = body.trimStart().startsWith('{') ? [body] : eventsIn(body)
  for (const text of texts) {
    const value = parse(text)
    if (!isRecord(value)) continue
    if (value.id === id || (value.error !== undefined && (value.id ?? null) === null)) return value
  }
  return undefined
}

/** What a request came to, in words that hold nothing of it. */
export function replySaw(reply: Reply): string {
  switch (reply.kind) {
    case 'result':
      return 'a result'
    case 'error':
      return `JSON-RPC error ${reply.code}`
    case 'broken':
      return reply.saw
    default:
      return reply satisfies never
  }
}

/** Parses JSON; undefined for what is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MODERN = '2026-07-28'
const CLIENT = { name: 'copane-conformance', version: '0.1.0' }
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT }
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

const bodyOf = (id: number, method: string, params: Fields): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

function modernMessage(id: number, method: string, params: Fields): Message {
  const name = params.uri ?? params.name
  return {
    headers: {
      ...JSON_HEADERS,
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': headerValueOf(name) } : {}),
    },
    body: bodyOf(id, method, { ...params, _meta: META }),
  }
}

/** Plain where a header can carry it, else in MCP's wrapping for other characters. */
function headerValueOf(name: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name)) return name
  let bytes = ''
  for (const byte of new TextEncoder().encode(name)) bytes += String.fromCharCode(byte)
  return `=?base64?${btoa(bytes)}?=`
}

/** The data of every event in a stream. */
export function eventsIn(body: string): string[] {
  return body.split(/\r?\n\r?\n/).map(event =>
    event
      .split(/\r?\n/)
      .filter(line => line.startsWith('data:'))
      .map(line => line.slice('data:'.length))
      .join('\n'),
  )
}
