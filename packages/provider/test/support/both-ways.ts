/** The same app behind two listeners: one with the fast lane, one with the SDK alone. */
import { Agent, request } from 'node:http'
import type { Access } from '../../src/mcp/access.js'
import { bridgeServer } from '../../src/mcp/bridge-server.js'
import { elementsServer } from '../../src/mcp/elements-server.js'
import { currentLane, windowsLane } from '../../src/mcp/faces.js'
import type { FastLane } from '../../src/mcp/fast-lane.js'
import { createHttpFace, type HttpFace } from '../../src/mcp/http-face.js'
import { listen, type Listener } from '../../src/node/listener.js'
import { createElements } from '../../src/index.js'
import { type Asked, SESSION } from './hot-reads.js'
import { INITIALIZE, mcpHeaders, rpc } from './http.js'
import { padApp } from './pad.js'

/** What came back, without what says how it was sent. */
export type Answer = { status: number; headers: { [name: string]: unknown }; body: string }

/** One of the two. */
type Way = { port: number; session: string }

const APP = { name: 'Pads "ü"', version: '1.0.0' }

/** Starts both. */
export async function bothWays() {
  const app = padApp()
  let title = 'Pads'
  let isFailing = false
  let held: Promise<void> | undefined
  const elements = createElements({
    instance: 'one',
    ids: { isIssued: () => false },
    tree: async () => {
      await held
      if (isFailing) throw new Error('the app failed')
      return { id: 'app', role: 'Application', title, children: [{ id: 'w-1', role: 'Window' }] }
    },
    locate: () => ({ state: 'offscreen' }),
  })
  const bridge = {
    ...app.bridge,
    snapshotText: () => {
      if (isFailing) throw new Error('the app failed')
      return JSON.stringify({ operableWindowIds: [], windows: [], title })
    },
  }
  let isKeeping = false
  /** The text inside a JSON string, in pieces that end anywhere, such as within a character. */
  const piecesOf = (text: string): Uint8Array[] => {
    const bytes = Buffer.from(JSON.stringify(text).slice(1, -1))
    const size = isKeeping ? 7 : Math.max(1, bytes.length)
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
  }
  const keeping = { ...elements, currentEscaped: async () => piecesOf(await elements.currentText()) }
  const heard: [Access[], Access[]] = [[], []]
  const listeners: Listener[] = []
  const agent = new Agent({ keepAlive: true })
  const open = async (faces: HttpFace[]): Promise<Way> => {
    const [one, two] = faces
    if (!one || !two) throw new Error('two faces')
    const outcome = await listen([
      { path: '/elements', token: 't', face: one },
      { path: '/bridge', token: 't', face: two },
    ])
    if (outcome.kind === 'refused') throw new Error(outcome.reason)
    listeners.push(outcome.listener)
    const { port } = outcome.listener
    const headers = mcpHeaders('t')
    const body: unknown = JSON.parse(rpc('initialize', INITIALIZE))
    const opened = await send(agent, port, { path: '/bridge', method: 'POST', headers, body })
    return { port, session: String(opened.headers['mcp-session-id']) }
  }
  let taken = 0
  const counted =
    (lane: FastLane): FastLane =>
    async (...asked) => {
      const isTaken = await lane(...asked)
      if (isTaken) taken++
      return isTaken
    }
  const faces = (list: Access[], isFast: boolean): HttpFace[] => {
    const onAccess = (access: Access) => void list.push(access)
    return [
      createHttpFace({
        path: '/elements',
        app: APP,
        hearable: { toolsListChanged: false, resources: [] },
        serve: era => ({ server: elementsServer(elements, APP, era, onAccess), isSubscribed: () => false }),
        ...(isFast ? { fastLane: counted(currentLane(keeping, APP, onAccess)) } : {}),
      }),
      createHttpFace({
        path: '/bridge',
        app: APP,
        hearable: { toolsListChanged: true, resources: ['app://windows'] },
        serve: era => bridgeServer(bridge, APP, era, onAccess),
        ...(isFast
          ? {
              fastLane: counted(
                windowsLane(
                  { ...bridge, snapshotEscaped: () => piecesOf(bridge.snapshotText()) },
                  APP,
                  onAccess,
                ),
              ),
            }
          : {}),
      }),
    ]
  }
  const fast = await open(faces(heard[0], true))
  const sdk = await open(faces(heard[1], false))
  return {
    /** The answers of both, first the one with the lane. */
    ask: (asked: Asked): Promise<[Answer, Answer]> =>
      Promise.all([answerOf(agent, fast, asked), answerOf(agent, sdk, asked)]),
    /** What both were told of, since the last time. */
    heard: (): [Access[], Access[]] => [heard[0].splice(0), heard[1].splice(0)],
    setTitle: (next: string) => void (title = next),
    setKeeping: (next: boolean) => void (isKeeping = next),
    setFailing: (next: boolean) => void (isFailing = next),
    /** How many requests the lane answered. */
    taken: () => taken,
    port: fast.port,
    /** Until it is let go, the app does not answer. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async stop() {
      agent.destroy()
      for (const listener of listeners) await listener.close()
    },
  }
}

/** What is about the way of sending alone: length or chunks, and the moment. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'date'])

async function answerOf(agent: Agent, { port, session }: Way, asked: Asked): Promise<Answer> {
  const given = asked.headers['mcp-session-id']
  const headers = given === SESSION ? { ...asked.headers, 'mcp-session-id': session } : asked.headers
  const answer = await send(agent, port, { ...asked, headers: { authorization: 'Bearer t', ...headers } })
  const told = Object.entries(answer.headers).filter(([name]) => !FRAMING.has(name))
  return {
    ...answer,
    headers: Object.fromEntries(told.map(([name, value]) => [name, value === session ? SESSION : value])),
  }
}

function send(agent: Agent, port: number, { path, method, headers, body }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const call = request({ host: '127.0.0.1', port, path, method, headers, agent }, response => {
    let text = ''
    response.setEncoding('latin1')
    response.on('data', (chunk: string) => (text += chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
    )
    response.on('error', reject)
  })
  call.on('error', reject)
  call.end(JSON.stringify(body))
  return promise
}
