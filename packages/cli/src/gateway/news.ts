/** What is other in a window that the agent has read: the lines that are new, and what went. */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindowNews, type SeenWindow } from '@copane/protocol/bridge'
import type { Sight } from './sight.js'

/** Windows as the agent was last told them, by id. */
export type Told = Map<string, SeenWindow>

/**
 * The windows among these that the agent has read, as far as they are other now; from now on it knows them as they are.
 *
 * Shape   lines of `printWindowNews`. What there is no room for is left to be read. Units: tokens by our estimate.
 */
export function tellNews(
  ids: readonly string[],
  { snapshot }: Sight,
  told: Told,
  budget: number,
): { lines: string[]; unread: string[] } {
  const lines: string[] = []
  const unread: string[] = []
  let room = budget
  for (const id of ids) {
    const before = told.get(id)
    const now = snapshot.windows.find(window => window.id === id)
    const news =
      before &&
      now &&
      printWindowNews(before, now, snapshot.operableWindowIds.includes(id)).map(inertInPrompt)
    const size = news === undefined ? 0 : estimateTokens(news.join('\n'))
    if (!news || !now || size > room) {
      unread.push(id)
      continue
    }
    room -= size
    told.set(id, now)
    lines.push(...news)
  }
  return { lines, unread }
}
