/** Text made shorter, where a reader sees it end and nothing is torn apart. */

/** A text, and how much of it is missing at its end. Units: UTF-16 code units; 0 when all of it is there. */
export type Cut = { text: string; missing: number }

/** The longest thing that is still taken for one sign; there is no limit to the marks that one can carry. */
const LONGEST_SIGN = 64

/**
 * A text of at most `most` code units.
 *
 * Shape   cut between two signs as a reader sees them: no surrogate pair, no letter and its marks, no flag and no emoji
 *         of several is torn; a sign of more than 64 code units is cut where it must be, between code points.
 */
export function cutText(text: string, most: number): Cut {
  if (!(text.length > most)) return { text, missing: 0 }
  const from = startOfFlags(text, startOfPair(text, Math.max(0, most - LONGEST_SIGN)))
  let end = from
  for (const { index, segment } of signs.segment(text.slice(from, most + LONGEST_SIGN))) {
    if (from + index + segment.length > most) break
    end = from + index + segment.length
  }
  if (most - end >= LONGEST_SIGN) end = startOfPair(text, most)
  return { text: text.slice(0, end), missing: text.length - end }
}

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A place that is not inside a surrogate pair, at or before another one. */
const startOfPair = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at

/** Flags are pairs of letters: which belong together is known only from where a run of them begins. */
function startOfFlags(text: string, at: number): number {
  let start = at
  while (isFlagLetter(text, start - 2)) start -= 2
  return start
}

const isFlagLetter = (text: string, at: number): boolean => {
  const code = text.codePointAt(at) ?? 0
  return code >= 0x1f1e6 && code <= 0x1f1ff
}
