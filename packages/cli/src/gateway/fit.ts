/** Windows within a budget: what is left out is counted, never silent (FR-1, FR-20). */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindows, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'
import { cutText } from '@copane/protocol/elements'
import type { Facts } from './answer.js'
import { plain } from './words.js'

/** Some windows of a snapshot; `left`: the ids of those that there was no room for. */
export type Part = { windows: readonly SeenWindow[]; operable: readonly string[]; left: readonly string[] }

/**
 * The part of a snapshot that was asked for, operable windows first: what is in front is what fits.
 *
 * Shape   as many windows as have their own lines within the budget, one at least. Units: tokens by our estimate.
 */
export function partOf(
  { windows, operableWindowIds }: SeenSnapshot,
  ids: readonly string[] | undefined,
  budget: number,
): Part {
  const operable = new Set(operableWindowIds)
  const asked = new Set(ids ?? windows.map(({ id }) => id))
  const wanted = windows.filter(({ id }) => asked.has(id))
  const ordered = [
    ...wanted.filter(({ id }) => operable.has(id)),
    ...wanted.filter(({ id }) => !operable.has(id)),
  ]
  let left = budget
  const fitting = ordered.findIndex(({ blocks: _, ...head }, at) => {
    left -= estimateTokens(JSON.stringify(head))
    return left < 0 && at > 0
  })
  const count = fitting < 0 ? ordered.length : fitting
  return {
    windows: ordered.slice(0, count),
    operable: operableWindowIds,
    left: ordered.slice(count).map(({ id }) => id),
  }
}

/** The first of many that fit into a budget, 20 at most and one at least. Units: tokens. */
export function fitting<Item>(
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
  budget: number,
): Item[] {
  const first = items.slice(0, MOST_IDS)
  let left = budget
  const end = first.findIndex((item, at) => {
    left -= estimateTokens(linesOf(item).join('\n'))
    return left < 0 && at > 0
  })
  return end < 0 ? first : first.slice(0, end)
}

/** How much the lines of the windows themselves take. Units: tokens. */
export const headsOf = ({ windows, operable }: Part): number =>
  windows.reduce((sum, window) => sum + estimateTokens(linesOf(window, operable)[0] ?? ''), 0)

/**
 * The windows as an outline; each keeps its line, and its contents as far as there is room.
 *
 * Shape   what tells most comes first: the heads of blocks, then small blocks, then the rest from the top. What is missing is
 *         counted where it is.
 */
export function outlineWithin(part: Part, budget: number): string {
  const { windows, operable, left: unshown } = part
  let room = budget - headsOf(part)
  const all = windows.map(window => {
    const [head = '', ...body] = linesOf(window, operable)
    const shown: (string | undefined)[] = body.map(() => undefined)
    return { head, body, blocks: blocksOf(body), shown }
  })
  const take = ({ body, shown }: (typeof all)[number], at: number): boolean => {
    const line = body[at] ?? ''
    if (shown[at] !== undefined) return true
    const size = estimateTokens(line)
    if (size > room) return false
    room -= size
    shown[at] = line
    return true
  }
  for (const window of all)
    for (const { from } of window.blocks)
      if (estimateTokens(window.body[from] ?? '') <= SMALL_TOKENS) take(window, from)
  for (const window of all)
    for (const { from, to } of window.blocks) {
      const size = estimateTokens(window.body.slice(from + 1, to).join('\n'))
      if (window.shown[from] !== undefined && size <= Math.min(room, SMALL_TOKENS))
        for (let at = from + 1; at < to; at++) take(window, at)
    }
  for (const window of all) {
    const stop = window.body.findIndex((_, at) => !take(window, at))
    if (stop < 0) continue
    if (room > LEAST_PART) window.shown[stop] = `${cutText(window.body[stop] ?? '', room * 3).text} …`
    room = 0
  }
  const lines = all.flatMap(({ head, body, blocks, shown }) => {
    const missing = shown.filter(line => line === undefined).length
    const isCut = shown.some((line, at) => line !== body[at])
    const inside = blocks.flatMap(({ from, to }) => {
      const block = shown.slice(from, to)
      const gap = block.filter(line => line === undefined).length
      const isLast = gap === missing && shown.at(-1) === undefined
      return [
        ...block.flatMap(line => line ?? []),
        ...(gap > 0 && gap < block.length && !isLast ? [`    … ${gap} more`] : []),
      ]
    })
    const said = missing > 0 ? `${missing} more lines` : 'cut'
    return [head, ...inside, ...(isCut ? [`  … ${said}`] : [])]
  })
  return [
    ...lines,
    ...(unshown.length > 0 ? [`… ${unshown.length} more windows: name some of ${someOf(unshown)}`] : []),
  ].join('\n')
}

/** A window as its line and the lines inside it, which can do no harm. */
export const linesOf = (window: SeenWindow, operable: readonly string[]): string[] =>
  printWindows({ operableWindowIds: operable.filter(id => id === window.id), windows: [window] })
    .split('\n')
    .map(inertInPrompt)

/** Where each block begins and ends among the lines of a window. */
function blocksOf(body: readonly string[]): { from: number; to: number }[] {
  const starts = body.flatMap((line, at) => (at === 0 || !line.startsWith('    ') ? [at] : []))
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? body.length }))
}

/** A block that is shown before the long ones. Units: tokens. */
const SMALL_TOKENS = 60

/** A line is cut for no less. Units: tokens. */
const LEAST_PART = 50
const MOST_IDS = 20

const someOf = (ids: readonly string[]): string => ids.slice(0, MOST_IDS).join(' ')

/** The windows as data; a window whose blocks don't fit says how many are left out. */
export function jsonWithin({ windows, operable }: Part, budget: number): Facts[] {
  let left = budget
  return windows.map(window => {
    const { blocks, exactVersion, version, ...head } = window
    left -= estimateTokens(JSON.stringify(head))
    const shown: typeof blocks = []
    for (const block of blocks) {
      left -= estimateTokens(JSON.stringify(block))
      if (left < 0) break
      shown.push(block)
    }
    const missing = blocks.length - shown.length
    return {
      ...head,
      version: exactVersion ?? version,
      operable: operable.includes(window.id),
      blocks: plain(shown),
      ...(missing > 0 ? { blocksLeftOut: missing } : {}),
    }
  })
}
