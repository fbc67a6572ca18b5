/** The listener of a played bridge server, with the streams on which it tells of changes, in both eras. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerPlayed, callIn } from '../answer.js'
import { bridgeFaceOf, type BridgeState, type PlayedBridge } from '../bridge.js'
import type { PlayedRequest } from '../types.js'
import type { Fields } from '../../wire/era.js'

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

/** Starts a server on 127.0.0.1 with a token of its own. */
export async function playBridge(first: BridgeState): Promise<PlayedBridge> {
  const streams = new Map<ServerResponse, unknown>()
  const token = randomBytes(18).toString('base64url')
  const server = createServer((request, response) => void serve(request, response))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const played: PlayedBridge = {
    endpoint: `http://127.0.0.1:${port}/bridge`,
    token,
    state: { ...first },
    events: [],
    requests: [],
    tell: what => {
      played.events.push({ what: 'told' })
      for (const [stream, id] of streams) write(stream, TOLD[what], id)
    },
    drop: () => {
      played.events.push({ what: 'dropped' })
      for (const stream of streams.keys()) stream.destroy()
      streams.clear()
    },
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
  const face = bridgeFaceOf(played)

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message)
    played.requests.push(request)
    const call = callIn(request)
    if (request.method === 'GET') return openStream(response, undefined)
    if (call?.method === 'subscriptions/listen') {
      openStream(response, call.id)
      const { notifications } = call.params
      return write(response, { method: ACKNOWLEDGED, params: { notifications } }, call.id)
    }
    const reply = answerPlayed(face, request)
    if (reply.kind === 'reply') response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  function openStream(response: ServerResponse, id: unknown): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    streams.set(response, id)
    played.events.push({ what: 'stream' })
    response.on('close', () => streams.delete(response))
  }

  return played
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

const TOLD = {
  updated: { method: 'notifications/resources/updated', params: { uri: 'app://windows' } },
  list_changed: { method: 'notifications/tools/list_changed', params: {} },
}

function write(
  stream: ServerResponse,
  { method, params }: { method: string; params: Fields },
  id: unknown,
): void {
  const marked = id === undefined ? params : { ...params, _meta: { [SUBSCRIPTION]: id } }
  stream.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method, params: marked })}\n\n`)
}

async function readRequest(message: IncomingMessage): Promise<PlayedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const headers: { [name: string]: string | undefined } = {}
  for (const [name, value] of Object.entries(message.headers)) headers[name] = value && String(value)
  return {
    method: message.method ?? '',
    path: message.url ?? '',
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
