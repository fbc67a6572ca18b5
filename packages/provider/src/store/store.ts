/** The one place where an app's state lives, and changes whole or not at all (D-36, D-54). */

/** Who made a commit; a client's name is what it said of itself, shown as data and not trusted (D-54). */
export type Author = { kind: 'user' } | { kind: 'client'; name: string } | { kind: 'app' }

/** What a change gives: the next state, and whatever its caller wants to know. */
export type Changed<State, Outcome> = { state: State; outcome: Outcome }

/** One change that took effect. */
export type Commit<State> = { before: State; after: State; by: Author; sequence: number }

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
  /** Judges every next state before it takes effect; what the check throws undoes the change. */
  guard(check: (state: State) => void): () => void
  /** Tells of each commit that changed something, after it took effect; gives back the way to stop that. */
  watch(listener: (commit: Commit<State>) => void): () => void
}

/** What a store needs from outside. */
export type StoreOptions<State> = {
  initial: State
  /** Runs the work inside the durable write, such as a database transaction; rethrows what it throws. */
  durable?: <Result>(work: () => Result) => Result
  /** Told when a listener throws; the commit stands and the other listeners hear of it. */
  onListenerError?: (error: unknown) => void
}

/** Makes a store. */
export function createStore<State>(options: StoreOptions<State>): Store<State> {
  const { durable = work => work(), onListenerError = () => {} } = options
  const guards = new Set<(state: State) => void>()
  const listeners = new Set<(commit: Commit<State>) => void>()
  let present = options.initial
  let sequence = 0
  let busy = false

  const tell = (commit: Commit<State>) => {
    for (const listener of [...listeners])
      try {
        listener(commit)
      } catch (error) {
        onListenerError(error)
      }
  }

  return {
    read: () => present,
    commit(by, change) {
      if (busy) throw new Error('a commit from inside a commit; return the whole change from one function')
      busy = true
      let changed: Changed<State, ReturnType<typeof change>['outcome']>
      const before = present
      try {
        changed = durable(() => {
          const next = settled(change(before))
          if (next.state !== before) for (const check of guards) check(next.state)
          return next
        })
      } finally {
        busy = false
      }
      if (changed.state !== before) {
        present = changed.state
        tell({ before, after: present, by, sequence: ++sequence })
      }
      return changed.outcome
    },
    guard(check) {
      guards.add(check)
      return () => void guards.delete(check)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function settled<Result extends object>(result: Result): Result {
  if ('then' in result) throw new Error('a change returned a promise; a change is synchronous')
  return result
}
