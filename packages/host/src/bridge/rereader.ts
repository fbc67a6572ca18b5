/** One read for all the notifications that come close together (GB-6-re-read). */
import type { SnapshotOutcome } from './snapshot.js'

/** What turns notifications into reads. */
export type Rereader = { changed: () => void; end: () => void; stop: () => void }

/** How long notifications of one change may be apart. Units: milliseconds. */
const GATHER_MS = 10

/**
 * Makes a rereader that tells a listener each snapshot.
 *
 * Shape   one read at a time; a notification during a read leads to exactly one more. After `stop` the
 *         listener hears nothing; after `end` it hears `gone` as the last thing.
 */
export function createRereader(
  read: () => Promise<SnapshotOutcome>,
  pause: (ms: number) => Promise<void>,
  listener: (outcome: SnapshotOutcome) => void,
): Rereader {
  let isDue = false
  let isRunning = false
  let isOver = false
  const run = async () => {
    isRunning = true
    while (isDue && !isOver) {
      await pause(GATHER_MS)
      if (isOver) break
      isDue = false
      const outcome = await read()
      if (!isOver) listener(outcome)
    }
    isRunning = false
  }
  return {
    changed: () => {
      isDue = true
      if (!isRunning && !isOver) void run()
    },
    end: () => {
      if (!isOver) listener({ kind: 'gone' })
      isOver = true
    },
    stop: () => {
      isOver = true
    },
  }
}
