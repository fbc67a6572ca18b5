/** What is other in a window that the agent has read: the lines that are new, and what went. */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindows, type SeenWindow } from '@copane/protocol/bridge'
import type { Sight } from './sight.js'

/** Windows as the agent was last told them, by id. */
export type Told = Map<string, SeenWindow>

/**
 * The windows among these that the agent has read, as far as they are other now; from now on it knows them as they are.
 *
 * Shape   of each its line and the lines that are new, each below the head of its block; `- ` before one that went and that no
 *         new one stands for. What there is no room for is left to be read. Units: tokens by our estimate.
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
    const news = before && now ? newsOf(before, now, snapshot.operableWindowIds.includes(id)) : undefined
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

function newsOf(before: SeenWindow, now: SeenWindow, isOperable: boolean): string[] {
  const [head = '', ...lines] = linesOf(now, isOperable)
  const [, ...old] = linesOf(before, isOperable)
  const known = new Set(old)
  const stays = new Set(lines)
  const added = new Set(lines.filter(line => !known.has(line)).map(keyOf))
  const gone = old.filter(line => !stays.has(line) && !added.has(keyOf(line)))
  return [head, ...belowHeads(lines, line => !known.has(line)), ...gone.map(line => `  - ${line.trim()}`)]
}

const linesOf = (window: SeenWindow, isOperable: boolean): string[] =>
  printWindows({ operableWindowIds: isOperable ? [window.id] : [], windows: [window] })
    .split('\n')
    .map(inertInPrompt)

/** What a line is about: a field's label, a row's first cell, a block's kind and name. */
const keyOf = (line: string): string => /^(?:\s*\[[^,\]]*|.*?(?= = |$))/.exec(line)?.[0] ?? line

function belowHeads(lines: readonly string[], isWanted: (line: string) => boolean): string[] {
  const kept: string[] = []
  let head: string | undefined
  for (const line of lines) {
    const isHead = !line.startsWith(INSIDE)
    if (isHead) head = line
    if (!isWanted(line)) continue
    if (!isHead && head !== undefined) kept.push(head)
    kept.push(line)
    head = undefined
  }
  return kept
}

/** Before a line that is inside a block. */
const INSIDE = '    '
