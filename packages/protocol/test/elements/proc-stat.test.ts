/** `/proc/<pid>/stat`, whatever the process calls itself. */
import { isAlive, parseProcStat } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'

const AFTER =
  '1 4121 4121 0 -1 4194304 900 0 0 0 12 3 0 0 20 0 11 0 881234 1234567890 2345 18446744073709551615'
const stat = (name: string, state = 'S') => `4121 (${name}) ${state} ${AFTER}\n`
const parsed = { state: 'S', parent: 1, start: '881234' }

const names = [
  ['a plain name', 'notes'],
  ['no name', ''],
  ['spaces', 'Web Content'],
  ['a bracket', 'a)'],
  ['brackets that look like fields', 'x) Z 9 (y'],
  ['a whole line of fields', `x) Z 9 ${AFTER}`],
  ['a line end', 'a\nb'],
  ['an open bracket', '((('],
] as const

for (const [title, name] of names)
  verifies('D-11', `stat of a process with ${title}`, () => expect(parseProcStat(stat(name))).toEqual(parsed))

const nonsense = [
  ['no text', ''],
  ['no brackets', `4121 notes S ${AFTER}`],
  ['fields without a pid', `(notes) S ${AFTER}`],
  ['no state', `4121 (notes) ${AFTER}`],
  ['too few fields', '4121 (notes) S 1 4121 4121'],
  ['up to field 21', `4121 (notes) S ${AFTER.split(' ').slice(0, 18).join(' ')}`],
  ['words for numbers', `4121 (notes) S ${AFTER.replace('881234', 'soon')}`],
  ['a bracket alone', ')'],
  ['a page', '<html>(x) S 1</html>'],
] as const

for (const [title, text] of nonsense)
  verifies('D-11', `no stat: ${title}`, () => expect(parseProcStat(text)).toBeUndefined())

verifies('D-11', 'field 22 is the last that is needed', () =>
  expect(parseProcStat(`4121 (notes) S ${AFTER.split(' ').slice(0, 19).join(' ')}`)).toEqual(parsed),
)
verifies('D-11', 'a name of a megabyte', () =>
  expect(parseProcStat(stat(') S 1'.repeat(200_000)))).toEqual(parsed),
)

const states = [
  ['R', true],
  ['S', true],
  ['D', true],
  ['T', true],
  ['t', true],
  ['I', true],
  ['Z', false],
  ['X', false],
  ['x', false],
] as const

for (const [state, alive] of states)
  verifies('D-11', `state ${state} is ${alive ? 'alive' : 'dead'}`, () =>
    expect(isAlive(parseProcStat(stat('notes', state)))).toBe(alive),
  )
verifies('D-11', 'no stat is dead', () => expect(isAlive(undefined)).toBe(false))
