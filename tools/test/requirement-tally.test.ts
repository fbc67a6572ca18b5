/** The requirement gate: what it counts, and that it can fail. */
import { REQUIREMENTS } from '@copane/protocol/findings'
import { expect, test } from 'vitest'
import { citedIds, isClean, renderTally, tally } from '../lib/requirement-tally.ts'

const MUST = { level: 'must', check: ['sdk'] }
const rows = [
  { ...MUST, id: 'EL-1-a' },
  { ...MUST, id: 'EL-1-b', pending: 3 },
  { ...MUST, id: 'EL-1-c', pending: 'later' as const },
  { ...MUST, id: 'GB-1-d', excluded: 'no test can show it' },
]
const NOTHING = { cases: new Set<string>(), checks: new Set<string>() }
const CLEAN = {
  total: 4,
  tested: 1,
  excluded: ['GB-1-d'],
  pending: ['EL-1-b', 'EL-1-c'],
  started: [],
  untested: [],
  unknown: [],
  stale: [],
  unrefused: [],
}

test('an id is read from the start of a name, below any groups', () => {
  const names = [
    'EL-1-b: x',
    'group > EL-1-a: two > siblings',
    'EL-1-a: again',
    'D-09: x',
    'FR-3: x',
    'about EL-9-z: x',
  ]
  expect(citedIds(names)).toEqual(['EL-1-a', 'EL-1-b'])
})

test('every row is counted once', () => expect(tally(rows, ['EL-1-a'], NOTHING)).toEqual(CLEAN))

const unclean = [
  ['a row nobody tests', [], { ...CLEAN, tested: 0, untested: ['EL-1-a'] }],
  ['an unknown id', ['EL-1-a', 'EL-1-z'], { ...CLEAN, unknown: ['EL-1-z'] }],
  [
    'a tested row still excluded',
    ['EL-1-a', 'GB-1-d'],
    { ...CLEAN, tested: 2, excluded: [], stale: ['GB-1-d'] },
  ],
] as const

for (const [title, cited, expected] of unclean)
  test(`not clean: ${title}`, () => {
    const counted = tally(rows, cited, NOTHING)
    expect(counted).toEqual(expected)
    expect(isClean(counted)).toBe(false)
    expect(renderTally(counted).split('\n')).toHaveLength(2)
  })

test('a pending row with a first test is begun, stays pending, and is clean', () => {
  const counted = tally(rows, ['EL-1-a', 'EL-1-c'], NOTHING)
  expect(counted).toEqual({ ...CLEAN, started: ['EL-1-c'] })
  expect(isClean(counted)).toBe(true)
})

test('clean: nothing untested, unknown or stale', () =>
  expect(isClean(tally(rows, ['EL-1-a'], NOTHING))).toBe(true))

test('the catalogue has unique ids, and excludes exactly the rows that only a reader can judge', () => {
  expect(REQUIREMENTS.length).toBe(136)
  expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(136)
  for (const { id, check, excluded, pending } of REQUIREMENTS) {
    const onlyReader = check.every(way => way === 'doc' || way === 'lint')
    expect([id, excluded !== undefined]).toEqual([id, onlyReader])
    expect([id, excluded !== undefined && pending !== undefined]).toEqual([id, false])
  }
})

const ways: [string, { level: string; check: string[]; pending?: number }, string[], string[]][] = [
  ['a rule without a refused case', { level: 'must', check: ['rule'] }, [], ['EL-1-a']],
  ['a schema without a refused case', { level: 'must-not', check: ['schema'] }, [], ['EL-1-a']],
  ['something on the wire without a check', { level: 'must', check: ['wire'] }, [], ['EL-1-a']],
  ['a rule with a refused case', { level: 'must', check: ['rule'] }, ['EL-1-a'], []],
  ['what should be', { level: 'should', check: ['rule'] }, [], []],
  ['what this project alone shows', { level: 'must', check: ['sdk'] }, [], []],
  ['what is pending', { level: 'must', check: ['rule'], pending: 4 }, [], []],
]

for (const [title, row, shown, expected] of ways)
  test(`refused cases: ${title}`, () => {
    for (const refusals of [
      { ...NOTHING, cases: new Set(shown) },
      { ...NOTHING, checks: new Set(shown) },
    ]) {
      const counted = tally([{ ...row, id: 'EL-1-a' }], ['EL-1-a'], refusals)
      expect(counted.unrefused).toEqual(expected)
      expect(isClean(counted)).toBe(expected.length === 0)
    }
  })
