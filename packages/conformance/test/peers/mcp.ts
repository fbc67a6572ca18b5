/** MCP over HTTP by hand, in both eras, for a peer that shares no code with ours. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHub, type Hub, type Link } from './hub.ts'

export type Fields = { [name: string]: unknown }

/** What a method gives: a result, or an error. */
export type Given = { result: Fields } | { error: { code: number; message: string } }

/** What a path serves. */
export type Face = {
  eras: readonly ('legacy' | 'modern')[]
  capabilities: Fields
  /** What the legacy opening answers instead of the version it was asked for. */
  version?: string
  instructions?: string
  /** With sessions a legacy client has to carry the id it was given. */
  hasSessions: boolean
  /** Added to every modern result that MCP wants it on. */
  freshness: Fields
  /** Whether a modern client can hear of changes. */
  listens: boolean
  methods: { [method: string]: (params: Fields, link: string) => Given | Promise<Given> }
  /** Where connections listen; without one nothing is ever told. */
  hub?: Hub
}

/** A face with other methods. */
export const withMethods = (face: Face, methods: Face['methods']): Face => ({
  ...face,
  methods: { ...face.methods, ...methods },
})

export const error = (code: number): Given => ({ error: { code, message: 'refused' } })

const SESSION = 'a-session'
const MODERN = '2026-07-28'
const SERVER = { name: 'peer', version: '1.0.0' }
const CACHEABLE = [
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]

/** Answers one request whose body was read. */
export async function answer(
  face: Face,
  request: IncomingMessage,
  text: string,
  response: ServerResponse,
): Promise<void> {
  const { hub = createHub() } = face
  const session = String(request.headers['mcp-session-id'] ?? '')
  if (request.method === 'DELETE') {
    hub.links.delete(session)
    return send(response, 200, {})
  }
  const link = hub.links.get(session)
  if (request.method === 'GET' && link) return openStream(link, response)
  if (request.method !== 'POST') return send(response, 405, {})
  const message: { id?: number | string; method: string; params?: Fields } = JSON.parse(text)
  const { id, method, params = {} } = message
  if (id === undefined) return void response.writeHead(202).end()
  const reply = (status: number, given: Given, headers: { [name: string]: string } = {}) =>
    send(response, status, { jsonrpc: '2.0', id, ...given }, headers)
  const isModern = typeof params._meta === 'object' && params._meta !== null && VERSION_KEY in params._meta
  if (!face.eras.includes(isModern ? 'modern' : 'legacy'))
    return reply(400, error(isModern ? -32022 : -32600))
  if (isModern) return answerModern(face, hub, request, { id, method, params }, response, reply)
  if (method === 'initialize') {
    if (!face.hasSessions) return reply(200, opened(face, params))
    const next = face.hub ? `${SESSION}-${++lastSession}` : SESSION
    hub.open(next)
    return reply(200, opened(face, params), { 'mcp-session-id': next })
  }
  if (face.hasSessions && (face.hub ? !link : session !== SESSION)) return reply(404, error(-32600))
  if (method === 'resources/subscribe' && link) link.subscribed = true
  reply(200, (await face.methods[method]?.(params, session)) ?? error(-32601))
}

let lastSession = 0

function openStream(link: Link, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  link.stream = response
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

function opened({ capabilities, instructions, version }: Face, params: Fields): Given {
  const protocolVersion = version ?? params.protocolVersion
  return {
    result: { protocolVersion, capabilities, serverInfo: SERVER, ...(instructions ? { instructions } : {}) },
  }
}

type Reply = (status: number, given: Given) => void

async function answerModern(
  face: Face,
  hub: Hub,
  request: IncomingMessage,
  { id, method, params }: { id: number | string; method: string; params: Fields },
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  if (request.headers['mcp-method'] !== method) return reply(400, error(-32020))
  if (method === 'subscriptions/listen' && face.listens) return listen(hub, id, params, response)
  const { capabilities, instructions } = face
  const discovered = { supportedVersions: [MODERN], capabilities, ...(instructions ? { instructions } : {}) }
  const given =
    method === 'server/discover' ? { result: discovered } : await face.methods[method]?.(params, '')
  if (!given) return reply(404, error(-32601))
  if ('error' in given) return reply(200, given)
  const freshness = CACHEABLE.includes(method) ? face.freshness : {}
  reply(200, { result: { resultType: 'complete', ...freshness, ...given.result } })
}

/** The stream stays open; its first event says what was granted. */
function listen(hub: Hub, id: number | string, { notifications }: Fields, response: ServerResponse): void {
  const acknowledged = {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
  }
  const link = hub.open(`stream-${id}`)
  link.subscribed = JSON.stringify(notifications ?? {}).includes('app://windows')
  openStream(link, response)
  response.on('close', () => hub.links.delete(link.id))
  response.write(`event: message\ndata: ${JSON.stringify(acknowledged)}\n\n`)
}

function send(
  response: ServerResponse,
  status: number,
  body: Fields,
  headers: { [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
