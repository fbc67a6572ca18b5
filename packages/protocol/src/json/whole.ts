/** Text from the wire without half characters: a strict JSON reader refuses all of what holds one. */

/**
 * JSON text in which each half of a surrogate pair that lacks the other, as a sign or as an escape, is U+FFFD.
 *
 * Shape   the text itself where there is none; what was no JSON stays none.
 */
export function wholeJson(text: string): string {
  const whole = text.toWellFormed()
  return whole.includes('\\ud') || whole.includes('\\uD') ? whole.replace(ESCAPES, wholeEscape) : whole
}

/** A pair of escapes or any short escape, which stay, else half a pair; a backslash is never the second of two. */
const ESCAPES =
  /(\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[^u])|\\u[dD][89a-fA-F][\da-fA-F]{2}/g

const wholeEscape = (_: string, kept: string | undefined): string => kept ?? '\\ufffd'
