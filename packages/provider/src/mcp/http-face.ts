/** One path of the listener as MCP: each request to the era it speaks, legacy sessions kept (D-02, D-06). */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type Server,
} from '@modelcontextprotocol/server'
import type { Era } from './era.js'
import type { FastLane } from './fast-lane.js'

/** A path that answers MCP. */
export type HttpFace = {
  /** Serves a request that passed every refusal; `body` is its parsed JSON, undefined without one. */
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
  /** Sends a notification to every open listen stream that asked for it. */
  notify: { resourceUpdated(uri: string): void; toolsChanged(): void }
  /** The live legacy sessions. */
  sessions(): Iterable<Session>
  close(): Promise<void>
}

/** One legacy client. */
export type Session = { server: Server; isSubscribed: () => boolean }

/** What a face needs. */
export type HttpFaceOptions = {
  /** A new server object per modern request and per legacy session. */
  serve: (era: Era) => Session
  /** Without sessions legacy clients are answered request by request; they can't be notified. */
  keepSessions: boolean
  maxSessions?: number
  /** Asked first, before the SDK. */
  fastLane?: FastLane
}

/** Makes the MCP side of a path. */
export function createHttpFace(options: HttpFaceOptions): HttpFace {
  const { serve, keepSessions, maxSessions = 1000, fastLane } = options
  const handler = createMcpHandler(({ era }) => serve(era).server, {
    legacy: keepSessions ? 'reject' : 'stateless',
    maxSubscriptions: 4096,
  })
  const modern = toNodeHandler(handler)
  /** In the order of their last request. */
  const sessions = new Map<string, { session: Session; transport: NodeStreamableHTTPServerTransport }>()

  const open = async (): Promise<NodeStreamableHTTPServerTransport> => {
    const [oldest] = sessions
    if (oldest && sessions.size >= maxSessions) await oldest[1].transport.close()
    const session = serve('legacy')
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void sessions.set(id, { session, transport }),
    })
    await session.server.connect(transport)
    const { onclose } = transport
    transport.onclose = () => {
      if (transport.sessionId) sessions.delete(transport.sessionId)
      onclose?.()
    }
    return transport
  }

  const sessionOf = (id: unknown) => {
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (!known || typeof id !== 'string') return undefined
    sessions.delete(id)
    sessions.set(id, known)
    return { id, client: known.session.server.getClientVersion()?.name }
  }

  return {
    notify: handler.notify,
    sessions: function* () {
      for (const { session } of sessions.values()) yield session
    },
    async handle(request, response, body) {
      const id = request.headers['mcp-session-id']
      if (await fastLane?.(request, response, body, sessionOf(id))) return
      if (!keepSessions || !(await isLegacy(request, body, id))) {
        if (hasLine(request)) await modern(request, response, body)
        return
      }
      const known = typeof id === 'string' ? sessions.get(id) : undefined
      if (known && typeof id === 'string') {
        sessions.delete(id)
        sessions.set(id, known)
        return known.transport.handleRequest(request, response, body)
      }
      if (request.method !== 'POST') return refuse(response, id === undefined ? 405 : 404)
      if (isInitializeRequest(body)) return (await open()).handleRequest(request, response, body)
      refuse(response, id === undefined ? 400 : 404)
    },
    async close() {
      await Promise.all([
        handler.close(),
        ...[...sessions.values()].map(({ transport }) => transport.close()),
      ])
    },
  }
}

/** Every request that a server got has a method and an address. */
const hasLine = (request: IncomingMessage): request is IncomingMessage & { method: string; url: string } =>
  request.method !== undefined && request.url !== undefined

/** A request without a body belongs to a legacy session or to nobody. */
async function isLegacy(request: IncomingMessage, body: unknown, sessionId: unknown): Promise<boolean> {
  if (request.method !== 'POST' || sessionId !== undefined) return true
  const probe = new Request('http://127.0.0.1/', { method: 'POST', headers: headersOf(request) })
  return isLegacyRequest(probe, body)
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}

const WORDS: { [status: number]: string } = {
  400: 'Bad Request: open a session with initialize first',
  404: 'Session not found',
  405: 'Method not allowed',
}

function refuse(response: ServerResponse, status: number): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message: WORDS[status] ?? 'Refused' } }
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 405 ? { allow: 'POST' } : {}),
  })
  response.end(JSON.stringify(error))
}
