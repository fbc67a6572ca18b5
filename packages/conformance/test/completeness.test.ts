/** Nothing that can be seen on the wire is left out, nobody is held to more than D-09 says, and every check can fail. */
import { deepEqual, equal } from 'node:assert/strict'
import { checksOf, SUBJECTS, UNCHECKED } from '@copane/conformance'
import { REQUIREMENTS } from '@copane/protocol/findings'
import { test } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { PLANTED } from './all-planted.ts'

const all = SUBJECTS.flatMap(subject => checksOf(subject).map(check => ({ subject, ...check })))
const ids = new Set<string>(all.map(({ id }) => id))

test('every row of the catalogue that names the wire has a check, or a reason why it has none', () => {
  const open = REQUIREMENTS.filter(({ id, check, excluded }) => {
    const reason = excluded ?? UNCHECKED[id]
    return check.includes('wire') && !ids.has(id) && (reason === undefined || reason === '')
  })
  deepEqual(
    open.map(({ id }) => id),
    [],
  )
})

test('a reason stands only where there is no check', () => {
  deepEqual(
    Object.keys(UNCHECKED).filter(id => ids.has(id) || !REQUIREMENTS.some(row => row.id === id)),
    [],
  )
})

/** D-09, word by word. D-34 is told as a warning; by a warning nobody fails. */
const BINDING = [
  'D-03',
  'D-04',
  'D-06',
  'D-10',
  'D-14',
  'D-20',
  'D-21',
  'D-22',
  'D-23',
  'D-24',
  'D-25',
  'D-26',
]
const MORE = ['D-30', 'D-32', 'D-40', 'D-46', 'D-49']

verifies('D-09', 'a foreign peer fails by no decision but those that bind it', () => {
  const strict = all.filter(({ id, level }) => id.startsWith('D-') && level === 'must').map(({ id }) => id)
  deepEqual(
    strict.filter(id => ![...BINDING, ...MORE].includes(id)),
    [],
  )
})

verifies('D-09', 'a check is never stricter than the row it belongs to', () => {
  const stricter = all.filter(({ id, level }) => {
    const row = REQUIREMENTS.find(each => each.id === id)
    return level === 'must' && row !== undefined && (row.level === 'should' || row.level === 'may')
  })
  deepEqual(
    stricter.map(({ id }) => id),
    [],
  )
})

for (const subject of SUBJECTS)
  test(`${subject}: every check has a broken peer, and every broken peer a check`, () => {
    const planted = PLANTED.filter(each => each.subject === subject)
    deepEqual(new Set(planted.map(({ id }) => id)), new Set(checksOf(subject).map(({ id }) => id)))
    for (const { id, wanted, title } of planted) equal(wanted[id] === undefined, false, title)
  })

test('a check needs only checks of its own list, and is listed once', () => {
  for (const subject of SUBJECTS) {
    const own = checksOf(subject).map(({ id }) => id)
    equal(new Set(own).size, own.length)
    for (const { needs } of checksOf(subject)) for (const need of needs) equal(own.includes(need), true)
  }
})
