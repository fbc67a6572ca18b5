/** Numbers that look random and are the same in every run. */

/** Draws whole numbers and list entries from one fixed sequence. */
export type Draw = { below(limit: number): number; oneOf<Item>(items: readonly [Item, ...Item[]]): Item }

/** Makes a sequence from a seed (mulberry32). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, oneOf: items => items[below(items.length)] ?? items[0] }
}
