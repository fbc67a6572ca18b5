/** The loopback listener: what opening it comes to, and what a request may cost (D-05, D-06). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HttpFace } from '../mcp/http-face.js'
import { MAX_MESSAGE_BYTES } from '../mcp/message.js'
import { reply, replyError } from '../mcp/reply.js'
import type { Hooks } from '../mcp/told.js'
import { type Admission, createAdmission } from './admission.js'
import { readBody } from './body.js'
import { boundConnections } from './connections.js'

/** A path with its own token (EL-sec-bearer: a token serves one endpoint). */
export type Route = { path: string; token: string; face: HttpFace }

/** A listener that runs. */
export type Listener = { port: number; close(): Promise<void> }

/** What opening a listener came to. */
export type ListenOutcome = { kind: 'listening'; listener: Listener } | { kind: 'refused'; reason: string }

/** How it listens; the times are those in which a header, and a whole request, must have come. */
export type ListenOptions = {
  /** 0 takes a free one. */
  port?: number
  hooks?: Hooks
  maxConnections?: number
  headerMs?: number
  requestMs?: number
  /** How long a reader may take nothing of an answer. */
  stallMs?: number
}

const HOST = '127.0.0.1'
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Opens the listener on 127.0.0.1.
 *
 * Shape   a port that is taken is refused with a reason. A body over its limit is 413, one that is no JSON 400.
 * Source  EL-sec-loopback, EL-sec-origin, EL-sec-bearer · D-05, D-06
 */
export async function listen(
  routes: readonly Route[],
  {
    port = 0,
    hooks,
    maxConnections = 4096,
    headerMs = 10_000,
    requestMs = 10_000,
    stallMs = 30_000,
  }: ListenOptions = {},
): Promise<ListenOutcome> {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headerMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headerMs, 1000),
  })
  boundConnections(server, { limit: maxConnections, stallMs }, reason =>
    hooks?.onDrop?.({ path: '', reason }),
  )
  const closeFaces = () => Promise.all(routes.map(({ face }) => face.close()))
  const outcome = isPort(port) ? await bind(server, port) : NO_PORT
  if (outcome.kind === 'refused') {
    await closeFaces()
    return outcome
  }
  const admit = createAdmission(routes, `${HOST}:${outcome.port}`)
  const answer = (request: IncomingMessage, response: ServerResponse, isAwaited: boolean) => {
    const admission = admit(request)
    if (admission.kind !== 'admitted') return refuse(request, response, admission)
    if (isAwaited) response.writeContinue()
    serve(admission.route.face, request, response).catch(() => response.destroy())
  }
  server.on('request', (request, response) => answer(request, response, false))
  server.on('checkContinue', (request, response) => answer(request, response, true))
  return {
    kind: 'listening',
    listener: {
      port: outcome.port,
      async close() {
        const closed = new Promise<void>(resolve => server.close(() => resolve()))
        await closeFaces()
        server.closeAllConnections()
        await closed
      },
    },
  }
}

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port < 65_536

const NO_PORT = {
  kind: 'refused',
  reason: 'port is no whole number from 0 to 65535; leave it out to get a free one',
} as const

function bind(
  server: Server,
  port: number,
): Promise<{ kind: 'bound'; port: number } | { kind: 'refused'; reason: string }> {
  const { promise, resolve } = Promise.withResolvers<
    { kind: 'bound'; port: number } | { kind: 'refused'; reason: string }
  >()
  // Stays on: a listener that can't accept for a while must not fell the app.
  server.on('error', error => {
    const taken = 'code' in error && error.code === 'EADDRINUSE'
    resolve({
      kind: 'refused',
      reason: taken
        ? `port ${port} is taken by another program; leave the port out to get a free one`
        : `can't listen on ${HOST}:${port} (${'code' in error ? String(error.code) : 'unknown'})`,
    })
  })
  server.listen({ host: HOST, port }, () => {
    const address = server.address()
    resolve({ kind: 'bound', port: typeof address === 'object' && address ? address.port : port })
  })
  return promise
}

async function serve(face: HttpFace, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return face.handle(request, response, undefined)
  if (isEncoded(request)) return replyError(response, 415, -32600, null, { connection: 'close' })
  const body = await readBody(request)
  switch (body.kind) {
    case 'json':
      return face.handle(request, response, body.value)
    case 'not-json':
      return replyError(response, 400, -32700)
    case 'too-large': {
      const error = `a body over ${MAX_MESSAGE_BYTES} bytes`
      return reply(response, 413, { connection: 'close' }, JSON.stringify({ error }))
    }
    default:
      return body satisfies never
  }
}

/** Nothing that is packed is unpacked here. */
const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity') !== 'identity' ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked'

/** More of a stranger's body is not read: its connection ends with the refusal. */
const MAX_UNREAD_BYTES = 64 * 1024

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  admission: Exclude<Admission<Route>, { kind: 'admitted' }>,
): void {
  const { headers } = request
  const isLong =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_UNREAD_BYTES
  const close = isLong ? { connection: 'close' } : {}
  if (admission.kind === 'unauthorised')
    return reply(response, 401, { 'www-authenticate': 'Bearer', ...close })
  reply(response, admission.status, close, JSON.stringify({ error: admission.reason }))
}
