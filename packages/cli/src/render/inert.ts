/** Text of an app as a terminal may show it: it can't move the cursor, change its direction or hide (FR-39). */

/**
 * One line with every control, bidirectional and invisible character written as an escape.
 *
 * Shape   the escape is JSON's, so a line of JSON still parses to the same value. Letters of every script,
 *         and the joiners that emoji and some scripts need, stay as they are.
 */
export const inert = (line: string): string => line.replace(ODD, escaped)

const ODD =
  /[\p{Control}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

const escaped = (odd: string): string =>
  odd
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
