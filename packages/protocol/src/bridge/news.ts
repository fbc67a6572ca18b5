/** What somebody who knows some windows is told of them later: the lines that are new, and what went. */
import { inertJson, inertWord } from '../json/inert.js'
import { blockName, printBlock, printWindowLine, printWindows, type WindowStyle } from './outline.js'
import type { SeenSnapshot, SeenWindow } from './types.js'

/** How news is written. `given`: values that the reader gave itself: a field that holds one of them now is not told. */
export type NewsStyle = WindowStyle & { given?: readonly unknown[] }

/**
 * What is other in the windows of an app than in a snapshot that was read before.
 *
 * Shape   windows that opened whole, in the outline notation; of the others those that differ, as `printWindowNews` has it;
 *         `id closed`. '' when nothing differs.
 */
export function printNews(before: SeenSnapshot, now: SeenSnapshot, style: NewsStyle = {}): string {
  const known = new Map(before.windows.map(window => [window.id, window]))
  const could = new Set(before.operableWindowIds)
  const can = new Set(now.operableWindowIds)
  const lines = now.windows.flatMap(window => {
    const { id } = window
    const old = known.get(id)
    known.delete(id)
    const operable = can.has(id)
    if (!old) return [printWindows({ operableWindowIds: operable ? [id] : [], windows: [window] }, style)]
    const isSame =
      could.has(id) === operable && printWindowLine(old, operable) === printWindowLine(window, operable)
    const news = printWindowNews(old, window, operable, style)
    return isSame && news.length === 1 ? [] : news
  })
  return [...lines, ...[...known.keys()].map(id => `${inertWord(id)} closed`)].join('\n')
}

/**
 * What is other in one window.
 *
 * Shape   its line, with what differs in it; the lines that are new, each below its block as `type id`; `- ` before one that
 *         went and that no new one stands for; of a block that went only its name.
 */
export function printWindowNews(
  before: SeenWindow,
  now: SeenWindow,
  operable: boolean,
  { given = [], ...style }: NewsStyle = {},
): string[] {
  const old = linesOf(before)
  const isOwn = ownLines(given)
  const told: string[] = []
  const gone: string[] = []
  for (const [name, { heads, inside }] of linesOf(now)) {
    const known = old.get(name)
    old.delete(name)
    const newHeads = difference(heads, known?.heads)
    const newInside = difference(inside, known?.inside)
    const shown = newInside.filter(line => !isOwn(line))
    if (newHeads.length > 0 || shown.length > 0)
      told.push(...(newHeads.length > 0 ? newHeads : [name]), ...shown)
    if (!known) continue
    const stands = new Set(newInside.map(keyOf))
    if (newHeads.length === 0) gone.push(...difference(known.heads, heads))
    gone.push(...difference(known.inside, inside).filter(line => !stands.has(keyOf(line))))
  }
  gone.push(...old.keys())
  return [
    printWindowLine(now, operable, { ...style, known: before }),
    ...told.map(line => `  ${line}`),
    ...gone.map(line => `  - ${line.trim()}`),
  ]
}

type BlockLines = { heads: string[]; inside: string[] }

/** The lines of a window's blocks, by the name of the block; blocks of one name count as one. */
function linesOf({ blocks }: SeenWindow): Map<string, BlockLines> {
  const found = new Map<string, BlockLines>()
  for (const block of blocks) {
    const name = blockName(block)
    const lines = found.get(name) ?? { heads: [], inside: [] }
    const [head = '', ...rest] = printBlock(block)
    lines.heads.push(head)
    for (const line of rest) lines.inside.push(line)
    found.set(name, lines)
  }
  return found
}

/** The lines that stand more often here than there. */
function difference(lines: readonly string[], others: readonly string[] = []): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter(line => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0
  })
}

/** What a line is about: a field's label, a row's first cell. */
const keyOf = (line: string): string => /^(?:\s*\[[^,\]]*|.*?(?= = |$))/.exec(line)?.[0] ?? line

/** Tells fields that hold a value from a list. */
function ownLines(given: readonly unknown[]): (line: string) => boolean {
  const ends = given.flatMap(value => (value === undefined ? [] : [` = ${inertJson(value)}`]))
  return line => line.startsWith('  "') && ends.some(end => line.endsWith(end))
}
