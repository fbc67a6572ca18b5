/** What is handed on of a snapshot's text: what JSON.parse made, and only where reading it field by field gives the same. */
import { parseWindows, readWindows } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { isFlawlessBlock, isFlawlessWindow } from '../../src/bridge/flawless.ts'
import { readBlock } from '../../src/bridge/read-block.ts'
import { wholeJson } from '../../src/json/whole.ts'
import { nested } from '../support/elements.ts'
import { mixedBlocks, mixedSnapshots } from '../support/mixed-windows.ts'
import { snapshotWith } from '../support/windows.ts'

type Fields = { [name: string]: unknown }

verifies('D-46', 'a text and the value in it are read alike', () => {
  let snapshots = 0
  fc.assert(
    fc.property(mixedSnapshots, value => {
      const text = JSON.stringify(value)
      const read = parseWindows(text)
      if (read.kind === 'snapshot') snapshots++
      expect(read).toEqual(readWindows(JSON.parse(wholeJson(text))))
    }),
    { numRuns: 1000 },
  )
  expect(snapshots).toBeGreaterThan(100)
})

verifies('D-46', 'a value that is read is never changed', () =>
  fc.assert(
    fc.property(mixedSnapshots, value => {
      const before = JSON.stringify(value)
      readWindows(value)
      expect(JSON.stringify(value)).toBe(before)
    }),
    { numRuns: 300 },
  ),
)

verifies('D-46', 'of a value of the caller nothing is handed on but what a block holds', () => {
  const value = snapshotWith(text('a'), { type: 'text', text: 'no id' })
  const flawless = snapshotWith(text('a'))
  for (const given of [value, flawless]) {
    const read = readWindows(given)
    const [window] = read.kind === 'snapshot' ? read.snapshot.windows : []
    expect(window).toEqual(given.windows[0])
    expect(window).not.toBe(given.windows[0])
    expect(window?.blocks).not.toBe(given.windows[0]?.blocks)
    for (const [at, block] of (window?.blocks ?? []).entries())
      expect(block).not.toBe(given.windows[0]?.blocks[at])
  }
})

verifies('D-46', 'a block is handed on unread where reading says nothing and changes nothing', () => {
  let flawless = 0
  fc.assert(
    fc.property(mixedBlocks, given => {
      const raw: Fields = JSON.parse(JSON.stringify(given))
      const before = JSON.stringify(raw)
      const faults: string[] = []
      const read = readBlock(raw, '$', new Set(), rule => faults.push(rule))
      const isSame = JSON.stringify(sorted(read ?? {})) === JSON.stringify(sorted(raw))
      const isJudged = raw.type === 'media' || before.includes('"sensitive":')
      if (isFlawlessBlock(raw)) flawless++
      expect(isFlawlessBlock(raw)).toBe(faults.length === 0 && isSame && !isJudged)
      expect(JSON.stringify(raw)).toBe(before)
    }),
    { numRuns: 3000 },
  )
  expect(flawless).toBeGreaterThan(1000)
})

const sorted = (fields: object): [string, unknown][] =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))

const windowWith = (...blocks: unknown[]): Fields => snapshotWith(...blocks).windows[0] ?? {}
const text = (id: unknown) => ({ type: 'text', id, text: 'x' })
const many = (count: number) => Array.from({ length: count }, (_, at) => text(`b${at}`))

const windows: [string, Fields, boolean][] = [
  ['no blocks', windowWith(), true],
  ['blocks', windowWith(text('a'), text('b')), true],
  ['eight blocks', windowWith(...many(8)), true],
  ['nine blocks', windowWith(...many(9)), true],
  ['two blocks of one id', windowWith(text('a'), text('b'), text('a')), false],
  ['nine blocks, the last of the first one’s id', windowWith(...many(8), text('b0')), false],
  ['a block without an id', windowWith({ type: 'text', text: 'x' }), false],
  ['a block that is none', windowWith(null), false],
  ['a block of no type', windowWith({ id: 'a', text: 'x' }), false],
  [
    'a row that is short',
    windowWith({ type: 'table', id: 'a', columns: ['A', 'B'], rows: [[1, 2], [1]] }),
    false,
  ],
  ['a row that is long', windowWith({ type: 'table', id: 'a', columns: ['A'], rows: [[1, 2]] }), false],
  ['a summary of blanks', { ...windowWith(), summary: '\u2003 ' }, false],
  ['half a pair in its title', { ...windowWith(), title: 'a\ud83d' }, false],
  ['one field more', { ...windowWith(), colour: 'red' }, false],
  ['a version that is no whole number', { ...windowWith(), version: 1.5 }, false],
]

for (const [title, window, expected] of windows)
  verifies('D-46', `a window with ${title} is ${expected ? '' : 'not '}handed on as it came`, () =>
    expect(isFlawlessWindow(window)).toBe(expected),
  )

const depths: [string, (depth: number) => Fields][] = [
  ['a payload', depth => ({ type: 'custom', payload: JSON.parse(nested(depth - 1)) })],
  ['a cell', depth => ({ type: 'table', columns: ['A'], rows: [[JSON.parse(nested(depth - 3))]] })],
  ['an item', depth => ({ type: 'list', items: [JSON.parse(nested(depth - 2))] })],
  ['a value', depth => ({ type: 'fields', items: [{ label: 'L', value: JSON.parse(nested(depth - 3)) }] })],
]

for (const [title, block] of depths)
  verifies('D-16', `${title} is handed on up to the depth that is read`, () =>
    expect([64, 65].map(depth => isFlawlessBlock({ id: 'a', ...block(depth) }))).toEqual([true, false]),
  )

verifies('D-39', 'a window that is handed on has its digits', () => {
  const sent = JSON.stringify(snapshotWith(text('a'))).replace('"version":1,', '"version":9007199254740993,')
  const read = parseWindows(sent)
  expect(read.kind === 'snapshot' && read.snapshot.windows).toEqual([
    { ...windowWith(text('a')), version: 2 ** 53, exactVersion: '9007199254740993' },
  ])
})
