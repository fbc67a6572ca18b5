/** Doing many things a few at a time, so that many files cost neither handles nor memory. */

/** What is there at once, or later. */
export type Soon<Value> = Value | Promise<Value>

/** Goes on with a value at once where it is there. */
export const after = <Value, Result>(
  value: Soon<Value>,
  next: (value: Value) => Soon<Result>,
): Soon<Result> => (value instanceof Promise ? value.then(next) : next(value))

/**
 * Works through all items in their order, so many at once; the results stand in the same order.
 *
 * Errors  none when the work has none.
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Soon<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const worker = async () => {
    for (const [at, item] of entries) {
      const result = work(item, at)
      results[at] = result instanceof Promise ? await result : result
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
