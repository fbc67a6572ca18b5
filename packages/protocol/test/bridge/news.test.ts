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
    '    - ["r2","x"]',
    '  notice n warn = "Saved."',
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
})

/** What the blocks that were are told of those that are. */
const newsIn = (before: Blocks, now: Blocks, given: unknown[] = []) =>
  printWindowNews(windowOf(before), windowOf(now), true, { given }).slice(1)
const list = (items: string[], more: object = {}): Blocks[number] => ({
  type: 'list',
  id: 'l',
  items,
  ...more,
})

test('of several lines of one label, first cell or name it is told which went and which stayed', () => {
  const paid = (...sums: number[]): Blocks => [
    { type: 'table', id: 't', columns: ['s', 'n'], rows: sums.map(sum => ['paid', sum]) },
  ]
  expect(newsIn(paid(1, 2), paid(1, 3))).toEqual(['  table t', '    ["paid",3]', '    - ["paid",2]'])
  expect(newsIn(paid(1), paid(1, 2))).toEqual(['  table t', '    ["paid",1]', '    ["paid",2]'])
  expect(newsIn([notice('One.')], [notice('One.'), notice('Two.')])).toEqual([
    '  notice warn = "One."',
    '  notice warn = "Two."',
  ])
  expect(newsIn([notice('One.'), notice('Two.')], [notice('One.'), notice('Three.')])).toEqual([
    '  notice warn = "Three."',
    '  - notice warn = "Two."',
  ])
})

test('a label or first cell that begins like another is another', () => {
  const fields = (...labels: string[]): Blocks => [
    { type: 'fields', id: 'f', items: labels.map(label => ({ label, value: 1 })) },
  ]
  expect(newsIn(fields('a = b'), fields('a = c'))).toEqual([
    '  fields f',
    '    "a = c" = 1',
    '    - "a = b" = 1',
  ])
  expect(newsIn([table(2, 'Smith, Ann', 'z')], [table(2, 'Smith, Bob', 'z')])).toEqual([
    '  table t',
    '    ["Smith, Bob","x"]',
    '    - ["Smith, Ann","x"]',
  ])
})

test('a field that became sensitive takes its place: what it held is not told again', () => {
  const before: Blocks = [{ type: 'fields', id: 'f', items: [{ label: 'Code', value: '1234' }] }]
  const now: Blocks = [
    { type: 'fields', id: 'f', items: [{ label: 'Code', value: '••••', sensitive: true }] },
  ]
  expect(newsIn(before, now)).toEqual(['  fields f', '    "Code" sensitive = "••••"'])
})

test('lines that changed places are told in their order, and so are those of an ordered list that got one between', () => {
  expect(newsIn([table(3, 'a', 'b', 'c')], [table(3, 'c', 'b')])).toEqual([
    '  table t in this order:',
    '    ["c","x"]',
    '    ["b","x"]',
  ])
  expect(newsIn([list(['a', 'b'])], [list(['x', 'a', 'b'])])).toEqual(['  list l', '    "x"'])
  const ordered = { ordered: true }
  expect(newsIn([list(['a', 'b'], ordered)], [list(['a', 'x', 'b'], ordered)])).toEqual([
    '  list l in this order:',
    '    "a"',
    '    "x"',
    '    "b"',
  ])
  expect(newsIn([list(['a', 'b'], ordered)], [list(['a', 'b', 'c'], ordered)])).toEqual([
    '  list l',
    '    "c"',
  ])
})

test('more fields that hold a value than it was given are told all, as one of them may be the user’s', () => {
  const filled = (name: string, note: string): Blocks => [form(name, note)]
  expect(newsIn(filled('', ''), filled('Eve', ''), ['Eve'])).toEqual([])
  expect(newsIn(filled('', ''), filled('Eve', 'Eve'), ['Eve'])).toEqual([
    '  fields form',
    '    "Name" = "Eve"',
    '    "Note" = "Eve"',
  ])
  expect(newsIn(filled('', ''), filled('Eve', 'Eve'), ['Eve', 'Eve'])).toEqual([])
  expect(newsIn([list([])], [list(['Eve', 'x = "Eve"'])], ['Eve'])).toEqual([
    '  list l',
    '    "Eve"',
    '    "x = \\"Eve\\""',
  ])
})

test('an owner that went is told, as is one that came', () => {
  const owned = windowOf([], { ownerId: 'b' })
  expect(printWindowNews(owned, windowOf([]), true)).toEqual(['a v1 of "" operable'])
  expect(printWindowNews(windowOf([]), owned, true)).toEqual(['a v1 of b operable'])
})

