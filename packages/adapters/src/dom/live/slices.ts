/** Work in slices: the page's event loop is never held for long (FR-3). */

/** Tells when to give way; `restart` begins a slice. */
export type Clock = {
  restart(): void
  /** Milliseconds since the slice began. */
  elapsed(): number
  /** True when the slice is over; cheap enough to ask at every node. */
  isOver(): boolean
  /** True once a time is past, as of the last look at the time. */
  isPast(time: number): boolean
}

/**
 * A clock for slices of a length.
 *
 * Shape   it looks at the time more often the slower a node is, so one slow node ends a slice.
 * Units   milliseconds.
 */
export function createClock(sliceMs: number, now: () => number = () => performance.now()): Clock {
  let start = now()
  let last = start
  let every = 1
  let left = every
  return {
    restart() {
      start = last = now()
      every = left = 1
    },
    elapsed: () => now() - start,
    isOver() {
      if (--left <= 0) {
        const time = now()
        every = time - last > 0.5 ? 1 : Math.min(16, every + 1)
        left = every
        last = time
      }
      return last - start >= sliceMs
    },
    isPast: time => last >= time,
  }
}

/**
 * Resolves after the page had its turn.
 *
 * Shape   a message to ourselves queues behind what the page has queued; `scheduler.yield` would pass before it.
 */
export function giveWay(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
}
