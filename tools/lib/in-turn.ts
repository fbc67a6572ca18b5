/** Does work for many items, a few at a time. */

/** Results in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  atMost: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = items.entries()
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atMost }, worker))
  return results
}
