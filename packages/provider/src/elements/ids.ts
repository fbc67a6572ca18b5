/** The ids of one run: minted in sequence, never reused, told apart from ids that were never issued (D-18, D-30). */

/** Mints ids and remembers which appearance has which. */
export type Ids = {
  /** A fresh window id: the run's mark, a hyphen, a number (D-30). */
  windowId(): string
  /** A fresh id such as `sel-4`. */
  mint(prefix: string): string
  /** The id of one appearance of a thing, minted at first sight; `scope` is where it appears. */
  of(scope: string, prefix: string, key: string): string
  /** Forgets the appearances of a scope that is gone; their ids stay issued. */
  dropScope(scope: string): void
  /** True for every id of this run, whether its thing still exists or not. */
  isIssued(id: string): boolean
}

/**
 * Makes the ids of a run.
 *
 * Shape   `mark` is 2 to 4 random lower-case letters and digits, new at each start; prefixes are lower-case letters
 *         and differ from the mark.
 * Source  elements §5.4, GB §10.3 · EL-9.1-id-stable, GB-10.3-never-reused
 */
export function createIds(mark: string): Ids {
  const last = new Map<string, number>()
  const scopes = new Map<string, Map<string, string>>()
  const mint = (prefix: string): string => {
    const next = (last.get(prefix) ?? 0) + 1
    last.set(prefix, next)
    return `${prefix}-${next}`
  }
  return {
    mint,
    windowId: () => mint(mark),
    of(scope, prefix, key) {
      let ids = scopes.get(scope)
      if (!ids) scopes.set(scope, (ids = new Map()))
      let id = ids.get(key)
      if (id === undefined) ids.set(key, (id = mint(prefix)))
      return id
    },
    dropScope: scope => void scopes.delete(scope),
    isIssued(id) {
      const match = /^([a-z0-9]+)-([1-9]\d{0,14})$/.exec(id)
      return match?.[1] !== undefined && Number(match[2]) <= (last.get(match[1]) ?? 0)
    },
  }
}
