/** What somebody who knows some windows is told of them later. */
import {
  printNews,
  printWindowNews,
  printWindows,
  type SeenSnapshot,
  type SeenWindow,
} from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'

type Blocks = SeenWindow['blocks']

const windowOf = (blocks: Blocks, over: Partial<SeenWindow> = {}): SeenWindow => ({
  id: 'a',
  title: 'Order 7',
  modal: false,
  ownerId: null,
  version: 1,
  summary: 'A draft.',
  blocks,
  ...over,
})
const form = (name: string, note: string): Blocks[number] => ({
  type: 'fields',
  id: 'form',
  items: [
    { label: 'Name', value: name },
    { label: 'Note', value: note },
  ],
})
const table = (total: number, ...rows: string[]): Blocks[number] => ({
  type: 'table',
  id: 't',
  columns: ['n', 'v'],
  rows: rows.map(cell => [cell, 'x']),
  total,
})
const notice = (text: string, id?: string): Blocks[number] => ({
  type: 'notice',
  severity: 'warn',
  text,
  ...(id === undefined ? {} : { id }),
})
const of = (...windows: SeenWindow[]): SeenSnapshot => ({
  windows,
  operableWindowIds: windows.map(({ id }) => id),
})

verifies('FR-1', 'of a window that is known, only what differs is told, each line below its block', () => {
  const before = windowOf([form('Ada', 'one'), table(9, 'r1', 'r2', 'r3'), notice('Unsaved.', 'n')])
  const now = windowOf([form('Ada', 'two'), table(9, 'r1', 'r3', 'r4'), notice('Saved.', 'n')], {
    version: 2,
  })
  expect(printWindowNews(before, now, true)).toEqual([
    'a v2 operable',
    '  fields form',
    '    "Note" = "two"',
    '  table t',
    '    ["r4","x"]',
    '  notice n warn = "Saved."',
    '  - ["r2","x"]',
  ])
})

test('title, kind, owner and summary are told where they differ, and a block’s head where it does', () => {
  const before = windowOf([table(9)])
  const now = windowOf([table(10)], {
    title: 'Order 8',
    modal: true,
    ownerId: 'b',
    summary: 'Sent.',
    version: 3,
  })
  expect(printWindowNews(before, now, false)).toEqual([
    'a modal "Order 8" v3 of b blocked = "Sent."',
    '  table t ["n","v"] total 10',
  ])
  const { summary: _, ...unsummed } = before
  expect(printWindowNews(before, unsummed, true)).toEqual(['a v1 operable = ""'])
  expect(printWindowNews(unsummed, unsummed, true)).toEqual(['a v1 operable'])
})

test('a block that went is told with its lines, and one of several of the same name too', () => {
  const before = windowOf([form('Ada', 'one'), notice('One.'), notice('Two.')])
  expect(printWindowNews(before, windowOf([notice('One.')]), true)).toEqual([
    'a v1 operable',
    '  - notice warn = "Two."',
    '  - fields form',
  ])
  expect(
    printWindowNews(windowOf([notice('One.')]), windowOf([notice('One.'), notice('One.')]), true),
  ).toEqual(['a v1 operable', '  notice warn = "One."'])
})

test('a field that holds what its reader gave is not told, and one that holds it otherwise is', () => {
  const news = (note: string, given: unknown[]) =>
    printWindowNews(windowOf([form('Ada', '')]), windowOf([form('Eve', note)]), true, { given }).slice(1)
  expect(news('12.50', ['Eve', '12.50'])).toEqual([])
  expect(news('12.50', ['Eve', '12.5', undefined])).toEqual(['  fields form', '    "Note" = "12.50"'])
  expect(news(' = "Eve"', ['Eve'])).toEqual(['  fields form', '    "Note" = " = \\"Eve\\""'])
})

test('without versions, for a reader whose calls carry them', () => {
  const [a, b] = [windowOf([]), windowOf([], { id: 'b' })]
  const news = printNews(of(a), of({ ...a, version: 2, title: 'Order 8' }, b), { versions: false })
  expect(news).toBe('a "Order 8" operable\nb window "Order 7" operable = "A draft."')
})

test('of a snapshot: windows that opened are whole, those that closed are named, the others as they differ', () => {
  const [a, b, c] = [
    windowOf([form('Ada', 'one')]),
    windowOf([], { id: 'b' }),
    windowOf([table(1)], { id: 'c' }),
  ]
  expect(printNews(of(a, b), of(a, b))).toBe('')
  expect(printNews(of(a, b), { ...of(a, b), operableWindowIds: ['b'] })).toBe('a v1 blocked')
  const changed = { ...a, version: 2, blocks: [form('Eve', 'one')] }
  expect(printNews(of(a, b), of(changed, c), { given: ['Eve'] })).toBe(
    ['a v2 operable', printWindows(of(c)), 'b closed'].join('\n'),
  )
})

verifies('FR-39', 'whatever an app writes, each line of news stays one line', () => {
  const text = fc.string({ unit: 'binary' })
  const anyWindow = fc
    .record({ title: text, name: text, note: text, row: text, notice: text, summary: text })
    .map(({ title, name, note, row, notice: said, summary }) =>
      windowOf([form(name, note), table(1, row), notice(said)], { title, summary }),
    )
  fc.assert(
    fc.property(anyWindow, anyWindow, (before, now) => {
      const lines = printWindowNews(before, now, true)
      expect(lines.join('\n').split('\n')).toEqual(lines)
      expect(lines.every(line => !/\p{Control}/u.test(line))).toBe(true)
      const bare = new Set(printWindows(of(now)).split('\n'))
      for (const line of lines.slice(1))
        expect(
          line.startsWith('  - ') || bare.has(line) || ['  fields form', '  table t'].includes(line),
        ).toBe(true)
    }),
  )
})
