/** One path of the listener as MCP: each request to the era it speaks (D-02, D-06). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundHttpRequest,
} from '@modelcontextprotocol/server'
import { type AppIdentity, type Era, MODERN_REVISION, type ServerObject } from './era.js'
import type { FastLane } from './fast-lane.js'
import { legacyOf, serveLegacy } from './legacy-http.js'
import { type Change, createListeners, type Hearable } from './listen.js'
import { createModern } from './modern-http.js'
import { idOf, replyError } from './reply.js'
import { createSessions } from './sessions.js'
import { type Hooks, methodTold } from './told.js'

/** A path that answers MCP. */
export type HttpFace = {
  /** Serves a request that passed every refusal; `body` is its parsed JSON, undefined without one. */
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
  /** Tells every reader that asked for it, or is told by its era. */
  tell(change: Change): void
  close(): Promise<void>
}

/** What a face needs. */
export type HttpFaceOptions = {
  path: string
  app: AppIdentity
  /** A new server object per modern request and per legacy session. */
  serve: (era: Era) => ServerObject
  /** What can be heard; without anything legacy clients need no session and are answered one by one. */
  hearable: Hearable
  hooks?: Hooks
  limits?: Partial<FaceLimits>
  /** Asked first; what it leaves is served as if it were not there. */
  fastLane?: FastLane
}

/** How much a face holds at once, and how long it waits for a reader. */
export type FaceLimits = { maxSessions: number; maxStreams: number; beatMs: number; stallMs: number }

const LIMITS: FaceLimits = { maxSessions: 1000, maxStreams: 4096, beatMs: 15_000, stallMs: 30_000 }

/** Makes the MCP side of a path. */
export function createHttpFace(options: HttpFaceOptions): HttpFace {
  const { path, app, serve, hearable, fastLane, hooks = {} } = options
  const { maxSessions, maxStreams, beatMs, stallMs } = { ...LIMITS, ...options.limits }
  const onEnd = (end: 'left' | 'slow' | 'evicted') => {
    if (end !== 'left') hooks.onDrop?.({ path, reason: end === 'slow' ? 'slow reader' : 'too many sessions' })
  }
  const modern = createModern(createMcpHandler(() => serve('modern').server, { legacy: 'reject' }))
  const listeners = createListeners({ app, hearable, maxStreams, onEnd })
  const sessions =
    hearable.toolsListChanged || hearable.resources.length > 0
      ? createSessions({ serve: () => serve('legacy'), maxSessions, onEnd })
      : undefined
  const heart = setInterval(() => {
    const now = performance.now()
    listeners.beat(now, stallMs)
    sessions?.beat(now, stallMs)
  }, beatMs)
  heart.unref()

  return {
    async handle(request, response, body) {
      if (hooks.onRequest) time(path, request, response, body, hooks.onRequest)
      if (await fastLane?.(request, response, body, sessions)) return
      const { method } = request
      if (method === 'POST' && !isJson(request.headers['content-type']))
        return replyError(response, 415, -32600, idOf(body))
      if (method !== 'POST') return serveLegacy({ kind: 'bare' }, request, response, serve, sessions)
      const route = classifyInboundRequest(inboundOf(request, body))
      if (route.kind === 'reject') return replyError(response, route.httpStatus, route.code, idOf(body))
      if (route.kind === 'legacy')
        return serveLegacy(legacyOf(route.reason, body), request, response, serve, sessions)
      const isListen = route.messageKind === 'request' && route.message.method === 'subscriptions/listen'
      if (isListen && route.classification.revision === MODERN_REVISION)
        return listeners.serve(route.message, request, response)
      return modern.serve(request, response, body)
    },
    tell(change) {
      listeners.tell(change)
      sessions?.tell(change)
    },
    async close() {
      clearInterval(heart)
      listeners.close()
      await Promise.all([modern.close(), sessions?.close()])
    },
  }
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json[ \t]*(?:;|$)/i.test(contentType ?? '')

function inboundOf({ headers }: IncomingMessage, body: unknown): InboundHttpRequest {
  const version = headers['mcp-protocol-version']
  const method = headers['mcp-method']
  const name = headers['mcp-name']
  return {
    httpMethod: 'POST',
    body,
    ...(typeof version === 'string' ? { protocolVersionHeader: version } : {}),
    ...(typeof method === 'string' ? { mcpMethodHeader: method } : {}),
    ...(typeof name === 'string' ? { mcpNameHeader: name } : {}),
  }
}

function time(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  onRequest: NonNullable<Hooks['onRequest']>,
): void {
  const method = methodTold(request.method, body)
  const started = performance.now()
  response.once('close', () => {
    onRequest({ path, method, status: response.statusCode, ms: performance.now() - started })
  })
}
