/** A bridge behind a listener whose limits are small enough to reach in a test. */
import { connect, type Socket } from 'node:net'
import type { FaceLimits } from '../../src/mcp/http-face.js'
import { bridgeFace } from '../../src/mcp/faces.js'
import type { DropTold } from '../../src/mcp/told.js'
import { type ListenOptions, listen } from '../../src/node/listener.js'
import { INITIALIZE, mcpHeaders, rpc, send } from './http.js'
import { padApp } from './pad.js'
import { modern, type RawRequest, requestText } from './raw.js'

/** The token of the path. */
export const TOKEN = 'test-token'

/** A listening bridge; `drops` fills as connections and sessions are let go. */
export async function smallBridge(limits: Partial<FaceLimits>, options: ListenOptions = {}) {
  const pads = padApp()
  const drops: DropTold[] = []
  const hooks = { onDrop: (told: DropTold) => void drops.push(told) }
  const face = bridgeFace(pads.bridge, { name: 'Pads', version: '1' }, { onAccess: () => {}, hooks, limits })
  const outcome = await listen([{ path: '/bridge', token: TOKEN, face }], { hooks, ...options })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { port } = outcome.listener
  const headersOf = (id: string) => ({ ...mcpHeaders(TOKEN), 'mcp-session-id': id })
  return {
    ...pads,
    port,
    drops,
    stop: () => outcome.listener.close(),
    /** Opens a legacy session; its status and id. */
    async initialize() {
      const headers = mcpHeaders(TOKEN)
      const answer = await send(port, { path: '/bridge', headers, body: rpc('initialize', INITIALIZE) })
      return { status: answer.status, id: String(answer.headers['mcp-session-id']) }
    },
    async ping(id: string) {
      return (await send(port, { path: '/bridge', headers: headersOf(id), body: rpc('ping') })).status
    },
    async subscribe(id: string) {
      const body = rpc('resources/subscribe', { uri: 'app://windows' })
      await send(port, { path: '/bridge', headers: headersOf(id), body })
    },
    /** Opens the stream of a session. */
    stream: (id: string) =>
      openStream(port, { method: 'GET', headers: { 'mcp-session-id': id, connection: 'keep-alive' } }),
    /** Opens a modern stream that hears everything. */
    listen: (id: unknown = 1) =>
      openStream(
        port,
        modern(
          'subscriptions/listen',
          { notifications: { toolsListChanged: true, resourceSubscriptions: ['app://windows'] } },
          { connection: 'keep-alive' },
          id,
        ),
      ),
    /** Changes a text, which every subscriber should hear of. */
    commit(text: string) {
      pads.store.commit({ kind: 'user' }, state => ({
        state: { ...state, texts: { ...state.texts, [pads.first]: text } },
        outcome: 0,
      }))
    },
  }
}

/** A raw reader of one stream, who can stop reading. */
export type RawStream = {
  socket: Socket
  text: () => string
  has: (part: string) => Promise<void>
  gone: Promise<void>
}

/** Sends a request and reads on; resolves when the head of the answer is there. */
export async function openStream(port: number, request: RawRequest): Promise<RawStream> {
  let text = ''
  const waiting = new Set<() => void>()
  const socket = connect(port, '127.0.0.1', () => socket.write(requestText(port, TOKEN, request)))
  const gone = Promise.withResolvers<void>()
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
    for (const look of [...waiting]) look()
  })
  socket.on('error', () => {})
  socket.on('close', () => gone.resolve())
  const has = (part: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (!text.includes(part)) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
    return promise
  }
  await has('\r\n\r\n')
  return { socket, text: () => text, has, gone: gone.promise }
}
