import { deepEqual, equal } from 'node:assert/strict'
import { parseWindows, printWindows } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge, createStore, defineAction, type WindowView } from '../../src/index.js'
import { manualTime } from '../support/manual-time.js'
import { errorOf } from '../support/pad.js'

const said = (name: string, type: string) =>
  defineAction<object>({
    name: 'edit',
    title: `Edit ${name}`,
    description: `Edits the ${name}.`,
    parameters: { [name]: { type } },
    required: [name],
    reads: () => ({ kind: 'done', message: `Edited the ${name}.` }),
  })

const view = (id: string, more: Partial<WindowView<object>>): WindowView<object> => ({
  id,
  title: id,
  summary: `${id} is open.`,
  blocks: [],
  actions: [],
  ...more,
})

const bridgeOf = (...windows: WindowView<object>[]) =>
  createBridge<object>({
    store: createStore({ initial: {} }),
    windows: () => ({ windows }),
    fingerprint: String,
    after: manualTime().after,
  })

verifies('GB-5.1-independent', "a call is judged by the schema of its own window's action", async () => {
  const bridge = bridgeOf(
    view('p-1', { actions: [said('text', 'string')] }),
    view('p-2', { actions: [said('count', 'integer')] }),
  )
  const call = async (name: string, args: object) =>
    bridge.call(
      { name, arguments: { ...args } },
      { connection: 'c', client: 'tester', signal: new AbortController().signal },
    )
  deepEqual(
    bridge.tools().map(({ name, inputSchema }) => [name, Object.keys(Object(inputSchema.properties))]),
    [
      ['p-1__edit', ['text']],
      ['p-2__edit', ['count']],
    ],
  )
  equal((await call('p-1__edit', { text: 'a' })).kind, 'success')
  equal((await call('p-2__edit', { count: 2 })).kind, 'success')
  const refused = errorOf(await call('p-2__edit', { text: 'a' }))
  equal(refused?.code, 'validation_failed')
})

verifies(
  'GB-4.4-empty-field',
  'what is not filled in leaves and arrives as "" or null, masked or not',
  () => {
    const values = ['', null, 'x']
    const items = values.flatMap(value => [
      { label: 'Open', value },
      { label: 'Secret', value, sensitive: true as const },
    ])
    const bridge = bridgeOf(view('p-1', { blocks: [{ type: 'fields', id: 'b', items }] }))
    const read = parseWindows(bridge.snapshotText())
    if (read.kind !== 'snapshot') throw new Error('our own snapshot does not read')
    const [block] = read.snapshot.windows[0]?.blocks ?? []
    deepEqual(block?.type === 'fields' ? block.items.map(({ value }) => value) : [], [
      '',
      '',
      null,
      null,
      'x',
      '••••••',
    ])
    const printed = printWindows(read.snapshot)
    equal(printed.includes('"Secret" sensitive = ""'), true)
    equal(printed.includes('"Open" = null'), true)
  },
)
