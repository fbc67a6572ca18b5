import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { openDeskData } from '../../src/data/index.js'
import { openData } from '../support/desks.js'

const whole = () => {
  const opened = openDeskData({ file: ':memory:' })
  if (opened.kind === 'refused') throw new Error(opened.message)
  return opened.data
}

test('a new desk holds the same 10,000 orders every time, and is filled within 1.5 s', () => {
  const began = performance.now()
  const one = whole()
  ok(performance.now() - began < 1500)
  const two = whole()
  deepEqual(one.orders.page({ text: '' }, 0, 500), two.orders.page({ text: '' }, 0, 500))
  deepEqual(one.report(), two.report())
  equal(one.orders.page({ text: '' }, 0, 1).total, 10_000)
  deepEqual(
    [one.orders.get(10_001)?.status, one.orders.get(20_000)?.number, one.orders.get(20_001)],
    ['draft', 20_000, undefined],
  )
})

verifies('GB-9-large-data', 'row 9,000 is order 19000', () => {
  equal(whole().orders.page({ text: '' }, 8999, 1).rows[0]?.number, 19_000)
})

const filters = [
  ['a text in any case', { text: 'AMBER' }, 'amber'],
  ['a number', { text: '10042' }, '10042'],
  ['a text that SQL could mistake', { text: "%_'--" }, undefined],
  ['white space', { text: '   ' }, ''],
] as const
for (const [what, filter, inSearch] of filters)
  test(`a filter by ${what} gives exactly the orders that contain it`, () => {
    const data = openData(':memory:', 400)
    const all = data.orders.page({ text: '' }, 0, 400).rows
    const expected = all.filter(row =>
      inSearch === undefined
        ? false
        : `${row.number} ${row.customer} ${row.recipient}`.toLowerCase().includes(inSearch),
    )
    const { rows, total } = data.orders.page(filter, 0, 400)
    deepEqual([rows, total], [expected, expected.length])
  })

test('an edit of the recipient is found by the next filter', () => {
  const data = openData()
  const order = data.orders.get(10_003)
  ok(order)
  data.orders.update(order.number, order.revision, { ...order, recipient: 'Zebra Crossing' })
  deepEqual(
    data.orders.page({ text: 'zebra' }, 0, 20).rows.map(row => row.number),
    [10_003],
  )
})

verifies('D-36', 'an order that changed since is not overwritten', () => {
  const data = openData()
  const order = data.orders.get(10_003)
  ok(order)
  data.orders.update(order.number, order.revision, { ...order, note: 'one' })
  throws(() => data.orders.update(order.number, order.revision, { ...order, note: 'two' }))
  equal(data.orders.get(10_003)?.note, 'one')
})

verifies('GB-10.3-never-reused', 'the id of a removed comment is not given out again', () => {
  const { threads } = openData()
  const first = threads.addComment(1, 'Ada', 'one')
  threads.removeComment(first.id)
  ok(threads.addComment(1, 'Ada', 'two').id > first.id)
})
