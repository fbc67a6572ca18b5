/** A program started as an agent starts one, and the two ways in which it is left alone (FR-56). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { adopt, isRunning, own } from '../lib/children.ts'
import { holds, within } from '../lib/deadline.ts'

/** What came of the cycles. Units: milliseconds; `goneMs` has one entry a process that went. */
export type Cycles = {
  cycles: number
  hangs: number
  /** Still there after a second: an orphan, or a process that got no turn on a busy machine. */
  late: number
  /** Still there after ten. */
  orphans: number
  /** Descriptors and listeners that outlived their process. */
  left: number
  failed: number
  goneMs: number[]
}

/** How a program is left: its input ends, or the process above it is killed while its input stays open. */
export type Way = 'input-ends' | 'parent-dies'

/** A program that runs below us, or below a shell. */
export type Abandoned = {
  child: ChildProcess
  pid: number
  input: Writable
  /** The next line it says; '' when none came in time. */
  nextLine(): Promise<string>
}

const START_MS = 20_000
const LIMIT_MS = 5000
const GONE_MS = 1000
const ORPHAN_MS = 10_000

/** Runs it in the background with an input that stays open, so that only the loss of its parent tells it to go. */
const BELOW_A_SHELL = '"$0" "$@" <&3 & echo $!; wait'

/** Nothing has happened yet. */
export const noCycles = (): Cycles => ({
  cycles: 0,
  hangs: 0,
  late: 0,
  orphans: 0,
  left: 0,
  failed: 0,
  goneMs: [],
})

/** Starts a program of Node's; undefined when it did not say its number. */
export async function startBelow(way: Way, script: readonly string[]): Promise<Abandoned | undefined> {
  const child =
    way === 'input-ends'
      ? spawn(process.execPath, script, { stdio: ['pipe', 'pipe', 'inherit'] })
      : spawn('sh', ['-c', BELOW_A_SHELL, process.execPath, ...script], {
          stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
        })
  own(child)
  const input = way === 'input-ends' ? child.stdin : child.stdio[3]
  if (!child.stdout || !input || !('write' in input)) return undefined
  input.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const line = await within(START_MS, lines.next())
    return line === 'late' || line.done ? '' : line.value
  }
  const pid = way === 'input-ends' ? child.pid : Number(await nextLine())
  if (!pid) return undefined
  adopt(pid)
  return { child, pid, input, nextLine }
}

/** Leaves it alone and counts: gone within a second, late, or an orphan. True when it is gone. */
export async function abandon(outcome: Cycles, way: Way, { child, pid, input }: Abandoned): Promise<boolean> {
  const start = performance.now()
  const exited = once(child, 'exit')
  if (way === 'input-ends') input.end()
  else child.kill('SIGKILL')
  const isGone = await holds(ORPHAN_MS, () => !isRunning(pid))
  const goneMs = performance.now() - start
  if (goneMs > GONE_MS) outcome.late++
  if (isGone) outcome.goneMs.push(goneMs)
  else outcome.orphans++
  input.destroy()
  if (!isGone) child.kill('SIGKILL')
  if ((await within(LIMIT_MS, exited)) === 'late') outcome.hangs++
  outcome.cycles++
  return isGone
}
