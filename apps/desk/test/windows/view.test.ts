import { deepEqual, equal, ok } from 'node:assert/strict'
import { type Block, MAX_ACTION_NAME } from '@copane/protocol/bridge'
import { LIMITS } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.js'
import { memoryDesk, type TestDesk } from '../support/desks.js'

/** A desk with one window of every kind that can be open at once. */
function everything(): TestDesk {
  const desk = memoryDesk()
  for (const what of ['report', 'threads'] as const) desk.does({ act: 'open', what })
  for (const number of [10_001, 10_002, 10_004]) desk.does({ act: 'openOrder', number })
  const [, , , first, second] = desk.state().windows
  desk.does({ act: 'submit', window: first?.id ?? '' })
  desk.does({ act: 'type', window: second?.id ?? '', field: 'note', text: 'unsaved' })
  desk.does({ act: 'close', window: second?.id ?? '' })
  return desk
}

const blocksOf = (desk: TestDesk): Block[] => desk.bridge.snapshot().windows.flatMap(window => window.blocks)

verifies('GB-4.4-seven-blocks', 'all seven kinds of block are used', () => {
  const desk = everything()
  deepEqual([...new Set(blocksOf(desk).map(({ type }) => type))].sort(), [
    'custom',
    'fields',
    'list',
    'media',
    'notice',
    'table',
    'text',
  ])
})

verifies('GB-4.2-window-fields', 'every summary is one sentence, and differs where windows differ', () => {
  const { windows } = everything().bridge.snapshot()
  for (const { summary = '' } of windows) ok(/^[A-Z].*\.$/.test(summary) && summary.length < 200, summary)
  equal(new Set(windows.map(({ summary }) => summary)).size, windows.length)
})

verifies('GB-4.2-window-fields', 'no summary says the title again, which stands beside it', () => {
  for (const { title, summary = '' } of everything().bridge.snapshot().windows)
    ok(!summary.toLowerCase().includes(title.toLowerCase()), `${title}: ${summary}`)
})

verifies(
  'GB-4.2-window-fields',
  'the summary of an order tells whose it is, its state and what is wrong',
  () => {
    const desk = memoryDesk()
    desk.does({ act: 'openOrder', number: 10_001 })
    const { id } = desk.last('order')
    const summary = (): string | undefined =>
      desk.bridge.snapshot().windows.find(window => window.id === id)?.summary
    equal(summary(), 'Of Cobalt Lighting Demo Ltd, a draft, nothing unsaved.')
    desk.does({ act: 'type', window: id, field: 'recipient', text: '' })
    equal(desk.act({ act: 'submit', window: id }).kind, 'invalid')
    equal(
      summary(),
      'Of Cobalt Lighting Demo Ltd, a draft, unsaved changes in Recipient; to correct: Recipient.',
    )
  },
)

verifies('GB-4.4-media-url', 'the chart is a small picture with a description in words', () => {
  const [chart] = blocksOf(everything()).filter(block => block.type === 'media')
  ok(chart && chart.url.length < 8000 && chart.url.length < LIMITS.maxImageBytes)
  const png = Buffer.from(chart.url.split(',')[1] ?? '', 'base64')
  equal(png.subarray(1, 4).toString('latin1'), 'PNG')
  ok(chart.alt?.includes('2025-01'))
})

verifies(
  'GB-9-large-data',
  'the list shows a page and the total; every row comes from load_orders',
  async () => {
    const desk = memoryDesk()
    const { id } = desk.last('orders')
    const [table] = blocksOf(desk).filter(block => block.type === 'table')
    deepEqual([table?.rows.length, table?.total, table?.offset], [20, 60, 0])
    const outcome = await desk.calls(`${id}__load_orders`, {
      offset: 58,
      limit: 500,
      columns: ['number', 'amount'],
    })
    const { result } = outcome.kind === 'success' ? outcome.success : {}
    deepEqual([result?.total, result?.offset, Array.isArray(result?.rows) && result.rows.length], [60, 58, 2])
  },
)

const badLoads = [
  { limit: 501 },
  { limit: 0 },
  { offset: -1 },
  { columns: ['secret'] },
  { columns: [] },
  { rows: 5 },
]
for (const args of badLoads)
  verifies(
    'GB-7.3-field-errors',
    `load_orders with ${JSON.stringify(args)} is refused by its parameter`,
    async () => {
      const desk = memoryDesk()
      const outcome = await desk.calls(`${desk.last('orders').id}__load_orders`, args)
      equal(outcome.kind === 'error' && outcome.error.code, 'validation_failed')
    },
  )

