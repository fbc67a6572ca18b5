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
}

/** Sizes and times of a queue. */
export type QueueOptions = { maxWaiting: number; waitMs: number; after: After }

type Waiting = { start: (end: () => void) => void; late: () => void; cancelTimer: () => void }

/** Makes a queue. */
export function createQueue({ maxWaiting, waitMs, after }: QueueOptions): Queue {
  /** In the order in which the connections get their next turn. */
  const lines = new Map<string, Set<Waiting>>()
  let busy = false

  const remove = (connection: string, entry: Waiting): boolean => {
    const line = lines.get(connection)
    if (!line?.delete(entry)) return false
    entry.cancelTimer()
    if (line.size === 0) lines.delete(connection)
    return true
  }

  const serve = () => {
    for (const [connection, line] of lines) {
      if (busy) return
      const [entry] = line
      if (!entry) continue
      remove(connection, entry)
      if (line.size > 0) {
        lines.delete(connection)
        lines.set(connection, line)
      }
      busy = true
      let ended = false
      const end = () => {
        if (ended) return
        ended = true
        busy = false
        serve()
      }
      try {
        entry.start(end)
      } catch {
        // Whatever broke in it, its turn ends and it is answered: one call must never hold up the others.
        entry.late()
        end()
      }
      return
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
      if (!busy) serve()
      return { kind: 'waiting', leave: () => remove(connection, entry) }
    },
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.size, 0),
  }
}
