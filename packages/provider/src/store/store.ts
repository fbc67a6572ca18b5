/** The one place where an app's state lives, and changes whole or not at all (D-36, D-54). */
import { freezeDeep } from './freeze.js'

/** Who made a commit; a client's name is what it said of itself, shown as data and not trusted (D-54). */
export type Author = { kind: 'user' } | { kind: 'client'; name: string } | { kind: 'app' }

/** What a change gives: the next state, and whatever its caller wants to know. */
export type Changed<State, Outcome> = { state: State; outcome: Outcome }

/** One change that took effect. */
export type Commit<State> = { before: State; after: State; by: Author; sequence: number }

/** Judges a next state, and says what to do in the moment in which it takes effect; what it throws undoes the change. */
export type Guard<State> = (state: State) => (() => void) | undefined

/** Holds a state; readers see only what was committed. */
export type Store<State> = {
  read(): State
  /**
   * Runs a change and makes its state the present one.
   *
   * Errors  what the change throws goes on to the caller, and nothing changed; a change that returns a promise
   *         or commits again from inside is a bug of the calling code and throws.
   */
  commit<Outcome>(by: Author, change: (state: State) => Changed<State, Outcome>): Outcome
  guard(guard: Guard<State>): () => void
  /**
   * Tells of each commit that changed something, after it took effect, in the order of the commits; gives back the
   * way to stop that.
   */
  watch(listener: (commit: Commit<State>) => void): () => void
}

/** What a store needs from outside. */
export type StoreOptions<State> = {
  initial: State
  /** Runs the work inside the durable write, such as a database transaction; rethrows what it throws. */
  durable?: <Result>(work: () => Result) => Result
  /** Told when a listener throws; the commit stands and the other listeners hear of it. */
  onListenerError?: (error: unknown) => void
  /**
   * Freezes each state, so that code which writes into one throws instead of changing what others read; for
   * development. Reaches plain objects and lists.
   */
  freeze?: boolean
}

/** Makes a store. */
export function createStore<State>(options: StoreOptions<State>): Store<State> {
  const { durable = work => work(), onListenerError = () => {}, freeze = false } = options
  const kept = (state: State): State => (freeze ? freezeDeep(state) : state)
  const guards = new Set<Guard<State>>()
  const listeners = new Set<(commit: Commit<State>) => void>()
  const untold: Commit<State>[] = []
  let present = kept(options.initial)
  let sequence = 0
  let busy = false
  let isTelling = false
  let answers = 0

  const tell = (commit: Commit<State>) => {
    for (const listener of [...listeners])
      try {
        listener(commit)
      } catch (error) {
        onListenerError(error)
      }
  }
  /** A listener may commit in answer to a commit: it is told of after this one, to everybody in the same order. */
  const tellAll = () => {
    if (isTelling) return
    isTelling = true
    answers = 0
    try {
      for (let next = untold.shift(); next; next = untold.shift()) tell(next)
    } finally {
      isTelling = false
    }
  }

  return {
    read: () => present,
    commit(by, change) {
      if (busy) throw new Error('a commit from inside a commit; return the whole change from one function')
      if (isTelling && ++answers > MOST_ANSWERS)
        throw new Error('listeners commit in answer to each other without end; let one of them stop')
      busy = true
      const before = present
      const ran: { changed: ReturnType<typeof change>; effects: (() => void)[] }[] = []
      try {
        const written: unknown = durable(() => {
          const changed = settled(change(before))
          const isNew = changed.state !== before
          if (isNew) kept(changed.state)
          ran.push({
            changed,
            effects: isNew ? [...guards].map(guard => guard(changed.state) ?? nothing) : [],
          })
        })
        refusePromise(written)
      } finally {
        busy = false
      }
      const last = ran.at(-1)
      if (!last) throw new Error('the durable write did not run the change')
      const { changed, effects } = last
      if (changed.state !== before) {
        present = changed.state
        for (const effect of effects) effect()
        untold.push({ before, after: present, by, sequence: ++sequence })
        tellAll()
      }
      return changed.outcome
    },
    guard(guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const nothing = (): void => {}

/** How many commits one commit may cause through listeners. */
const MOST_ANSWERS = 1000

function settled<Result extends object>(result: Result): Result {
  refusePromise(result)
  if (!('state' in result)) throw new Error('a change returned no state')
  return result
}

/**
 * Throws for a promise, whose own failure is then nobody's: it would end the process.
 *
 * Errors  throws: what changes a state is synchronous.
 */
export function refusePromise(value: unknown): void {
  if (typeof value !== 'object' || value === null || !('then' in value)) return
  void Promise.resolve(value).catch(() => {})
  throw new Error('a change returned a promise; a change is synchronous')
}
