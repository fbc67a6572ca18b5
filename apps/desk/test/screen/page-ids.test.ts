import { equal } from 'node:assert/strict'
import type { TreeElement } from '@copane/protocol/elements'
import { createMarks } from '../../src/page/marks.js'
import { createPageIds } from '../../src/screen/page-ids.js'
import { verifies } from '../../../../test/support/verifies.js'

const tree = (...ids: string[]): TreeElement => ({
  id: 'app',
  role: 'Application',
  children: ids.map(id => ({ id, role: 'Group' })),
})

verifies('EL-4.2-never-issued', 'a number that a page did not reach, and a mark that no page had', () => {
  const marks = createMarks()
  const ids = createPageIds(marks.isGiven)
  const mark = marks.give(undefined)
  ids.note(mark, tree(`${mark}-1`, `${mark}-7`))
  ids.note(mark, tree(`${mark}-3`))
  equal(ids.markOf(`${mark}-7`), mark)
  equal(ids.markOf(`${mark}-8`), undefined)
  equal(ids.markOf(`${mark}-0`), undefined)
  equal(ids.markOf('zzzzzz-1'), undefined)
  equal(ids.markOf('order-1'), undefined)
  equal(ids.markOf(`${mark}7`), undefined, 'the id of a window, which has no hyphen')
  const silent = marks.give(undefined)
  equal(ids.markOf(`${silent}-1`), undefined)
})

verifies('EL-4.2-gone', 'what a page numbered long ago was issued, however many pages came since', () => {
  const marks = createMarks()
  const ids = createPageIds(marks.isGiven)
  const first = marks.give(undefined)
  ids.note(first, tree(`${first}-5`))
  for (let n = 0; n < 1500; n++) {
    const mark = marks.give(undefined)
    ids.note(mark, tree(`${mark}-1`))
  }
  equal(ids.markOf(`${first}-5`), first)
})

verifies('EL-9.1-id-stable', 'no two pages have one mark, and none can be chosen', () => {
  const marks = createMarks()
  const given = new Set(Array.from({ length: 5000 }, () => marks.give(undefined)))
  equal(given.size, 5000)
  for (const wish of ['', 'abc', '000000', 'zzzzzz', `${[...given][0] ?? ''}0`])
    equal(given.has(marks.give(wish)), false)
  const [one = ''] = given
  equal(marks.give(one), one)
  equal(marks.isGiven(`${one.slice(0, 2)}0000`), false)
})
