/** The ids of one run: minted in sequence, never reused, told apart from ids that were never issued (D-18, D-30). */
import { MAX_WINDOW_ID } from '@copane/protocol/bridge'

/** Mints ids and remembers which appearance has which. */
export type Ids = {
  /**
   * A fresh window id: the run's mark and a number, such as `zonul3`. Ids of other things have a hyphen (D-30).
   *
   * Errors  throws when a run has had as many windows as an id has digits for: with five letters 9,999,999.
   */
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
 * Shape   `mark` is 1 to 8 lower-case letters, new and random at each start, as `mintMark()` gives; a digit in one
 *         would run together with the number. A prefix is 1 to 6 lower-case letters, and anything else in one is left
 *         out, so that an id has at most 16 characters (D-18).
 * Errors  throws on another mark.
 * Source  elements §5.4, GB §10.3 · EL-9.1-id-stable, EL-5.4-one-appearance, GB-10.3-never-reused
 */
export function createIds(mark: string): Ids {
  if (!/^[a-z]{1,8}$/.test(mark)) throw new Error('mark: give 1 to 8 lower-case letters, as mintMark() does')
  const mostWindows = 10 ** (MAX_WINDOW_ID - mark.length) - 1
  let windows = 0
  const last = new Map<string, number>()
  const scopes = new Map<string, Map<string, string>>()
  const appearances = new Map<string, WeakMap<object, string>>()
  const within = new WeakMap<object, WeakMap<object, string>>()
  const mint = (text: string): string => {
    const prefix = prefixIn(text)
    const next = (last.get(prefix) ?? 0) + 1
    last.set(prefix, next)
    return `${prefix}-${next}`
  }
  return {
    mint,
    windowId() {
      if (windows === mostWindows)
        throw new Error(`a run has ids for ${mostWindows} windows, and all were given; start the app anew`)
      return `${mark}${++windows}`
    },
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
      const [, name = '', hyphen, number] = /^([a-z]+)(-?)([1-9]\d{0,14})$/.exec(id) ?? []
      const highest = hyphen === '-' ? last.get(name) : name === mark ? windows : undefined
      return Number(number) <= (highest ?? 0)
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
