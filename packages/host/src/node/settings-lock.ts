/** One process at a time: a file beside the settings that names who is changing them. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { codeOf, readOwnFile } from './own-files.js'
import { processFacts } from './system-facts.js'

/** How long to wait for another process. Units: milliseconds. */
export type LockOptions = { waitMs?: number }

const WAIT_MS = 5000
const PAUSE_MS = 15
const MAX_BYTES = 256

/**
 * Does some work while no other process does the like.
 *
 * Shape   a lock whose process has ended is taken away, by one process alone: the one that made the file beside it.
 * Errors  none: what can't be locked in time is not done, and `refuse` tells why, naming the file in the way.
 */
export async function withLock<Outcome>(
  path: string,
  work: () => Promise<Outcome>,
  refuse: (message: string) => Outcome,
  { waitMs = WAIT_MS }: LockOptions = {},
): Promise<Outcome> {
  const lock = `${path}.lock`
  const until = performance.now() + waitMs
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    while (!(await tryMake(lock, ownMark()))) {
      await removeIfDead(lock)
      if (performance.now() > until)
        return refuse(`another process is changing the settings; if none is, remove ${lock} and ${lock}.old`)
      await pause(PAUSE_MS * (0.5 + Math.random()))
    }
  } catch (error) {
    return refuse(`${lock} can't be made (${codeOf(error)})`)
  }
  try {
    return await work()
  } catch (error) {
    return refuse(`the settings can't be changed (${codeOf(error)})`)
  } finally {
    await unlink(lock).catch(() => {})
  }
}

/** True when the file came to be by this call; it is whole from its first moment. */
async function tryMake(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await unlink(draft).catch(() => {})
  }
}

/** The process, and when it began: a number alone may come back. */
function ownMark(): string {
  const facts = processFacts(process.pid)
  return JSON.stringify({ pid: process.pid, start: facts.kind === 'stat' ? facts.stat.start : '' })
}

/** Only who holds the second file removes the first, after looking again. */
async function removeIfDead(lock: string): Promise<void> {
  if (!(await isDead(lock)) || !(await tryMake(`${lock}.old`, ownMark()))) return
  try {
    if (await isDead(lock)) await unlink(lock)
  } finally {
    await unlink(`${lock}.old`).catch(() => {})
  }
}

/** A lock that names nobody is nobody's to take away. */
async function isDead(lock: string): Promise<boolean> {
  const found = await readOwnFile(lock, MAX_BYTES)
  if (found.kind !== 'text') return false
  const mark = markOf(found.text)
  if (!mark) return false
  const facts = processFacts(mark.pid)
  if (facts.kind === 'none') return true
  if (facts.kind === 'unknown') return false
  return !isAlive(facts.stat) || (mark.start !== '' && mark.start !== facts.stat.start)
}

function markOf(text: string): { pid: number; start: string } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value.pid !== 'number' || typeof value.start !== 'string') return undefined
    return { pid: value.pid, start: value.start }
  } catch {
    return undefined
  }
}
