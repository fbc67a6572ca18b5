/** The ids of one run: minted in sequence, never reused, told apart from ids that were never issued (D-18, D-30). */

/** Mints ids and remembers which appearance has which. */
export type Ids = {
  /** A fresh window id: the run's mark, a hyphen, a number (D-30). */
  windowId(): string
  /** A fresh id such as `sel-4`. */
  mint(prefix: string): string
  /** The id of one appearance of a thing, minted at first sight; `scope` is where it appears. */
  of(scope: string, prefix: string, key: string): string
  /**
   * The id of one appearance of an object: the same object shown somewhere else has another id (EL-5.4-one-appearance).
   *
   * Shape   nothing is kept for an object, nor for an `appearance` that is one, that the app itself let go.
   */
  idFor(thing: object, appearance?: string | object, prefix?: string): string
  /** Forgets one appearance that is gone, so that its key may come back as another thing; its id stays issued. */
  drop(scope: string, key: string): void
  /** Forgets the appearances of a scope that is gone; their ids stay issued. */
  dropScope(scope: string | object): void
  /** True for every id of this run, whether its thing still exists or not. */
  isIssued(id: string): boolean
}

/**
 * Makes the ids of a run.
 *
 * Shape   `mark` is 2 to 4 random lower-case letters and digits, new at each start; a prefix is 1 to 6 lower-case
 *         letters, and anything else in one is left out, so that an id has at most 16 characters (D-18).
 * Source  elements §5.4, GB §10.3 · EL-9.1-id-stable, EL-5.4-one-appearance, GB-10.3-never-reused
 */
export function createIds(mark: string): Ids {
  const last = new Map<string, number>()
  const scopes = new Map<string, Map<string, string>>()
  const appearances = new Map<string, WeakMap<object, string>>()
  const within = new WeakMap<object, WeakMap<object, string>>()
  const count = (prefix: string): string => {
    const next = (last.get(prefix) ?? 0) + 1
    last.set(prefix, next)
    return `${prefix}-${next}`
  }
  const mint = (prefix: string): string => count(prefixIn(prefix))
  return {
    mint,
    windowId: () => count(mark),
    of(scope, prefix, key) {
      const ids = valueIn(scopes, scope, () => new Map<string, string>())
      return valueIn(ids, key, () => mint(prefix))
    },
    idFor(thing, appearance = '', prefix = 'e') {
      const fresh = () => new WeakMap<object, string>()
      const ids =
        typeof appearance === 'string'
          ? valueIn(appearances, appearance, fresh)
          : valueIn(within, appearance, fresh)
      return valueIn(ids, thing, () => mint(prefix))
    },
    drop: (scope, key) => void scopes.get(scope)?.delete(key),
    dropScope(scope) {
      if (typeof scope === 'object') within.delete(scope)
      else {
        scopes.delete(scope)
        appearances.delete(scope)
      }
    },
    isIssued(id) {
      const match = /^([a-z0-9]+)-([1-9]\d{0,14})$/.exec(id)
      return match?.[1] !== undefined && Number(match[2]) <= (last.get(match[1]) ?? 0)
    },
  }
}

const prefixIn = (text: string): string => text.replace(/[^a-z]/g, '').slice(0, 6) || 'e'

/** What a map and a weak map have in common here. */
type Keyed<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown }

function valueIn<Key, Value>(map: Keyed<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}