verifies(
  'GB-B-truncated-total',
  'of a long thread the newest comments are shown, and load_thread gives all',
  async () => {
    const desk = memoryDesk()
    desk.does({ act: 'open', what: 'threads' })
    const { id } = desk.last('threads')
    for (let at = 0; at < 30; at++)
      desk.does({ act: 'comment', window: id, pane: 'right', text: `remark ${at}` })
    const table = blocksOf(desk).find(block => block.id === 'right')
    ok(table?.type === 'table')
    deepEqual(
      [table.rows.length, table.offset, table.total, table.rows.at(-1)?.[2]],
      [20, 12, 32, 'remark 29'],
    )
    const outcome = await desk.calls(`${id}__load_thread`, { thread: 2 })
    const rows = outcome.kind === 'success' ? outcome.success.result?.rows : undefined
    equal(Array.isArray(rows) && rows.length, 32)
  },
)

verifies(
  'GB-5.2-titles',
  'every action has a short name, words for a reader, and concrete parameters',
  () => {
    const desk = everything()
    const views = desk.view(desk.state()).windows.flatMap(({ actions }) => actions)
    for (const { name, title, description, inputSchema } of [...views, ...desk.appActions]) {
      ok(name.length <= MAX_ACTION_NAME && /^[a-z]+(_[a-z]+)*$/.test(name), name)
      ok(title.length > 3 && description.endsWith('.'), name)
      const { properties } = inputSchema
      for (const parameter of Object.values(properties && typeof properties === 'object' ? properties : {})) {
        const said = JSON.stringify(parameter)
        ok(said.includes('"description"') && /"type":"(string|integer|array)"/.test(said), `${name}: ${said}`)
      }
    }
  },
)

verifies(
  'GB-5.6-annotations',
  'what loses work is marked destructive, what only answers read-only, and nothing else',
  () => {
    const desk = everything()
    const actions = desk.view(desk.state()).windows.flatMap(view => view.actions)
    const marked = (hint: 'destructiveHint' | 'readOnlyHint') =>
      [...new Set(actions.filter(({ hints }) => hints[hint]).map(({ name }) => name))].sort()
    deepEqual(marked('destructiveHint'), ['confirm', 'discard', 'revert'])
    deepEqual(marked('readOnlyHint'), ['load_orders', 'load_thread'])
  },
)

verifies(
  'GB-5.1-visible-available',
  'what can not be done now is not listed, and its reason is told',
  async () => {
    const desk = memoryDesk()
    desk.does({ act: 'openOrder', number: 10_004 })
    const { id } = desk.last('order')
    const listed = desk.bridge.tools().map(({ name }) => name)
    deepEqual(
      listed.filter(name => name.startsWith(id)),
      [`${id}__focus`, `${id}__close`],
    )
    const outcome = await desk.calls(`${id}__edit`, { note: 'x' })
    deepEqual(
      outcome.kind === 'error' && 'reason' in outcome.error && outcome.error.reason,
      'The order was shipped',
    )
  },
)

verifies('GB-7.1-version-rises', 'a window that did not change is the same object, whatever else did', () => {
  const desk = everything()
  const before = desk.view(desk.state()).windows
  desk.does({ act: 'hover', window: before[0]?.id ?? '' })
  desk.does({ act: 'focus', window: before[1]?.id ?? '', spot: { kind: 'window' } })
  deepEqual(
    desk.view(desk.state()).windows.map((view, at) => view === before[at]),
    before.map(() => true),
  )
  desk.does({ act: 'filter', window: before[0]?.id ?? '', text: 'amber' })
  deepEqual(
    desk.view(desk.state()).windows.map((view, at) => view === before[at]),
    before.map((_, at) => at !== 0),
  )
})

verifies('FR-15', 'a change in one window does not make writes to another one stale', async () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_001 })
  const { id } = desk.last('order')
  const version = desk.bridge.snapshot().windows.find(window => window.id === id)?.version
  desk.does({ act: 'filter', window: desk.last('orders').id, text: 'e' })
  const outcome = await desk.calls(`${id}__edit`, { note: 'fresh', expectedVersion: version })
  equal(outcome.kind, 'success')
})

verifies('D-35', 'submitting returns with its dialog named, and confirming there submits', async () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_001 })
  const { id } = desk.last('order')
  const asked = await desk.calls(`${id}__submit`)
  const dialog = desk.last('confirm-submit').id
  deepEqual(asked.kind === 'success' && asked.success.openedWindowIds, [dialog])
  const late = await desk.calls(`${id}__edit`, { note: 'x' })
  deepEqual(late.kind === 'error' && 'blockedBy' in late.error && late.error.blockedBy, [dialog])
  await desk.calls(`${dialog}__confirm`)
  deepEqual(
    [desk.data.orders.get(10_001)?.status, desk.state().changes.at(-1)?.by],
    ['submitted', { kind: 'client', name: 'robot' }],
  )
})

verifies('FR-1', 'a desk full of windows stays readable, and does not take one more', () => {
  const desk = memoryDesk()
  for (let at = 1; at < 100; at++) desk.does({ act: 'open', what: 'orders' })
  equal(desk.act({ act: 'open', what: 'orders' }).kind, 'unavailable')
  ok(desk.bridge.snapshotText().length < LIMITS.maxBytes / 4)
})
