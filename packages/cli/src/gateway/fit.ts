/** Windows within a budget: every window keeps its line, and what is left out is counted (FR-1, FR-20). */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindows, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'
import type { Facts } from './answer.js'
import { plain } from './words.js'

/** Some windows of a snapshot. */
export type Part = { windows: readonly SeenWindow[]; operable: readonly string[] }

/** The part of a snapshot that was asked for, operable windows first: what is in front is what fits. */
export function partOf(
  { windows, operableWindowIds }: SeenSnapshot,
  ids: readonly string[] | undefined,
): Part {
  const wanted = windows.filter(({ id }) => ids === undefined || ids.includes(id))
  const isOperable = ({ id }: SeenWindow) => operableWindowIds.includes(id)
  return {
    windows: [...wanted.filter(isOperable), ...wanted.filter(window => !isOperable(window))],
    operable: operableWindowIds,
  }
}

/** The windows as an outline. Units: tokens by our estimate; the lines of the windows themselves are never left out. */
export function outlineWithin({ windows, operable }: Part, budget: number): string {
  const all = windows.map(window => {
    const text = printWindows({ operableWindowIds: [...operable], windows: [window] })
    const [head = '', ...body] = text.split('\n').map(inertInPrompt)
    return { head, body }
  })
  let left = budget - all.reduce((sum, { head }) => sum + estimateTokens(head), 0)
  return all
    .flatMap(({ head, body }) => {
      const shown: string[] = []
      for (const line of body) {
        left -= estimateTokens(line)
        if (left < 0) break
        shown.push(line)
      }
      const missing = body.length - shown.length
      return [
        head,
        ...shown,
        ...(missing > 0 ? [`  … ${missing} more lines: read this window alone, with a larger budget`] : []),
      ]
    })
    .join('\n')
}

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
