/** The loopback listener: who may speak, in which order refusals come, and what a request may cost (D-05, D-06). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HttpFace } from '../mcp/http-face.js'

/** A path with its own token (EL-sec-bearer: a token serves one endpoint). */
export type Route = { path: string; token: string; face: HttpFace }

/** A listener that runs. */
export type Listener = { port: number; close(): Promise<void> }

/** What opening a listener came to. */
export type ListenOutcome = { kind: 'listening'; listener: Listener } | { kind: 'refused'; reason: string }

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Opens the listener on 127.0.0.1.
 *
 * Shape   port 0 takes a free one; a port that is taken is refused with a reason.
 * Source  EL-sec-loopback, EL-sec-origin, EL-sec-bearer · D-05, D-06
 */
export async function listen(routes: readonly Route[], port = 0): Promise<ListenOutcome> {
  const byPath = new Map(routes.map(route => [route.path, { ...route, digest: digest(route.token) }]))
  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 10_000 })
  server.maxConnections = 4096
  const outcome = await bind(server, port)
  if (outcome.kind === 'refused') return outcome
  const expectedHost = `${HOST}:${outcome.port}`

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = byPath.get(request.url ?? '')
    if (request.headers.origin !== undefined) return refuse(response, 403, 'no page of any origin may call')
    if (request.headers.host !== expectedHost) return refuse(response, 403, `Host must be ${expectedHost}`)
    if (!route) return refuse(response, 404, 'no such path')
    if (!isBearer(request.headers.authorization, route.digest)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    serve(route.face, request, response).catch(() => response.destroy())
  })
  return {
    kind: 'listening',
    listener: {
      port: outcome.port,
      async close() {
        const closed = new Promise<void>(resolve => server.close(() => resolve()))
        await Promise.all(routes.map(({ face }) => face.close()))
        server.closeAllConnections()
        await closed
      },
    },
  }
}

function bind(
  server: Server,
  port: number,
): Promise<{ kind: 'bound'; port: number } | { kind: 'refused'; reason: string }> {
  const { promise, resolve } = Promise.withResolvers<
    { kind: 'bound'; port: number } | { kind: 'refused'; reason: string }
  >()
  server.once('error', error => {
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function isBearer(header: string | undefined, expected: Buffer): boolean {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return token !== undefined && timingSafeEqual(digest(token), expected)
}

async function serve(face: HttpFace, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return face.handle(request, response, undefined)
  const text = await bodyOf(request)
  if (text === undefined) return refuse(response, 413, `a body over ${MAX_BODY_BYTES} bytes`)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: not JSON' } }
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(error))
    return
  }
  return face.handle(request, response, body)
}

/** The text of a body; undefined for one over the limit, which is not read to its end. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const close = status === 413 ? { connection: 'close' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...close })
  response.end(JSON.stringify({ error: reason }))
}
