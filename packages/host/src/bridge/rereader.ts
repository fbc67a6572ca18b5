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

/**
 * Makes a rereader.
 *
 * Shape   one read at a time; a notification during a read leads to exactly one more. After `stop` nothing is told.
 */
export function createRereader({ read, pause, tell, missed }: RereadEffects): Rereader {
  let due: 'changed' | 'silent' | undefined
  let running: Promise<void> | undefined
  let isOver = false
  let last: SnapshotOutcome | undefined
  const run = async () => {
    while (due && !isOver) {
      await pause(GATHER_MS)
      if (isOver) break
      const why = due
      due = undefined
      const outcome = await read()
      if (isOver) break
      const isSilence = why === 'silent' && last !== undefined
      if (isSilence && isSame(outcome, last)) continue
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
