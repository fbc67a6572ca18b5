/** Agents of both eras at an app in another process; its user is asked over a line of their own. */
import { setTimeout as wait } from 'node:timers/promises'
import { readCallAnswer, readWindows, WINDOWS_URI } from '@copane/protocol/bridge'
import type { Connection, Era } from '@copane/host'
import { connect } from '@copane/host/node'
import { seenIn } from '../lib/notes.ts'
import { createRandom } from '../lib/random.ts'
import { type Server, startServer } from '../lib/server.ts'
import type { History, Outcome } from './types.ts'
import { type Agent, type Written, writeAtRandom } from './write-at-random.ts'

const ANSWER_MS = 10_000

/** Runs a history over the wire: one agent speaks the legacy era, the other the modern one. */
export async function historyOverWire(operations: number, seed: number): Promise<History & Written> {
  const server = await startServer({ lingers: true })
  const connections: Connection[] = []
  try {
    const agents: Agent[] = []
    for (const era of ['legacy', 'modern'] as const) {
      const connection = await connectTo(server, era)
      connections.push(connection)
      agents.push(agentOn(connection, era, server.windows))
    }
    const [first = '', ...others] = server.windows
    const initial = await server.ask<History['initial']>('seen')
    const written = await writeAtRandom({
      agents,
      user: {
        edit: edit => server.ask('edit', edit),
        toggleDialog: window => server.ask('toggleDialog', window),
      },
      windows: [first, ...others],
      operations,
      random: createRandom(seed),
      pause: () => wait(1),
    })
    // What was taken back may still be under way.
    await Promise.all(connections.map(connection => connection.readResource(WINDOWS_URI)))
    await wait(50)
    const effects = await server.ask<History['effects']>('effects')
    return { initial, ...written, effects, final: await server.ask('seen') }
  } finally {
    await Promise.all(connections.map(connection => connection.close()))
    await server.kill()
  }
}

async function connectTo({ bridge }: Server, era: Era): Promise<Connection> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const reply = await connect(bridge.endpoint, bridge.token, { era, name: `${era} agent`, signal })
  if (reply.kind !== 'answer') throw new Error(`no ${era} connection: ${reply.kind}`)
  return reply.result
}

function agentOn(connection: Connection, name: string, windows: readonly string[]): Agent {
  return {
    name,
    read: async () => {
      const reply = await connection.readResource(WINDOWS_URI, AbortSignal.timeout(ANSWER_MS))
      if (reply.kind !== 'answer') return undefined
      const read = readWindows(JSON.parse(reply.result))
      return read.kind === 'snapshot' ? seenIn(read.snapshot.windows, windows) : undefined
    },
    call: async (window, action, args, signal) => {
      const limit = AbortSignal.timeout(ANSWER_MS)
      const until = signal ? AbortSignal.any([signal, limit]) : limit
      const reply = await connection.callTool(`${window}__${action}`, args, until)
      return reply.kind === 'answer' ? outcomeOf(reply.result) : { kind: 'unknown' }
    },
  }
}

function outcomeOf(result: Parameters<typeof readCallAnswer>[0]): Outcome {
  const answer = readCallAnswer(result)
  if (answer.kind === 'done') return { kind: 'done' }
  return answer.kind === 'failed' && answer.error.code === 'stale_state'
    ? { kind: 'stale', currentVersion: answer.error.currentVersion }
    : { kind: 'refused' }
}
