/** The ids of one answer, checked for their form and for being used once in a single pass (EL-5.1-id-unique). */

/**
 * Ids that were seen: a hash table of our own, since a Set costs more than all else that is asked of an element.
 *
 * Shape   `slots` holds an id's place in `ids` plus 1, or 0; `rest` what has a wrong form, and what found no slot
 *         near its own, so that ids made to collide cost no more than a Set.
 */
export type KnownIds = { slots: Int32Array; hashes: Int32Array; ids: string[]; rest: Set<string> }

/** No ids yet. */
export const noIds = (): KnownIds => ({
  slots: new Int32Array(2 * FIRST_SIZE),
  hashes: new Int32Array(FIRST_SIZE),
  ids: [],
  rest: new Set(),
})

/** Adds an id and says what is wrong with it, if anything (EL-5.1-id-form, EL-5.1-id-unique). */
export function addId(known: KnownIds, id: string): 'new' | 'misshapen' | 'twice' {
  const hash = hashOf(id)
  if (hash === MISSHAPEN) {
    known.rest.add(id)
    return 'misshapen'
  }
  const { slots, hashes, ids, rest } = known
  const mask = slots.length - 1
  for (let step = 0; step < MOST_STEPS; step++) {
    const at = (hash + step) & mask
    const place = slots[at] ?? 0
    if (place === 0) {
      if (rest.size > 0 && rest.has(id)) return 'twice'
      hashes[ids.length] = hash
      slots[at] = ids.push(id)
      if (ids.length === hashes.length) grow(known)
      return 'new'
    }
    if (hashes[place - 1] === hash && ids[place - 1] === id) return 'twice'
  }
  if (rest.has(id)) return 'twice'
  rest.add(id)
  return 'new'
}

/** True for an id that was added, of whatever form. */
export function hasId(known: KnownIds, id: string): boolean {
  const hash = hashOf(id)
  const { slots, ids } = known
  for (let step = 0; hash !== MISSHAPEN && step < MOST_STEPS; step++) {
    const place = slots[(hash + step) & (slots.length - 1)] ?? 0
    if (place === 0) break
    if (ids[place - 1] === id) return true
  }
  return known.rest.has(id)
}

/** Growing costs a look at every id, so a usual answer needs none, and a full one a single one. */
const FIRST_SIZE = 512
const GROWTH = 32
const MOST_STEPS = 32
const MISSHAPEN = -1

/** A number from 0 that is the same for the same id; -1 for one that is not 1 to 128 letters, digits, `-`, `_`. */
function hashOf(id: string): number {
  const { length } = id
  if (length < 1 || length > 128) return MISSHAPEN
  let hash = length
  for (let at = 0; at < length; at++) {
    const code = id.charCodeAt(at)
    if (!isIdSign(code)) return MISSHAPEN
    hash = Math.imul(hash ^ code, 0x01000193)
  }
  return (hash ^ (hash >>> 15)) & 0x7fffffff
}

const isIdSign = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x2d ||
  code === 0x5f

/** Makes room; what finds no slot goes to the rest. */
function grow(known: KnownIds): void {
  const { ids, rest } = known
  const slots = new Int32Array(known.slots.length * GROWTH)
  const hashes = new Int32Array(known.hashes.length * GROWTH)
  const mask = slots.length - 1
  hashes.set(known.hashes)
  for (let at = 0; at < ids.length; at++) {
    const hash = hashes[at] ?? 0
    let step = 0
    while (step < MOST_STEPS && slots[(hash + step) & mask] !== 0) step++
    if (step < MOST_STEPS) slots[(hash + step) & mask] = at + 1
    else rest.add(ids[at] ?? '')
  }
  known.slots = slots
  known.hashes = hashes
}
