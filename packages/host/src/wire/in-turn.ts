/** Doing many things a few at a time, so that many files cost neither handles nor memory. */

/**
 * Works through all items in their order, so many at once; the results stand in the same order.
 *
 * Errors  none when the work has none.
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++)
      for (const item of items.slice(at, at + 1)) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
