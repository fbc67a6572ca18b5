/** An app written by somebody else: both eras of MCP by hand on plain node:http, sharing no code with ours. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

type Json = { [name: string]: unknown }
type Rpc = { id?: string | number; method: string; params?: Json }

/** What a JSON-RPC handler says: a result, or an error. */
export type Said = { result: Json } | { error: { code: number; message: string } }

/** How one endpoint of the foreign app behaves. */
export type ForeignEndpoint = {
  token: string
  eras?: ('legacy' | 'modern')[]
  /** The form of an answer to a POST. */
  as?: 'json' | 'sse'
  capabilities?: Json
  /** Answers every method that is not of the handshake. */
  handle: (method: string, params: Json) => Said | Promise<Said>
  /** Sees each HTTP request first; true when it answered itself. */
  intercept?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
}

/** A running foreign app. */
export type ForeignApp = {
  port: number
  url: (path: string) => string
  /** Every HTTP request, as it came. */
  seen: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  /** Tells every open stream; legacy and modern. */
  notify: (method: string, params?: Json) => void
  /** Breaks every open stream off. */
  dropStreams: () => void
  openStreams: () => number
  close: () => Promise<void>
}

const CAPABILITIES = { resources: { subscribe: true }, tools: { listChanged: true } }
const INFO = { name: 'foreign', version: '1.0.0' }

/** Starts the app; `endpoints` by path. */
export async function startForeignApp(endpoints: { [path: string]: ForeignEndpoint }): Promise<ForeignApp> {
  const seen: ForeignApp['seen'] = []
  const streams = new Map<ServerResponse, string | number | undefined>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      seen.push({ method: request.method ?? '', path, headers: request.headers, body })
      const endpoint = endpoints[path]
      if (!endpoint) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      if (endpoint.intercept?.(request, response, body)) return
      if (request.headers.origin !== undefined) return void response.writeHead(403).end()
      if (request.headers.authorization !== `Bearer ${endpoint.token}`)
        return void response.writeHead(401).end()
      void serve(endpoint, request, response, body, streams)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return {
    port,
    url: path => `http://127.0.0.1:${port}${path}`,
    seen,
    notify: (method, params = {}) => {
      for (const [stream, subscription] of streams)
        sendEvent(stream, {
          method,
          params: subscription === undefined ? params : marked(params, subscription),
        })
    },
    dropStreams: () => {
      for (const stream of streams.keys()) stream.destroy()
      streams.clear()
    },
    openStreams: () => streams.size,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const marked = (params: Json, id: string | number): Json => ({
  ...params,
  _meta: { 'io.modelcontextprotocol/subscriptionId': id },
})

const sendEvent = (stream: ServerResponse, message: Json): void =>
  void stream.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)

function openStream(
  response: ServerResponse,
  streams: Map<ServerResponse, string | number | undefined>,
  id?: string | number,
) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  streams.set(response, id)
  response.on('close', () => streams.delete(response))
}

async function serve(
  endpoint: ForeignEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  streams: Map<ServerResponse, string | number | undefined>,
): Promise<void> {
  const eras = endpoint.eras ?? ['legacy', 'modern']
  if (request.method === 'GET')
    return eras.includes('legacy') ? openStream(response, streams) : void response.writeHead(405).end()
  if (request.method === 'DELETE') return void response.writeHead(200).end()
  const { id, method, params = {} }: Rpc = JSON.parse(body)
  if (id === undefined) return void response.writeHead(202).end()
  const isModern = JSON.stringify(params._meta ?? {}).includes('2026-07-28')
  const say = (said: Said, headers: { [name: string]: string } = {}, status = 200) => {
    const message = { jsonrpc: '2.0', id, ...said }
    if (endpoint.as === 'sse' && status === 200) {
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
      sendEvent(response, message)
      response.end()
    } else {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(message))
    }
  }
  const capabilities = endpoint.capabilities ?? CAPABILITIES
  if (isModern && !eras.includes('modern'))
    return say({ error: { code: -32601, message: 'Method not found' } }, {}, 400)
  if (!isModern && !eras.includes('legacy'))
    return say({ error: { code: -32022, message: 'Unsupported' } }, {}, 400)
  switch (method) {
    case 'initialize':
      return say(
        {
          result: {
            protocolVersion: '2025-06-18',
            capabilities,
            serverInfo: INFO,
            instructions: 'read first',
          },
        },
        { 'mcp-session-id': 's-1' },
      )
    case 'server/discover':
      return say({
        result: modern({ supportedVersions: ['2026-07-28'], capabilities, instructions: 'read first' }),
      })
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return say({ result: {} })
    case 'subscriptions/listen':
      openStream(response, streams, id)
      return sendEvent(response, {
        method: 'notifications/subscriptions/acknowledged',
        params: marked({ notifications: params.notifications }, id),
      })
    default: {
      const said = await endpoint.handle(method, params)
      return say('result' in said && isModern ? { result: modern(said.result) } : said)
    }
  }
}

const modern = (result: Json): Json => ({
  resultType: 'complete',
  ttlMs: 60_000,
  cacheScope: 'public',
  ...result,
})

/** A resource that is one JSON text, as both protocols want it. */
export const jsonText = (uri: unknown, value: unknown): Said => ({
  result: { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] },
})

/** MCP's answer to a resource that is not there. */
export const notFound: Said = { error: { code: -32602, message: 'not found' } }
