/** The outline notation: one parser, one printer, and they round-trip. */
import { parseOutline, printLine, printOutline, type TreeElement, textOf } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { tree } from '../support/elements.ts'
import { texts, trees } from '../support/trees.ts'

test('what is printed reads back as the same tree', () =>
  fc.assert(
    fc.property(trees, root => {
      const outline = printOutline(root)
      expect(parseOutline(outline)).toEqual({ kind: 'tree', root })
    }),
  ))

test('what reads prints as it was', () =>
  fc.assert(
    fc.property(trees, root => {
      const outline = printOutline(root)
      expect(printOutline(tree(outline))).toBe(outline)
    }),
  ))

test('parsing never throws', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        fc.tuple(trees, fc.nat(), texts).map(([root, at, odd]) => {
          const outline = printOutline(root)
          return outline.slice(0, at % outline.length) + odd + outline.slice(at % outline.length)
        }),
      ),
      outline => ['tree', 'misread'].includes(parseOutline(outline).kind),
    ),
  ))

const lines: [string, string][] = [
  ['every part', 'a Row:task "T" selected focused hovered hidden = "text"'],
  ['an id and a role', 'a Group'],
  ['a text that looks like a state', 'a Text "focused" = "hidden"'],
  ['a subrole in quotes', 'a Row:"due today"'],
  ['an empty subrole', 'a Row:""'],
  ['an empty title and text', 'a Text "" = ""'],
  ['quotes and line ends', String.raw`a Text "say \"hi\"" = "one\ntwo\\"`],
]

for (const [title, line] of lines) test(`a line: ${title}`, () => expect(printOutline(tree(line))).toBe(line))

const misread: [string, string, number][] = [
  ['nothing', '', 1],
  ['an empty line', 'a Group\n\n  b Text', 2],
  ['an id alone', 'a', 1],
  ['an unknown role', 'a Button', 1],
  ['a role in small letters', 'a group', 1],
  ['an indented root', '  a Group', 1],
  ['a second root', 'a Group\nb Group', 2],
  ['three spaces', 'a Group\n   b Text', 2],
  ['a tab', 'a Group\n\tb Text', 2],
  ['a level too deep', 'a Group\n    b Text', 2],
  ['an open string', 'a Group "T', 1],
  ['a string that is none', String.raw`a Group "\q"`, 1],
  ['a raw tab in a string', 'a Group "\t"', 1],
  ['a half escape at the end', 'a Group "\\', 1],
  ['an unknown state', 'a Group shiny', 1],
  ['an unknown state before a text', 'a Text shiny = "x"', 1],
  ['a state and more', 'a Group focusedly', 1],
  ['a state before the title', 'a Group focused "T"', 1],
  ['a text without quotes', 'a Text = text', 1],
  ['a text before a state', 'a Text = "x" focused', 1],
  ['two titles', 'a Text "x" "y"', 1],
  ['a space at the end', 'a Text ', 1],
  ['a subrole that is missing', 'a Row:', 1],
  ['a subrole of two words', 'a Row:due today', 1],
  ['a carriage return', 'a Group\r\n  b Text', 1],
]

for (const [title, outline, line] of misread)
  test(`misread: ${title}`, () => expect(parseOutline(outline)).toMatchObject({ kind: 'misread', line }))

const form = 'not of the form: id Role[:subrole] ["title"] [states] [= "text" [+N]]'
const messages: [string, string][] = [
  ['', 'empty'],
  ['a', form],
  ['a Row:', form],
  ['a Row "', form],
  ['a Row = 7', form],
  ['a Row !', form],
  ['a Button', 'not one of the thirteen roles'],
  ['a Group\n b Text', 'wrong indentation'],
]

for (const [outline, message] of messages)
  test(`${JSON.stringify(outline)} is misread in these words: ${message}`, () =>
    expect(parseOutline(outline)).toMatchObject({ kind: 'misread', message }))

