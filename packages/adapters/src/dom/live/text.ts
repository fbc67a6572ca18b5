/** Text as a page draws it, and cuts that split no character (FR-47). */

/** A text that may have been cut. */
export type CutText = { text: string; cut: boolean }

const BLANKS = /[\t\n\f\r ]+/g

/** White space as a page draws it: runs of it are one space. */
export function collapse(text: string): string {
  const plain = text.charCodeAt(0) > 32 && text.charCodeAt(text.length - 1) > 32
  if (plain && !text.includes('\n') && !text.includes('  ') && !text.includes('\t')) return text
  return text.replace(BLANKS, ' ')
}

/** True for a text of white space only. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && (code > 13 || code < 9)) return false
  }
  return true
}

/**
 * The beginning of a text.
 *
 * Shape   ends between two characters as a reader counts them, so no emoji or accent is torn.
 * Units   `most` counts UTF-16 code units.
 */
export function cutText(text: string, most: number): CutText {
  if (text.length <= most) return { text, cut: false }
  const from = Math.max(0, text.lastIndexOf(' ', most - 64))
  const near = text.slice(from, most + 256)
  const at = graphemes.segment(near).containing(most - from)?.index ?? 0
  return { text: text.slice(0, from + at), cut: true }
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

const LINE_BREAKS = /[\s\u0085]+/g
const MOST_TITLE = 200

/** A title: one line, not too long; undefined for nothing (EL-5.1-title-line). */
export function oneLine(text: string | null | undefined): string | undefined {
  if (!text) return undefined
  const { text: line, cut } = cutText(
    text
      .slice(0, 4 * MOST_TITLE)
      .replace(LINE_BREAKS, ' ')
      .trim(),
    MOST_TITLE,
  )
  return line === '' ? undefined : cut ? `${line}…` : line
}
