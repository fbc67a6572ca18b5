/** One read for all the notifications that come close together (GB-6-re-read). */
import { sameJson } from '@copane/protocol/bridge'
import type { SnapshotOutcome } from './snapshot.js'

/** What turns notifications into reads. */
export type Rereader = {
  /** Something changed: reads, and tells. */
  changed: () => void
  /** Nothing was heard for a while: reads, and tells only what differs from what was told last; gives when it is done. */
  silent: () => Promise<void>
  stop: () => void
}

/**
 * What reading needs, and who hears of it.
 *
 * Shape   `missed`: a read after silence found something else than was told last.
 */
export type RereadEffects = {
  read: () => Promise<SnapshotOutcome>
  pause: (ms: number) => Promise<void>
  tell: (outcome: SnapshotOutcome) => void
  missed: () => void
}

/** How long notifications of one change may be apart. Units: milliseconds. */
const GATHER_MS = 10

/** Reads in a row that may find nothing new before the next one waits longer, and how long it waits at most. */
const FREE_READS = 4
const LONGEST_MS = 640

/** The pause before a read, after so many in a row that notifications led to and that found nothing new. */
const gatherAfter = (idle: number): number =>
  Math.min(LONGEST_MS, GATHER_MS * 2 ** Math.max(0, idle - FREE_READS))

/**
 * Makes a rereader.
 *
 * Shape   one read at a time; a notification during a read leads to exactly one more. An app that goes on notifying of
 *         nothing is read, and told of, ever more seldom, twice in a second at last; a change or a silence ends that.
 *         After `stop` nothing is told.
 */
export function createRereader({ read, pause, tell, missed }: RereadEffects): Rereader {
  let due: 'changed' | 'silent' | undefined
  let running: Promise<void> | undefined
  let isOver = false
  let last: SnapshotOutcome | undefined
  let idle = 0
  const run = async () => {
    while (due && !isOver) {
      await pause(gatherAfter(idle))
      if (isOver) break
      const why = due
      due = undefined
      const outcome = await read()
      if (isOver) break
      const isSilence = why === 'silent' && last !== undefined
      const isOld = last !== undefined && isSame(outcome, last)
      idle = why === 'changed' && isOld ? idle + 1 : 0
      if (isSilence && isOld) continue
      if (isSilence && outcome.kind === 'snapshot' && last?.kind === 'snapshot') missed()
      last = outcome
      tell(outcome)
    }
    running = undefined
  }
  const want = (why: 'changed' | 'silent'): Promise<void> => {
    if (isOver) return Promise.resolve()
    due = due === 'changed' ? due : why
    return (running ??= run())
  }
  return {
    changed: () => void want('changed'),
    silent: () => want('silent'),
    stop: () => {
      isOver = true
    },
  }
}

function isSame(outcome: SnapshotOutcome, last: SnapshotOutcome | undefined): boolean {
  if (outcome.kind === 'snapshot' && last?.kind === 'snapshot')
    return sameJson(outcome.snapshot, last.snapshot)
  return outcome.kind === last?.kind
}
