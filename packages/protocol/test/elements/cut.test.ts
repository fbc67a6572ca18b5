/** Text that is cut: between signs as a reader sees them, and what is missing is said. */
import { cutText, parseOutline, printLine, printOutline } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { texts } from '../support/trees.ts'

const rows: [title: string, text: string, most: number, shown: string][] = [
  ['short enough', 'abc', 3, 'abc'],
  ['too long', 'abcd', 3, 'abc'],
  ['nothing is wanted', 'abc', 0, ''],
  ['a pair at the edge', 'ab😀', 3, 'ab'],
  ['a pair that fits', 'a😀b', 3, 'a😀'],
  ['a letter with its mark', 'abe\u0301', 3, 'ab'],
  ['a family', 'a👨‍👩‍👧', 5, 'a'],
  ['a flag', 'ab🇨🇭', 4, 'ab'],
  ['a skin tone', '👍🏽!', 2, ''],
  ['flags all along', '🇩🇪'.repeat(50), 66, '🇩🇪'.repeat(16)],
  ['flags all along, at an odd place', `a${'🇩🇪'.repeat(40)}`, 99, `a${'🇩🇪'.repeat(24)}`],
  [
    'a pair with marks where the search begins',
    `${'a'.repeat(35)}😀${'\u0301'.repeat(500)}`,
    100,
    `${'a'.repeat(35)}😀${'\u0301'.repeat(63)}`,
  ],
  [
    'a long sign of pairs, cut between two of them',
    `👩${'\u200d👩'.repeat(100)}`,
    100,
    `👩${'\u200d👩'.repeat(32)}\u200d`,
  ],
  ['half a pair at the beginning', '\ude00abc', 2, '\ude00a'],
  ['flags of the first letter', '🇦🇿'.repeat(50), 66, '🇦🇿'.repeat(16)],
  ['flags of the last letter', '🇿🇦'.repeat(50), 66, '🇿🇦'.repeat(16)],
  ['one letter with 1000 marks, cut early', `a${'\u0301'.repeat(1000)}`, 10, ''],
  ['one letter with 1000 marks, cut after 64', `a${'\u0301'.repeat(1000)}`, 70, `a${'\u0301'.repeat(69)}`],
  ['a line end of two signs', 'a\r\nb', 2, 'a'],
  [
    'a pair where the search begins',
    `${'a'.repeat(35)}😀${'b'.repeat(100)}`,
    100,
    `${'a'.repeat(35)}😀${'b'.repeat(63)}`,
  ],
  ['pairs all along', '😀'.repeat(200), 101, '😀'.repeat(50)],
  ['marks that begin with half a pair', `\ude00${'\u0301'.repeat(500)}`, 100, `\ude00${'\u0301'.repeat(99)}`],
  ['one letter with five hundred marks', `a${'\u0301'.repeat(500)}`, 100, `a${'\u0301'.repeat(99)}`],
]

for (const [title, text, most, shown] of rows)
  verifies('FR-47', title, () =>
    expect(cutText(text, most)).toEqual({ text: shown, missing: text.length - shown.length }),
  )

test('a cut text is a beginning, never too long, never with half a pair that was whole', () =>
  fc.assert(
    fc.property(texts, fc.nat(40), (text, most) => {
      const cut = cutText(text, most)
      expect(text.startsWith(cut.text)).toBe(true)
      expect(cut.text.length).toBeLessThanOrEqual(most)
      expect(cut.text.length + cut.missing).toBe(text.length)
      const next = text.codePointAt(cut.text.length - 1) ?? 0
      if (cut.missing > 0 && cut.text !== '') expect(next > 0xffff).toBe(false)
    }),
  ))

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })
const short = rows.map(([, text]) => text.slice(0, 400)).filter(text => longestSign(text) <= 64)

function longestSign(text: string): number {
  return Math.max(0, ...[...signs.segment(text)].map(({ segment }) => segment.length))
}

for (const text of short)
  verifies(
    'FR-47',
    `cut at every length, it ends between two signs: ${JSON.stringify(text).slice(0, 20)}`,
    () => {
      const ends = [0, ...[...signs.segment(text)].map(({ index, segment }) => index + segment.length)]
      for (let most = 0; most <= text.length; most++)
        expect(cutText(text, most).text).toBe(
          text.slice(
            0,
            ends.findLast(end => end <= most),
          ),
        )
    },
  )

test('a text is left whole where no number says how long it may be', () => {
  expect(cutText('abc', Number.NaN)).toEqual({ text: 'abc', missing: 0 })
})

test('in a very long text a cut looks at its edge alone', () => {
  const text = '\u0301'.repeat(1_000_000)
  expect(cutText(text, 999_999).text.length).toBe(999_999)
})

test('an outline says how much of a text is missing, and is read again', () => {
  const long = {
    id: 'a',
    role: 'Text' as const,
    title: 'abcdef',
    content: [{ type: 'text' as const, text: 'abcdef' }],
  }
  expect(printLine(long, { maxText: 4 })).toBe('a Text "abcd…" = "abcd" +2')
  const root = { id: 'app', role: 'Application' as const, children: [long] }
  expect(parseOutline(printOutline(root, { maxText: 4 }))).toEqual({
    kind: 'tree',
    root: {
      ...root,
      children: [{ ...long, title: 'abcd…', content: [{ type: 'text', text: 'abcd' }] }],
    },
  })
})
