import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { formatMoney, parseAmount } from '../../src/model/money.js'
import { memoryDesk } from '../support/desks.js'

const wrongAmounts = [
  '',
  ' ',
  '0',
  '0.00',
  '-5',
  '1.234',
  '1,50',
  '1e3',
  'NaN',
  '12.',
  '.5',
  '1 000',
  '9999999999999',
  '0x10',
  '１２',
]
for (const text of wrongAmounts)
  test(`the amount "${text}" is refused`, () => {
    equal(parseAmount(text).kind, 'error')
  })

const amounts = [
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['0.01', 1],
  [' 7 ', 700],
  ['0012', 1200],
] as const
for (const [text, cents] of amounts)
  test(`the amount "${text}" is ${cents} cents`, () => {
    deepEqual(parseAmount(text), { kind: 'cents', cents })
  })

test('money is shown in groups of three', () => {
  deepEqual([formatMoney(5, 'EUR'), formatMoney(123_456_789, 'CHF')], ['0.05 EUR', '1,234,567.89 CHF'])
})

verifies(
  'GB-7.3-field-errors',
  'one wrong field refuses the whole edit, and each wrong one is named',
  async () => {
    const desk = memoryDesk()
    desk.does({ act: 'openOrder', number: 10_001 })
    const { id } = desk.last('order')
    const before = desk.state()
    const outcome = await desk.calls(`${id}__edit`, { recipient: '  ', address: 'Somewhere', amount: '-5' })
    deepEqual(outcome.kind === 'error' && 'fields' in outcome.error && outcome.error.fields, [
      { field: 'recipient', error: 'Cannot be empty' },
      { field: 'amount', error: 'Must be greater than 0' },
    ])
    equal(desk.state(), before)
  },
)

verifies('D-44', 'submitting a draft that was filled in before names the parameters of edit', async () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_002 })
  const { id } = desk.last('order')
  desk.does({ act: 'type', window: id, field: 'amount', text: 'a lot' })
  const outcome = await desk.calls(`${id}__submit`)
  deepEqual(
    outcome.kind === 'error' && 'fields' in outcome.error && outcome.error.fields.map(({ field }) => field),
    ['recipient', 'amount'],
  )
})

test('fields nobody touched do not keep a draft from being saved', () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_002 })
  const { id } = desk.last('order')
  desk.does({ act: 'type', window: id, field: 'note', text: 'ask for the recipient' })
  desk.does({ act: 'save', window: id })
  deepEqual(
    [desk.data.orders.get(10_002)?.note, desk.data.orders.get(10_002)?.revision],
    ['ask for the recipient', 2],
  )
})

test('typing a value back to what is saved leaves nothing unsaved', () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_001 })
  const { id, order } = desk.last('order')
  desk.does({ act: 'type', window: id, field: 'amount', text: '1' })
  desk.does({ act: 'type', window: id, field: 'amount', text: `0${order.amountCents / 100}` })
  deepEqual(desk.last('order').draft, {})
})

verifies(
  'FR-13',
  'an order that changes under a draft keeps the draft, follows in the rest, and is not overwritten',
  () => {
    const desk = memoryDesk()
    desk.does({ act: 'openOrder', number: 10_001 })
    const { id } = desk.last('order')
    desk.does({ act: 'type', window: id, field: 'note', text: 'first' })
    desk.does({ act: 'type', window: id, field: 'address', text: 'First Street' })
    desk.does({ act: 'save', window: id })
    desk.does({ act: 'type', window: id, field: 'note', text: 'mine' })
    desk.does({ act: 'undo' })
    const { order, draft, errors } = desk.last('order')
    deepEqual([draft, order.address === 'First Street'], [{ note: 'mine' }, false])
    deepEqual(
      errors.map(({ field }) => field),
      ['note'],
    )
    equal(desk.act({ act: 'save', window: id }).kind, 'invalid')
    desk.does({ act: 'type', window: id, field: 'note', text: 'mine, still' })
    desk.does({ act: 'save', window: id })
    equal(desk.data.orders.get(10_001)?.note, 'mine, still')
  },
)

test('half a character and a NUL are not kept', () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_001 })
  const { id } = desk.last('order')
  desk.does({ act: 'type', window: id, field: 'note', text: 'a\0b\ud83dc' })
  desk.does({ act: 'save', window: id })
  deepEqual([desk.data.orders.get(10_001)?.note, desk.last('order').draft], ['ab\ufffdc', {}])
})
