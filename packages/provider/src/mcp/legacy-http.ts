/** One HTTP request of the legacy era: into its session, or answered alone where a path keeps none (D-02, D-06). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type InboundLegacyRouteReason,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Era, ServerObject } from './era.js'
import { type LegacyLink, linkLegacy } from './legacy-link.js'
import { idOf, reply, replyError } from './reply.js'
import type { Session, Sessions } from './sessions.js'

/** What came: messages, or a request without a body. */
export type LegacyRequest =
  | { kind: 'bare' }
  | { kind: 'messages'; reason: InboundLegacyRouteReason; messages: readonly JSONRPCMessage[]; body: unknown }

/** The messages of a body that was told to be legacy; what is none of them was refused before. */
export function legacyOf(reason: InboundLegacyRouteReason, body: unknown): LegacyRequest {
  const list: unknown[] = Array.isArray(body) ? body : [body]
  return { kind: 'messages', reason, body, messages: list.filter(isMessage) }
}

const MAX_BATCH = 100

/**
 * Serves a legacy request.
 *
 * Shape   404 for a session that is not there, so that its client opens another (`initialize` does so whatever id it
 *         carries); 400 for a message that needs one; 405 for a GET or DELETE without one; 503 without room.
 */
export async function serveLegacy(
  asked: LegacyRequest,
  request: IncomingMessage,
  response: ServerResponse,
  serve: (era: Era) => ServerObject,
  sessions: Sessions | undefined,
): Promise<void> {
  const id = request.headers['mcp-session-id']
  const session = typeof id === 'string' ? sessions?.find(id) : undefined
  if (asked.kind === 'bare') return serveBare(request, response, sessions, session)
  const { messages, body, reason } = asked
  const version = request.headers['mcp-protocol-version']
  if (
    reason !== 'initialize' &&
    version !== undefined &&
    !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
  )
    return replyError(response, 400, UNSUPPORTED, idOf(body))
  if (messages.length > MAX_BATCH || (reason === 'batch' && messages.some(isInitialize)))
    return replyError(response, 400, -32600)
  if (!sessions) return serveAlone(messages, body, response, serve)
  if (reason === 'initialize') return initialize(messages, body, response, sessions)
  if (!session)
    return id === undefined
      ? replyError(response, 400, NO_SESSION, idOf(body))
      : replyError(response, 404, UNKNOWN_SESSION, idOf(body))
  await exchange(session.link, messages, body, response)
}

const UNSUPPORTED = { code: -32000, message: 'Unsupported protocol version' }
const NO_SESSION = { code: -32000, message: 'Open a session with initialize first' }
const UNKNOWN_SESSION = { code: -32001, message: 'Session not found' }
const NO_ROOM = { code: -32000, message: 'Too many sessions are in use' }
const NOT_ALLOWED = { code: -32000, message: 'Method not allowed' }
const NOT_ACCEPTABLE = { code: -32000, message: 'Accept must name text/event-stream' }

async function serveBare(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions | undefined,
  session: Session | undefined,
): Promise<void> {
  const { method, headers } = request
  const allow = sessions ? 'GET, POST, DELETE' : 'POST'
  if (!sessions || (method !== 'GET' && method !== 'DELETE') || headers['mcp-session-id'] === undefined)
    return replyError(response, 405, NOT_ALLOWED, null, { allow })
  if (!session) return replyError(response, 404, UNKNOWN_SESSION)
  if (method === 'DELETE') {
    await sessions.end(session.id)
    return reply(response, 200, {})
  }
  if (!/text\/event-stream|\*\/\*/.test(headers.accept ?? ''))
    return replyError(response, 406, NOT_ACCEPTABLE)
  session.stream(response)
}

async function initialize(
  messages: readonly JSONRPCMessage[],
  body: unknown,
  response: ServerResponse,
  sessions: Sessions,
): Promise<void> {
  const session = await sessions.open()
  if (!session) return replyError(response, 503, NO_ROOM, idOf(body), { 'retry-after': '5' })
  const isOpen = await exchange(session.link, messages, body, response, { 'mcp-session-id': session.id })
  if (!isOpen) await sessions.end(session.id)
}

async function serveAlone(
  messages: readonly JSONRPCMessage[],
  body: unknown,
  response: ServerResponse,
  serve: (era: Era) => ServerObject,
): Promise<void> {
  const link = await linkLegacy(serve('legacy').server)
  response.once('close', () => void link.close())
  await exchange(link, messages, body, response)
}

/** Hands messages to a server object and sends what it answers; false when the one answer is an error. */
async function exchange(
  link: LegacyLink,
  messages: readonly JSONRPCMessage[],
  body: unknown,
  response: ServerResponse,
  headers: { [name: string]: string } = {},
): Promise<boolean> {
  const under = link.exchange(messages)
  if (!under) replyError(response, 400, -32600, idOf(body))
  const answers = (await under) ?? []
  const [first] = answers
  if (response.headersSent || response.destroyed) return first !== undefined
  if (!messages.some(isJSONRPCRequest)) reply(response, 202, {})
  else if (!first) replyError(response, 404, UNKNOWN_SESSION, idOf(body))
  else {
    const isRefused = 'error' in first
    reply(response, 200, isRefused ? {} : headers, JSON.stringify(Array.isArray(body) ? answers : first))
    return !isRefused
  }
  return false
}

const isInitialize = (message: JSONRPCMessage): boolean =>
  'method' in message && message.method === 'initialize'

const isMessage = (value: unknown): value is JSONRPCMessage =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)
