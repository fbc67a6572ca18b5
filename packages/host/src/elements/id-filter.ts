/** Ids that were forgotten, remembered well enough to be asked about: in fixed memory, never denied wrongly. */

/** `mayHold` is true for every id that was added, and rarely for another. */
export type IdFilter = { add: (id: string) => void; mayHold: (id: string) => boolean }

const BITS = 2 ** 17
const HASHES = 4

/** Makes an empty filter of 16 KiB; with 10,000 ids in it, one id in two thousand is taken for one of them. */
export function createIdFilter(): IdFilter {
  const words = new Uint32Array(BITS / 32)
  return {
    add: id => {
      for (const bit of bitsOf(id)) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
    },
    mayHold: id => bitsOf(id).every(bit => ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0),
  }
}

/** FNV-1a, and steps of a second hash of it. */
function bitsOf(id: string): number[] {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  const step = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 1
  return Array.from({ length: HASHES }, (_, at) => ((hash + Math.imul(at, step)) >>> 0) % BITS)
}
