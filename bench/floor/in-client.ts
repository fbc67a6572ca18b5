/** Reads from the servers of one size in turn, in a process started with `--expose-gc`; prints what came out as JSON. */
import type { UsedDescriptor } from '@copane/host'
import { openApp, readApp } from '@copane/host/node'
import { type Answer, LIMITS, type TreeElement } from '@copane/protocol/elements'
import type { WindowsSnapshot } from '@copane/protocol/bridge'
import { type Hello, startServer } from './children.ts'
import { floorReader } from './floor-server.ts'
import type { ServerRole } from './in-server.ts'

/**
 * What came of one size: a time a round for each role, and the processor time of a read on both sides.
 *
 * Units   milliseconds, bytes.
 */
export type Figures = {
  bytes: number
  ms: { [Role in ServerRole]?: number[] }
  cpuMs: { [Role in ServerRole]?: { client: number; server: number } }
}

/** Reads once and gives the title that differs at every read. */
type Read = () => Promise<string | undefined>

const TIMEOUT_MS = 60_000
const LIMITS_HERE = { ...LIMITS, maxElements: 60_000, maxBytes: 64 * 1024 * 1024 }
const CPU_READS = 50

const [, , what = '', size = '', runs = '', folder = ''] = process.argv
const rounds = Number(runs)
const roles: ServerRole[] = what === 'windows' ? ['floor', 'kept'] : ['floor', 'first', 'kept']
const readers = await Promise.all(
  roles.map(async role => {
    const server = await startServer(role, what, Number(size), folder)
    const read = role === 'floor' ? floorRead(server.hello) : await hostRead(server.hello)
    return { role, server, read, last: '' }
  }),
)
const figures: Figures = { bytes: readers[0]?.server.hello.bytes ?? 0, ms: {}, cpuMs: {} }
for (let round = -Math.max(10, rounds >> 1); round < rounds; round++)
  for (const reader of round % 2 === 0 ? readers : readers.toReversed()) {
    globalThis.gc?.({ type: 'minor' })
    const began = performance.now()
    const title = await reader.read()
    const ms = performance.now() - began
    if (title === undefined || title === reader.last) throw new Error(`${reader.role}: not a new answer`)
    reader.last = title
    if (round >= 0) (figures.ms[reader.role] ??= []).push(ms)
  }
for (const { role, server, read } of readers) {
  await server.cpuMs()
  const before = process.cpuUsage()
  for (let at = 0; at < CPU_READS; at++) await read()
  const { user, system } = process.cpuUsage(before)
  figures.cpuMs[role] = {
    client: (user + system) / 1000 / CPU_READS,
    server: (await server.cpuMs()) / CPU_READS,
  }
  server.stop()
}
console.log(JSON.stringify(figures))
process.exit(0)

function floorRead({ port = 0, token = '' }: Hello): Read {
  if (what === 'windows') {
    const read = floorReader<WindowsSnapshot>({ port, token })
    return async () => (await read()).windows[0]?.title
  }
  const read = floorReader<Answer>({ port, token })
  return async () => titleIn((await read()).root)
}

function titleIn(root: TreeElement): string | undefined {
  return root.children?.[0]?.title
}

async function hostRead({ descriptor }: Hello): Promise<Read> {
  if (!descriptor?.bridge) throw new Error('no descriptor')
  const app: UsedDescriptor = {
    kind: 'used',
    file: '',
    descriptor,
    bundle: 'unverified',
    bridge: { kind: 'offered', endpoint: descriptor.bridge },
  }
  if (what !== 'windows')
    return async () => {
      const outcome = await readApp(app, { timeoutMs: TIMEOUT_MS, limits: LIMITS_HERE })
      return outcome.kind === 'answer' ? titleIn(outcome.root) : undefined
    }
  const opened = await openApp(app, { timeoutMs: TIMEOUT_MS })
  if (opened.kind !== 'session') throw new Error(opened.kind)
  return async () => {
    const outcome = await opened.session.snapshot()
    return outcome.kind === 'snapshot' ? outcome.snapshot.windows[0]?.title : undefined
  }
}
