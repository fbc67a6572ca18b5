/** An app that an agent starts and leaves again: when its input ends or its parent dies it goes, whatever is open (FR-56). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { appsOf, discover, openApp, readApp } from '@copane/host/node'
import { adopt, isRunning, own, providersFolder } from '../lib/children.ts'
import { holds, repeat, within } from '../lib/deadline.ts'

/** What came of the cycles. Units: milliseconds; `goneMs` has one entry a cycle that ended in time. */
export type Cycles = {
  cycles: number
  hangs: number
  orphans: number
  /** Descriptors and listeners that outlived their process. */
  left: number
  failed: number
  goneMs: number[]
}

const DESK = `${import.meta.dirname}/../../apps/desk/bin/desk.js`
const START_MS = 20_000
const LIMIT_MS = 5000
const GONE_MS = 1000

/** Starts it in the background with an input that stays open, so that only the loss of its parent tells it to go. */
const BELOW_A_SHELL = '"$0" "$@" <&3 & echo $!; wait'

/** Starts, connects, reads, and ends desks, two at a time, in turn by the end of their input and by the loss of their parent. */
export async function cycleProcesses(times: number): Promise<Cycles> {
  const outcome: Cycles = { cycles: 0, hangs: 0, orphans: 0, left: 0, failed: 0, goneMs: [] }
  await repeat(times, 2, async index => {
    const way = index % 2 === 0 ? 'input-ends' : 'parent-dies'
    const { child, pid } = await startDesk(way)
    try {
      if (pid === undefined) outcome.hangs++
      else await cycle(outcome, way, child, pid, index % 4 < 2 ? 'modern' : 'legacy')
    } finally {
      child.kill('SIGKILL')
    }
  })
  outcome.left += readdirSync(providersFolder).length
  return outcome
}

type Way = 'input-ends' | 'parent-dies'

/** The started child, and the desk's own pid once it is ready. */
async function startDesk(way: Way): Promise<{ child: ChildProcess; pid: number | undefined }> {
  const desk = [process.execPath, DESK, '--fresh', '--driver']
  const [program = '', ...args] = way === 'input-ends' ? desk : ['sh', '-c', BELOW_A_SHELL, ...desk]
  const stdio = way === 'input-ends' ? ['pipe', 'pipe', 'inherit'] : ['ignore', 'pipe', 'inherit', 'pipe']
  const child = own(
    spawn(program, args, {
      stdio: stdio.map(each => (each === 'pipe' ? 'pipe' : each === 'ignore' ? 'ignore' : 'inherit')),
    }),
  )
  if (!child.stdout) return { child, pid: undefined }
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await within(START_MS, lines.next())
    return line === 'late' || line.done ? '' : line.value
  }
  const pid = way === 'input-ends' ? child.pid : Number(await next())
  if (pid === undefined || !Number.isSafeInteger(pid)) return { child, pid: undefined }
  adopt(pid)
  return { child, pid: (await next()).includes('"ready":true') ? pid : undefined }
}

async function cycle(
  outcome: Cycles,
  way: Way,
  child: ChildProcess,
  pid: number,
  era: 'modern' | 'legacy',
): Promise<void> {
  const apps = appsOf(await discover({ folder: providersFolder, timeoutMs: LIMIT_MS }))
  const app = apps.find(({ descriptor }) => descriptor.pid === pid)
  if (!app) return void outcome.failed++
  const answer = await within(LIMIT_MS, readApp(app, { timeoutMs: LIMIT_MS, era }))
  const opened = await within(LIMIT_MS, openApp(app, { timeoutMs: LIMIT_MS, era }))
  if (answer === 'late' || opened === 'late') return void outcome.hangs++
  if (answer.kind !== 'answer' || opened.kind !== 'session') return void outcome.failed++
  // The stream stays open: an open connection is no reason to stay.
  await opened.session.watch(() => {})

  const start = performance.now()
  const exited = once(child, 'exit')
  if (way === 'input-ends') child.stdin?.end()
  else child.kill('SIGKILL')
  const isGone = await holds(GONE_MS, () => !isRunning(pid))
  if (isGone) outcome.goneMs.push(performance.now() - start)
  else outcome.orphans++
  if ((await within(LIMIT_MS, opened.session.close())) === 'late') outcome.hangs++
  if (isGone && (await isListening(app.descriptor.endpoint))) outcome.left++
  child.stdio[3]?.destroy()
  if ((await within(LIMIT_MS, exited)) === 'late') outcome.hangs++
  outcome.cycles++
}

async function isListening(endpoint: string): Promise<boolean> {
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1')
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}