/** What a reader knows of a window: by block, its heads and lines. */
type Known = Map<string, { heads: string[]; lines: string[] }>

/** Reads an outline, or news on what is known already, by what the notation says and no more. */
function learn(known: Known, lines: readonly string[]): Known {
  const nameOf = (head: string) => /^\w+(?: [ik](?= |$))?/.exec(head)?.[0] ?? head
  const aboutOf = (line: string) => /^(?:\["[^"]*"|"[^"]*")/.exec(line)?.[0] ?? line
  let at = ''
  type Told = { heads: string[]; lines: string[]; gone: string[]; goneHeads: string[]; isWhole: boolean }
  const told = new Map<string, Told>()
  const block = (name: string) => {
    const one = told.get(name) ?? { heads: [], lines: [], gone: [], goneHeads: [], isWhole: false }
    told.set(name, one)
    return one
  }
  for (const line of lines) {
    const text = line.trim()
    if (line.startsWith('    - ')) block(at).gone.push(text.slice(2))
    else if (line.startsWith('    ')) block(at).lines.push(text)
    else if (text.startsWith('- ')) {
      const name = nameOf(text.slice(2))
      if (name === text.slice(2)) known.delete(name)
      else block(name).goneHeads.push(text.slice(2))
    } else {
      at = nameOf(text)
      if (text.endsWith(' in this order:')) block(at).isWhole = true
      else if (text !== at || !known.has(at)) block(at).heads.push(text)
      else block(at)
    }
  }
  const merged = (old: string[], fresh: string[], about: (line: string) => string) => {
    const single = (line: string) => old.filter(each => about(each) === about(line)).length === 1
    const replaced = new Set(fresh.filter(single).map(about))
    return [...old.filter(line => !replaced.has(about(line))), ...fresh]
  }
  for (const [name, { heads, lines: fresh, gone, goneHeads, isWhole }] of told) {
    const old = known.get(name) ?? { heads: [], lines: [] }
    // What went is taken out last: whether a line was the only one of its kind is seen in what was known.
    const all = isWhole ? fresh : merged(old.lines, fresh, aboutOf)
    const allHeads = merged(old.heads, heads, () => name)
    for (const line of gone) all.splice(all.indexOf(line), 1)
    for (const line of goneHeads) allHeads.splice(allHeads.indexOf(line), 1)
    known.set(name, { heads: allHeads, lines: all })
  }
  return known
}
const sorted = (known: Known) =>
  [...known]
    .map(([name, { heads, lines }]) => [
      name,
      heads.filter(head => head !== name).toSorted(),
      lines.toSorted(),
    ])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

verifies('FR-52', 'whoever knows a window and hears its news knows each line that it shows', () => {
  const word = fc.constantFrom('a', 'b', 'c = d', 'e, f')
  const id = fc.constantFrom({}, { id: 'i' }, { id: 'k' })
  const fields = fc.array(fc.record({ label: word, value: word }), { minLength: 1, maxLength: 4 })
  const anyBlock = fc.oneof(
    fc
      .record({ id, items: fields })
      .map(({ id: named, items }) => ({ type: 'fields' as const, items, ...named })),
    fc
      .record({ id, rows: fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }), total: fc.nat(2) })
      .map(({ id: named, ...rest }) => ({ type: 'table' as const, columns: ['n', 'v'], ...rest, ...named })),
    fc
      .record({ id, items: fc.array(word, { minLength: 1, maxLength: 4 }) })
      .map(({ id: named, items }) => ({ type: 'list' as const, items, ...named })),
    fc.record({ id, text: word }).map(({ id: named, text }) => ({ ...notice(text), ...named })),
  )
  const anyBlocks = fc.array(anyBlock, { maxLength: 4 })
  fc.assert(
    fc.property(anyBlocks, anyBlocks, (before, now) => {
      const shown = (blocks: Blocks) =>
        learn(
          new Map(),
          printWindows(of(windowOf(blocks)))
            .split('\n')
            .slice(1),
        )
      const reader = learn(shown(before), newsIn(before, now))
      expect(sorted(reader)).toEqual(sorted(shown(now)))
    }),
    { numRuns: 2000 },
  )
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
          /^ {2,4}- /.test(line) || bare.has(line) || ['  fields form', '  table t'].includes(line),
        ).toBe(true)
    }),
  )
})
