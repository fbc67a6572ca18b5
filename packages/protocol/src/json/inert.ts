/** JSON text that shows as what it is, wherever it is printed (FR-39). */

/**
 * A value as one line of JSON.
 *
 * Shape   control, bidirectional and invisible characters are escaped, the tag characters of Unicode too; parses
 *         back to the same value.
 * Errors  as JSON.stringify: expects a value that is not too deep.
 */
export const inertJson = (value: unknown): string => String(JSON.stringify(value)).replace(ODD, escaped)

/** Words of an outline stand bare when they can't be mistaken for anything else. */
export const inertWord = (word: string): string => (PLAIN.test(word) ? word : inertJson(word))

const PLAIN = /^[A-Za-z0-9_./-]+$/

const ODD =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

const escaped = (odd: string): string =>
  odd
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
