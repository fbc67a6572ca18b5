/** Time that a test turns by hand, so that no test waits. */
import type { After } from '../../src/bridge/queue.js'

/** Pending calls in the order of their time, run when the hand passes them. */
export type ManualTime = { after: After; advance(ms: number): void }

/** Makes a clock that stands still. */
export function manualTime(): ManualTime {
  let now = 0
  const pending = new Set<{ at: number; run: () => void }>()
  return {
    after(delayMs, run) {
      const entry = { at: now + delayMs, run }
      pending.add(entry)
      return () => void pending.delete(entry)
    },
    advance(ms) {
      now += ms
      for (const entry of [...pending].sort((a, b) => a.at - b.at))
        if (entry.at <= now && pending.delete(entry)) entry.run()
    },
  }
}
