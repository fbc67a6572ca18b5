/** A passage of text that keeps naming the same words while the text is edited (EL-9.1-passage). */

/** A range of UTF-16 code units: `start` inclusive, `end` exclusive. */
export type Passage = { start: number; end: number }

/** One replacement: `removed` code units at `at` gave way to `inserted` ones. */
export type Splice = { at: number; removed: number; inserted: number }

/**
 * The one replacement that turns a text into another: what is left between their common ends.
 *
 * Shape   never cuts a surrogate pair in two, so a passage that moves by it holds whole characters only.
 */
export function spliceBetween(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++
  if (at > 0 && isHighSurrogate(before.charCodeAt(at - 1))) at--
  let tail = 0
  while (
    tail < most - at &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail--
  return { at, removed: before.length - at - tail, inserted: after.length - at - tail }
}

/**
 * Where a passage is after an edit.
 *
 * Shape   text typed at either end stays outside, text typed within stays inside; undefined once none of the
 *         passage's own text is left.
 * Units   UTF-16 code units.
 */
export function movePassage(passage: Passage, splice: Splice): Passage | undefined {
  const { at, removed, inserted } = splice
  const gone = at + removed
  const shift = inserted - removed
  if (gone <= passage.start) return { start: passage.start + shift, end: passage.end + shift }
  if (at >= passage.end) return passage
  if (at <= passage.start && gone >= passage.end) return undefined
  return {
    start: at <= passage.start ? at + inserted : passage.start,
    end: gone >= passage.end ? at : passage.end + shift,
  }
}

/**
 * Where a passage is after many replacements in one change.
 *
 * Shape   the splices don't overlap, in any order; `at` of each counts in the text as it was before the change.
 * Units   UTF-16 code units.
 */
export function movePassages(passage: Passage, splices: readonly Splice[]): Passage | undefined {
  let moved: Passage | undefined = passage
  // From the last one back, since a splice leaves what is before it where it was.
  for (const splice of splices.toSorted((a, b) => b.at - a.at || b.removed - a.removed)) {
    if (!moved) return undefined
    moved = movePassage(moved, splice)
  }
  return moved
}

/** True for a splice that changes something. */
export const isEdited = ({ removed, inserted }: Splice): boolean => removed > 0 || inserted > 0

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
