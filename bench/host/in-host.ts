/** Finds, checks and reads the front app in turn with the floor, in a process started with `--expose-gc`; prints JSON. */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FrontSource } from '@copane/host'
import { readFront } from '@copane/host/node'
import { LIMITS, TIMES } from '@copane/protocol/elements'
import { startServer } from '../floor/children.ts'
import { descriptor } from './descriptor.ts'
import { floorHost } from './floor.ts'

/** A time a round. Units: milliseconds; `hungMs` is what a provider that never answers costs beyond a bare timer. */
export type HostFigures = { files: number; hostMs: number[]; floorMs: number[]; hungMs: number[] }

type Reader = { ms: number[]; last: string; read: () => Promise<string | undefined> }

const [, , folder = '', runs = '', hungRuns = ''] = process.argv
const ELEMENTS = 100
const STALE = 100
const LIVE = 20
const DEAD_PID = 2 ** 22 + 1

mkdirSync(folder, { mode: 0o700 })
const front = await startServer('kept', 'current', ELEMENTS, folder)
const floor = await startServer('floor', 'current', ELEMENTS, folder)
await startOthers(LIVE, 'yes')
for (let at = 0; at < STALE; at++)
  writeFileSync(
    join(folder, `${DEAD_PID + at}-stale.json`),
    JSON.stringify(descriptor(at, 1, DEAD_PID + at)),
    {
      mode: 0o600,
    },
  )

let turn = 0
const { pid = 0 } = front.hello.descriptor ?? {}
const { port = 0, token = '', pid: floorPid = 0 } = floor.hello
const options = { folder, limits: LIMITS }
const readers: [Reader, Reader] = [
  { ms: [], last: '', read: () => hostRead(pid) },
  { ms: [], last: '', read: floorHost({ port, token, pid: floorPid, folder }) },
]
/** Warm: descriptors are as old as those of running apps are. */
const WARM_UP_MS = 2500
const warmAt = performance.now() + WARM_UP_MS
for (let round = -1; round < Number(runs); performance.now() < warmAt ? 0 : round++)
  for (const reader of turn++ % 2 === 0 ? readers : readers.toReversed()) {
    globalThis.gc?.({ type: 'minor' })
    const began = performance.now()
    const title = await reader.read()
    const ms = performance.now() - began
    if (title === undefined || title === reader.last) throw new Error('not a new answer')
    reader.last = title
    if (round >= 0) reader.ms.push(ms)
  }

const hung = await startOthers(1, 'no')
writeFileSync(join(folder, `${hung.pid}-hung.json`), JSON.stringify(descriptor(0, hung.port, hung.pid)), {
  mode: 0o600,
})
const hungMs: number[] = []
for (let round = 0; round < Number(hungRuns); round++) {
  const began = performance.now()
  const timer = pause(TIMES.currentMs).then(() => performance.now() - began)
  const outcome = await readFront(frontOf(hung.pid), options)
  if (outcome.kind !== 'late') throw new Error(`a hung app is ${outcome.kind}`)
  hungMs.push(performance.now() - began - (await timer))
}
const [host, bare] = readers
const figures: HostFigures = { files: STALE + LIVE + 1, hostMs: host.ms, floorMs: bare.ms, hungMs }
console.log(JSON.stringify(figures))
process.exit(0)

async function hostRead(pid: number): Promise<string | undefined> {
  const outcome = await readFront(frontOf(pid), options)
  return outcome.kind === 'answer' ? outcome.root.children?.[0]?.title : undefined
}

/** A source that knows; asking the window system is measured where there is one. */
function frontOf(pid: number): FrontSource {
  const now = { kind: 'process', pid, start: undefined, window: undefined, order: 'seen' } as const
  return { look: async () => ({ kind: 'seen', now, before: [] }), close: () => {} }
}

async function startOthers(
  count: number,
  withDescriptors: 'yes' | 'no',
): Promise<{ pid: number; port: number }> {
  const child = fork(`${import.meta.dirname}/in-others.ts`, [folder, String(count), withDescriptors], {
    execArgv: [],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (said: { pid: number; port: number }) => resolve(said))
    child.once('exit', code => reject(new Error(`the other apps ended with ${code}`)))
  })
}
