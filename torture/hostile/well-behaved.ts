/** A client that does what clients should, and how long it waits for each answer. */
import { setTimeout as wait } from 'node:timers/promises'
import { readCallAnswer, readWindows, WINDOWS_URI } from '@copane/protocol/bridge'
import type { Connection, Reply } from '@copane/host'
import { connect } from '@copane/host/node'
import type { Server } from '../lib/server.ts'

/** One client with a connection of each era. */
export type WellBehaved = {
  /** Reads, lists and writes until the time is up. */
  work(forMs: number): Promise<Work>
  /** How often its stream told of a change. */
  heard(): number
  close(): Promise<void>
}

/**
 * How long each answer took, and which was none; `lateness` is how much longer than it should each pause between them
 * was, which is the machine's doing and not the app's. Units: milliseconds.
 */
export type Work = { delays: number[]; lateness: number[]; failures: string[] }

const PAUSE_MS = 5
const LIMIT_MS = 5000

/** Connects it. */
export async function connectWellBehaved({ bridge, windows }: Server): Promise<WellBehaved> {
  const connections: Connection[] = []
  for (const era of ['modern', 'legacy'] as const) {
    const reply = await connect(bridge.endpoint, bridge.token, { era, name: 'well-behaved' })
    if (reply.kind !== 'answer') throw new Error(`no ${era} connection: ${reply.kind}`)
    connections.push(reply.result)
  }
  const window = windows[1] ?? ''
  let heard = 0
  let version = 0
  const listener = { updated: () => void heard++, listChanged: () => {}, ended: () => {} }
  for (const connection of connections) await connection.subscribe(WINDOWS_URI, listener)

  const read = async (connection: Connection): Promise<string | undefined> => {
    const reply = await connection.readResource(WINDOWS_URI, AbortSignal.timeout(LIMIT_MS))
    if (reply.kind !== 'answer') return `read: ${wordFor(reply)}`
    const seen = readWindows(JSON.parse(reply.result))
    version =
      seen.kind === 'snapshot' ? (seen.snapshot.windows.find(({ id }) => id === window)?.version ?? 0) : 0
    return version > 0 ? undefined : 'read: nonsense'
  }
  const list = async (connection: Connection): Promise<string | undefined> => {
    const reply = await connection.listTools(AbortSignal.timeout(LIMIT_MS))
    return reply.kind === 'answer' ? undefined : `list: ${wordFor(reply)}`
  }
  const write = async (connection: Connection): Promise<string | undefined> => {
    const args = { text: 'well behaved', expectedVersion: version }
    const reply = await connection.callTool(`${window}__replace`, args, AbortSignal.timeout(LIMIT_MS))
    if (reply.kind !== 'answer') return `write: ${wordFor(reply)}`
    const answer = readCallAnswer(reply.result)
    if (answer.kind === 'done') return undefined
    return answer.kind === 'failed' ? `write: ${answer.error.code}` : 'write: odd'
  }

  return {
    async work(forMs) {
      const delays: number[] = []
      const lateness: number[] = []
      const failures: string[] = []
      const end = performance.now() + forMs
      for (let turn = 0; performance.now() < end; turn++) {
        for (const act of [read, write, list]) {
          const connection = connections[turn % connections.length]
          if (!connection) continue
          const start = performance.now()
          const failure = await act(connection)
          const answered = performance.now()
          delays.push(answered - start)
          if (failure) failures.push(failure)
          await wait(PAUSE_MS)
          lateness.push(performance.now() - answered - PAUSE_MS)
        }
      }
      return { delays, lateness, failures }
    },
    heard: () => heard,
    close: async () => void (await Promise.all(connections.map(connection => connection.close()))),
  }
}

const wordFor = (reply: Exclude<Reply<unknown>, { kind: 'answer' }>): string =>
  reply.kind === 'error' ? `error ${reply.code}` : reply.kind
