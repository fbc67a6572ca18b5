/** Ids that were told, remembered in bounded memory: the newest are known for sure, the oldest are let go. */

/** A bounded memory of ids. */
export type Remembered = { add(id: string): void; has(id: string): boolean }

/** Remembers at least the newest `most` ids, and at most twice as many. */
export function createRemembered(most = 50_000): Remembered {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    add(id) {
      if (young.size >= most) {
        old = young
        young = new Set()
      }
      young.add(id)
    },
    has: id => young.has(id) || old.has(id),
  }
}