/** A chain of so many elements. */
function chain(length: number): TreeElement {
  let top: TreeElement = { id: `e${length}`, role: 'Group' }
  for (let at = length - 1; at > 0; at--) top = { id: `e${at}`, role: 'Group', children: [top] }
  return top
}

test('an outline ends a thousand levels below the root', () => {
  expect(printOutline(chain(1001)).split('\n')).toHaveLength(1001)
  expect(printOutline(chain(1002)).split('\n').at(-1)).toBe(`${'  '.repeat(1000)}e1001 Group`)
})

test('what a line does not say is not there', () =>
  expect(parseOutline('a Group\n  b Text')).toStrictEqual({
    kind: 'tree',
    root: { id: 'a', role: 'Group', children: [{ id: 'b', role: 'Text' }] },
  }))

test('how much of a text was cut is read and left behind, whatever its length', () => {
  for (const cut of ['+1', '+12', '+123'])
    expect(parseOutline(`a Text = "x" ${cut}`)).toMatchObject({
      kind: 'tree',
      root: { content: [{ type: 'text', text: 'x' }] },
    })
  expect(parseOutline('a Text = "x" +')).toMatchObject({ kind: 'misread' })
})

test('line ends at the end have no meaning', () =>
  expect(printOutline(tree('a Group\n\n\n'))).toBe('a Group'))

const inert = [
  ['an escape sequence', '\u001b[31m', String.raw`"\u001b[31m"`],
  ['an escape sequence of one sign', '\u009b31m', String.raw`"\u009b31m"`],
  ['a right-to-left override', 'a\u202egnp.exe', String.raw`"a\u202egnp.exe"`],
  ['an isolate', '\u2066a\u2069', String.raw`"\u2066a\u2069"`],
  ['a line separator', 'a\u2028b', String.raw`"a\u2028b"`],
  ['a zero-width space', 'a\u200bb', String.raw`"a\u200bb"`],
  ['hidden tag characters', 'a\u{e0041}', String.raw`"a\udb40\udc41"`],
  ['half a pictograph', '\ud83d', String.raw`"\ud83d"`],
  ['a family', '👩‍👧', '"👩‍👧"'],
  ['Arabic', 'مرحبا', '"مرحبا"'],
] as const

for (const [title, value, printed] of inert)
  verifies('FR-39', `${title} in a title shows as what it is`, () =>
    expect(printLine({ id: 'a', role: 'Group', title: value })).toBe(`a Group ${printed}`),
  )

test('several text blocks are one text', () => {
  const content = [
    { type: 'text' as const, text: 'a' },
    { type: 'resource_link' as const, uri: 'a:b', name: 'b' },
    { type: 'text' as const, text: 'c' },
  ]
  expect(textOf({ id: 'a', role: 'Text', content })).toBe('a\nc')
  expect(textOf({ id: 'a', role: 'Text', content: content.slice(1, 2) })).toBeUndefined()
})

test('as many lines as elements, however many are put together at once', () => {
  for (let count = 1; count <= 140; count++) {
    const outline = ['a Application', ...Array.from({ length: count - 1 }, (_, at) => `  e${at} Row`)].join(
      '\n',
    )
    expect(printOutline(tree(outline))).toBe(outline)
  }
})

test('100,000 lines side by side', () => {
  const outline = ['a Application', ...Array.from({ length: 100_000 }, (_, at) => `  e${at} Row`)].join('\n')
  expect(printOutline(tree(outline))).toBe(outline)
})

test('a text of thirty million characters', () => {
  const outline = `a Text = "${'\\n'.repeat(15_000_000)}"`
  expect(textOf(tree(outline))?.length).toBe(15_000_000)
})

test('a tree of a million levels is printed down to a thousand', () => {
  const root: TreeElement = { id: 'a', role: 'Group' }
  for (let at = 0, top = root; at < 1_000_000; at++) {
    const next: TreeElement = { id: 'a', role: 'Group' }
    top.children = [next]
    top = next
  }
  expect(printOutline(root).split('\n')).toHaveLength(1001)
})
