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
  const byId = new Map(snapshot.windows.map(window => [window.id, window]))
  const operable = new Set(snapshot.operableWindowIds)
  const lines: string[] = []
  const unread: string[] = []
  let room = budget
  for (const id of ids) {
    const before = told.get(id)
    const now = byId.get(id)
    const news = before && now && newsWithin(before, now, { operable: operable.has(id), room })
    if (!now || !news) {
      unread.push(id)
      continue
    }
    room -= tokensOf(news)
    told.set(id, now)
    lines.push(...news)
  }
  return { lines, unread }
}

/** What is other in one window, inert; undefined where there is no room for all of it. Units: tokens by our estimate. */
export function newsWithin(
  before: SeenWindow,
  now: SeenWindow,
  { operable, room, given = [] }: { operable: boolean; room: number; given?: readonly unknown[] },
): string[] | undefined {
  const news = printWindowNews(before, now, operable, { given }).map(inertInPrompt)
  return tokensOf(news) <= room ? news : undefined
}

const tokensOf = (lines: readonly string[]): number => estimateTokens(lines.join('\n'))
