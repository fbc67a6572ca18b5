/** One write at a time, connections served in turn, nobody waiting for ever (GB §10.1 · D-53). */

/** Calls a function later; gives back the way to call that off. */
export type After = (delayMs: number, run: () => void) => () => void

/** What becomes of a call that wants to enter. */
export type Entry =
  /** `leave` says whether the call still waited. */
  | { kind: 'waiting'; leave: () => boolean }
  /** Too many calls of this connection wait already. */
  | { kind: 'full' }

/** A queue of writes. */
export type Queue = {
  /**
   * Waits for a turn. `start` gets the function that ends the turn; `late` is called instead when none came in time.
   *
   * Shape   exactly one of `start` and `late` is called, once, unless `leave` was called before; `late` also when
   *         `start` throws, which ends the turn.
   */
  enter(connection: string, start: (end: () => void) => void, late: () => void): Entry
  /** How many calls wait. */
  waiting(): number
  isBusy(): boolean
  /** True while a call of this connection waits or runs. */
  holds(connection: string): boolean
}

/** Sizes and times of a queue. */
export type QueueOptions = { maxWaiting: number; waitMs: number; after: After }

type Waiting = { start: (end: () => void) => void; late: () => void; cancelTimer: () => void }

/** Makes a queue. */
export function createQueue({ maxWaiting, waitMs, after }: QueueOptions): Queue {
  /** In the order in which the connections get their next turn. */
  const lines = new Map<string, Set<Waiting>>()
  let running: string | undefined
  let isServing = false

  const remove = (connection: string, entry: Waiting): boolean => {
    const line = lines.get(connection)
    if (!line?.delete(entry)) return false
    entry.cancelTimer()
    if (line.size === 0) lines.delete(connection)
    return true
  }

  /** The next call in turn, taken out of its line; none while one runs. */
  const next = (): Waiting | undefined => {
    if (running !== undefined) return undefined
    for (const [connection, line] of lines) {
      const [entry] = line
      if (!entry) continue
      remove(connection, entry)
      if (line.size > 0) {
        lines.delete(connection)
        lines.set(connection, line)
      }
      running = connection
      return entry
    }
    return undefined
  }

  /** A loop, for calls that end at once would else go as deep as there are calls. */
  const serve = () => {
    if (isServing) return
    isServing = true
    try {
      for (let entry = next(); entry; entry = next()) start(entry)
    } finally {
      isServing = false
    }
  }

  const start = (entry: Waiting) => {
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      running = undefined
      serve()
    }
    try {
      entry.start(end)
    } catch {
      // Whatever broke in it, its turn ends and it is answered: one call must never hold up the others.
      entry.late()
      end()
    }
  }

  return {
    enter(connection, start, late) {
      const line = lines.get(connection) ?? new Set()
      if (line.size >= maxWaiting) return { kind: 'full' }
      const entry: Waiting = { start, late, cancelTimer: () => {} }
      line.add(entry)
      lines.set(connection, line)
      entry.cancelTimer = after(waitMs, () => {
        if (remove(connection, entry)) late()
      })
      serve()
      return { kind: 'waiting', leave: () => remove(connection, entry) }
    },
    isBusy: () => running !== undefined,
    holds: connection => running === connection || lines.has(connection),
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.size, 0),
  }
}
