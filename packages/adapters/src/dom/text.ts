/** Words of a page as titles and text blocks. */

/** Content is small: more than this of one element is cut (EL-5.5-small). */
const MOST_TEXT = 2000

/** What the user selected goes whole, as far as a text block may be: 64 KiB of signs of three bytes. */
const MOST_SELECTED = 21_000

const MOST_TITLE = 200

/** A name as one line; undefined for one that says nothing. */
export function oneLine(name: string | undefined): string | undefined {
  const line = name?.replace(/[\s\u0085]+/g, ' ').trim() ?? ''
  return line === '' ? undefined : cut(line, MOST_TITLE)
}

/** Words as the page shows them: spaces and line ends in the source have no meaning. */
export const collapsed = (text: string): string => text.replace(/[ \t\n\f\r]+/g, ' ')

/** Words that belong together, as one text; undefined for one that says nothing. */
export function blockText(
  words: readonly string[],
  asWritten: boolean,
  isSelected: boolean,
): string | undefined {
  const joined = words.join('')
  const text = asWritten
    ? joined
    : joined
        .replace(/ +/g, ' ')
        .replace(/ ?\n[ \n]*/g, '\n')
        .trim()
  return text.trim() === '' ? undefined : cut(text, isSelected ? MOST_SELECTED : MOST_TEXT)
}

/** Cuts, never through a sign of two code units, and says so. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const isInside = /[\ud800-\udbff]/.test(text[most - 2] ?? '')
  return `${text.slice(0, most - (isInside ? 2 : 1))}…`
}
