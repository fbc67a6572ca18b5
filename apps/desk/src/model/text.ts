/** Text that comes from outside, made fit to be kept and shown. */

/** Text without what neither JSON nor the desk file can hold: halves of characters, and NUL. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Text on one line, for a title. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Text cut to a length, with a sign that something is missing. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
