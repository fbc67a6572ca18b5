/** What somebody who knows some windows is told of them later: the lines that are new, and what went. */
import { inertJson, inertWord } from '../json/inert.js'
import { blockName, printBlock, printWindowLine, printWindows, type WindowStyle } from './outline.js'
import type { Block, SeenSnapshot, SeenWindow } from './types.js'

/**
 * How news is written.
 *
 * Shape   `given`: values that the reader gave itself: fields that came to hold one of them are not told, unless more of them did
 *         than it gave. Which field a value was meant for is not known here, so give only what was just accepted.
 */
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
 * Shape   its line, with what differs in it; below that, by block, its head where it is new, else `type id`; the lines that are
 *         new, and `- ` before one that went. A new line takes the place of the one that was known with its label or
 *         first cell, if that was one: it is not told that this went. Where lines moved, all of the block, `in this order:`.
 *         `- type id` of a block that went. Blocks of one type without ids count as one; the order of blocks, and where new lines
 *         stand that are not of an ordered list, is not told.
 */
export function printWindowNews(
  before: SeenWindow,
  now: SeenWindow,
  operable: boolean,
  { given = [], ...style }: NewsStyle = {},
): string[] {
  const old = blocksOf(before)
  const news = [...blocksOf(now)].map(([name, block]) => {
    const known = old.get(name)
    old.delete(name)
    return { name, isNew: !known, ...newsOfBlock(known, block) }
  })
  const isOwn = ownLines(
    news.flatMap(({ inside }) => inside),
    given,
  )
  const lines = news.flatMap(({ name, isNew, heads, inside, gone, goneHeads, isMoved }) => {
    const shown = isMoved ? inside : inside.filter(line => !isOwn(line))
    const below = [...shown.map(({ text }) => text), ...gone.map(({ text }) => `  - ${text.trim()}`)]
    const named = heads.length === 0 && (isNew || below.length > 0) ? [name] : []
    const head = isMoved ? [`${name} in this order:`] : named
    return [...heads.map(({ text }) => text), ...head, ...below, ...goneHeads.map(({ text }) => `- ${text}`)]
  })
  const closed = [...old.keys()].map(name => `- ${name}`)
  return [
    printWindowLine(now, operable, { ...style, known: before }),
    ...[...lines, ...closed].map(line => `  ${line}`),
  ]
}

/** A line with what it is about: a field's label, a row's first cell, or itself; `value`: what a field holds. */
type Line = { text: string; about: string; value?: string }
/** `heads`: those that say more than the name. */
type BlockLines = { heads: Line[]; inside: Line[]; isOrdered: boolean }

/** What is told of lines, and of lines that went. */
type LineNews = { told: Line[]; gone: Line[] }

/** The lines of a window's blocks, by the name of the block; blocks of one name count as one. */
function blocksOf({ blocks }: SeenWindow): Map<string, BlockLines> {
  const found = new Map<string, BlockLines>()
  for (const block of blocks) {
    const name = blockName(block)
    const lines = found.get(name) ?? { heads: [], inside: [], isOrdered: false }
    const [head = '', ...rest] = printBlock(block)
    if (head !== name) lines.heads.push({ text: head, about: name })
    for (const [at, text] of rest.entries()) lines.inside.push({ text, ...subjectOf(block, at, text) })
    lines.isOrdered ||= block.type === 'list' && block.ordered === true
    found.set(name, lines)
  }
  return found
}

function subjectOf(block: Block, at: number, text: string): Pick<Line, 'about' | 'value'> {
  const item = block.type === 'fields' ? block.items[at] : undefined
  if (item) return { about: inertJson(item.label), value: inertJson(item.value) }
  const row = block.type === 'table' ? block.rows[at] : undefined
  return { about: row && row.length > 0 ? inertJson(row[0]) : text }
}

function newsOfBlock(known: BlockLines | undefined, now: BlockLines) {
  const head = newsOfLines(known?.heads ?? [], now.heads)
  const inside = newsOfLines(known?.inside ?? [], now.inside)
  const isMoved = known !== undefined && isReordered(known.inside, now)
  return {
    heads: head.told,
    inside: isMoved ? now.inside : inside.told,
    gone: isMoved ? [] : inside.gone,
    goneHeads: head.gone,
    isMoved,
  }
}

/** The lines that stand more often on one side; a single line that several came to be beside is told with them. */
function newsOfLines(known: readonly Line[], now: readonly Line[]): LineNews {
  const had = counts(known)
  const has = counts(now)
  const isNew = missingIn(known)
  const went = missingIn(now)
  return {
    told: now.filter(line => isNew(line) || (had.get(line.about) === 1 && (has.get(line.about) ?? 0) > 1)),
    gone: known.filter(line => went(line) && (had.get(line.about) !== 1 || !has.has(line.about))),
  }
}

function counts(lines: readonly Line[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { about } of lines) found.set(about, (found.get(about) ?? 0) + 1)
  return found
}

/** Tells, line by line, those that stand more often than among these. */
function missingIn(lines: readonly Line[]): (line: Line) => boolean {
  const left = new Map<string, number>()
  for (const { text } of lines) left.set(text, (left.get(text) ?? 0) + 1)
  return ({ text }) => {
    const count = left.get(text) ?? 0
    if (count > 0) left.set(text, count - 1)
    return count === 0
  }
}

/** True where lines that stayed changed places, or where a list that counts its items got one before another. */
function isReordered(known: readonly Line[], { inside: now, isOrdered }: BlockLines): boolean {
  const [had, has] = [counts(known), counts(now)]
  const isShared = ({ about }: Line) => (had.get(about) ?? 0) > 1 || (has.get(about) ?? 0) > 1
  const namesOf = (lines: readonly Line[]): Set<string> => {
    const times = new Map<string, number>()
    return new Set(
      lines.map(line => {
        if (!isShared(line)) return line.about
        const time = (times.get(line.text) ?? 0) + 1
        times.set(line.text, time)
        return `${line.text} ${time}`
      }),
    )
  }
  const before = namesOf(known)
  const after = namesOf(now)
  const kept = [...before].filter(name => after.has(name))
  const compared = isOrdered ? [...after] : [...after].filter(name => before.has(name))
  return kept.some((name, at) => name !== compared[at])
}

/** Tells the fields that came to hold a value which was given, where they are no more than it was given times. */
function ownLines(told: readonly Line[], given: readonly unknown[]): (line: Line) => boolean {
  const left = new Map<string, number>()
  const count = (value: string, by: number) => left.set(value, (left.get(value) ?? 0) + by)
  for (const value of given) if (value !== undefined) count(inertJson(value), 1)
  for (const { value } of told) if (value !== undefined && left.has(value)) count(value, -1)
  return ({ value }) => value !== undefined && (left.get(value) ?? -1) >= 0
}
