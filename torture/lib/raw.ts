/** MCP by hand over HTTP, as light as a client can be; and its two eras as headers and bodies. */
import { type Agent, type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import { WINDOWS_URI } from '@copane/protocol/bridge'

/** One path of one app, with its token. */
export type Target = { port: number; path: string; token: string }

/** What came back. */
export type Reply = { status: number; session: string | undefined; text: string }

/** What is sent. `agent` keeps its socket for the next request; without one each request has its own. */
export type Sent = {
  method?: string
  headers: { [name: string]: string }
  body?: string
  agent?: Agent
  timeoutMs?: number
}

/** Where a bridge is. */
export const targetOf = ({ endpoint, token }: { endpoint: string; token: string }): Target => {
  const { port, pathname } = new URL(endpoint)
  return { port: Number(port), path: pathname, token }
}

/** Starts a request. */
export function start(
  { port, path }: Target,
  { method = 'POST', headers, body, agent }: Sent,
): ClientRequest {
  const request = startRequest({ host: '127.0.0.1', port, path, method, headers, agent: agent ?? false })
  request.end(body)
  return request
}

/** Sends one request and reads its answer whole; rejects when the connection breaks or the time is up. */
export function send(target: Target, sent: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const request = start(target, sent)
  const timer = setTimeout(() => request.destroy(new Error('late')), sent.timeoutMs ?? 10_000)
  request.once('response', (response: IncomingMessage) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (text += chunk))
    response.once('error', reject)
    response.once('end', () => {
      const session = response.headers['mcp-session-id']
      resolve({ status: response.statusCode ?? 0, session: session?.toString(), text })
    })
  })
  request.once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const base = (token: string): { [name: string]: string } => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** A request of the modern era; `name` is the resource or tool it is about. */
export const modern = (
  { token }: Target,
  method: string,
  params: { [name: string]: unknown } = {},
  name?: string,
): Sent => ({
  headers: {
    ...base(token),
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
})

/** A request of the legacy era, in a session once there is one. */
export const legacy = (
  { token }: Target,
  method: string,
  params: { [name: string]: unknown } = {},
  session?: string,
): Sent => ({
  headers: {
    ...base(token),
    ...(session === undefined ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    ...(method.startsWith('notifications/') ? {} : { id: 1 }),
    method,
    params,
  }),
})

/** The read of all windows in the modern era. */
export const readWindows = (target: Target): Sent =>
  modern(target, 'resources/read', { uri: WINDOWS_URI }, WINDOWS_URI)

/** A stream of the modern era that hears of everything. */
export const listen = (target: Target): Sent =>
  modern(target, 'subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: [WINDOWS_URI] },
  })

/** The standing stream of a legacy session. */
export const stream = ({ token }: Target, session: string): Sent => ({
  method: 'GET',
  headers: { ...base(token), accept: 'text/event-stream', 'mcp-session-id': session },
})

/** The first request of a legacy client. */
export const initialize = (target: Target): Sent =>
  legacy(target, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  })

/** Opens a legacy session; undefined when it was refused. */
export async function openSession(target: Target, agent?: Agent): Promise<string | undefined> {
  const own = agent ? { agent } : {}
  const { session } = await send(target, { ...initialize(target), ...own })
  if (session === undefined) return undefined
  await send(target, { ...legacy(target, 'notifications/initialized', {}, session), ...own })
  return session
}
