/** Text as a page draws it, and cuts that split no character. */
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { collapse, cutText, isBlank, oneLine } from '../../src/dom/live/text.ts'

const cuts = [
  ['short enough', 'abc', 3, 'abc', false],
  ['too long', 'abcd', 3, 'abc', true],
  ['an emoji of two code units', 'ab😀', 3, 'ab', true],
  ['a family of eleven code units', 'a👩‍👩‍👧‍👦b', 8, 'a', true],
  ['a letter with its accent apart', 'abe\u0301', 3, 'ab', true],
  ['a flag', 'a🇩🇪', 3, 'a', true],
  ['a line end of two code units', 'ab\r\nc', 3, 'ab', true],
  ['right-to-left text', 'שלום עולם', 4, 'שלום', true],
  ['one huge character', '👩‍👩‍👧‍👦', 3, '', true],
] as const

for (const [title, text, most, kept, cut] of cuts)
  verifies('FR-47', `cut ${title}`, () => expect(cutText(text, most)).toEqual({ text: kept, cut }))

verifies('FR-2', 'a text of a hundred million signs is cut without being looked at', () => {
  const start = performance.now()
  expect(cutText('x'.repeat(1e8), 2000).text.length).toBe(2000)
  expect(performance.now() - start).toBeLessThan(500)
})

const spaces = [
  ['as it is', 'a b', 'a b'],
  ['line ends and tabs', 'a\n\t b', 'a b'],
  ['both ends', '\n a ', ' a '],
  ['a no-break space stays', 'a\u00a0 b', 'a\u00a0 b'],
] as const

for (const [title, text, drawn] of spaces)
  verifies('EL-5.5-block-by-kind', `white space: ${title}`, () => expect(collapse(text)).toBe(drawn))

verifies('EL-5.5-block-by-kind', 'white space alone is blank, a no-break space is not', () => {
  expect(['', ' \n\t', '\u00a0', ' a'].map(isBlank)).toEqual([true, true, false, false])
})

const titles = [
  ['a line', 'a', 'a'],
  ['nothing', '', undefined],
  ['blanks', ' \n ', undefined],
  ['every kind of line end', 'a\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a b c d e f g h'],
  ['too long', 'x'.repeat(300), `${'x'.repeat(200)}…`],
] as const

for (const [title, text, line] of titles)
  verifies('EL-5.1-title-line', title, () => expect(oneLine(text)).toBe(line))
