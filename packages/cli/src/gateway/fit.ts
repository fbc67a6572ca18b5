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

/** The windows as an outline; each keeps its line, and its contents as far as there is room. */
export function outlineWithin({ windows, operable, left: unshown }: Part, budget: number): string {
  const all = windows.map(window => {
    const text = printWindows({
      operableWindowIds: operable.filter(id => id === window.id),
      windows: [window],
    })
    const [head = '', ...body] = text.split('\n').map(inertInPrompt)
    return { head, body }
  })
  let room = budget - all.reduce((sum, { head }) => sum + estimateTokens(head), 0)
  const lines = all.flatMap(({ head, body }) => {
    const shown: string[] = []
    for (const line of body) {
      const size = estimateTokens(line)
      if (size > room) {
        if (room > LEAST_PART) shown.push(`${cutText(line, room * 3).text} …`)
        room = 0
        break
      }
      room -= size
      shown.push(line)
    }
    const missing = body.length - shown.length
    const isCut = missing > 0 || shown.at(-1) !== body[shown.length - 1]
    return [
      head,
      ...shown,
      ...(isCut ? [`  … ${missing} more lines: read this window alone, with a larger budget`] : []),
    ]
  })
  return [
    ...lines,
    ...(unshown.length > 0 ? [`… ${unshown.length} more windows: name some of ${someOf(unshown)}`] : []),
  ].join('\n')
}

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
