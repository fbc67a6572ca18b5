/** Text that shows as what it is, wherever it is printed (FR-39). */

/**
 * One line with every control, bidirectional and invisible character written as an escape.
 *
 * Shape   the escape is JSON's, so a line of JSON still parses to the same value. Letters of every script, and what
 *         emoji and some scripts need to join (U+200C, U+200D, U+FE0F), stay as they are.
 */
export const inert = (line: string): string => line.replace(ODD, escaped)

/**
 * A value as one line of JSON that is inert.
 *
 * Errors  as JSON.stringify: expects a value that is not too deep.
 */
export const inertJson = (value: unknown): string =>
  typeof value === 'string' && INERT.test(value) ? `"${value}"` : inert(String(JSON.stringify(value)))

/** Words of an outline stand bare when they can't be mistaken for anything else. */
export const inertWord = (word: string): string => (PLAIN.test(word) ? word : inertJson(word))

/** Signs that JSON writes as they are, and that show: most text is of them alone. */
const INERT = /^[ !#-[\]-~]*$/

const PLAIN = /^[A-Za-z0-9_./-]+$/

/** Controls, what turns the direction, what shows nothing or a blank, variants that only hide bytes, half a pair. */
const ODD = new RegExp(
  [
    '[\\p{Control}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f',
    '\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb',
    '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]|\\p{Surrogate}',
  ].join(''),
  'gu',
)

const escaped = (odd: string): string =>
  odd
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
