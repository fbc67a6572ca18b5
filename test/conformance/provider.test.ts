/** Our own provider, checked from outside by the kit that shares no code with it. */
import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBridge, checkProvider, type PeerReport } from '@copane/conformance/node'
import type { TreeElement } from '@copane/protocol/elements'
import {
  type Action,
  createBridge,
  createElements,
  createIds,
  createStore,
  defineAction,
  type Ids,
  type WindowView,
} from '@copane/provider'
import { after, createFingerprint, mintInstance, mintMark, startProvider } from '@copane/provider/node'
import { afterAll } from 'vitest'
import { verifies } from '../support/verifies.ts'

type State = { name: string; asking: boolean }

const rename = defineAction<State>({
  name: 'rename',
  title: 'Rename',
  description: 'Gives the order another name.',
  parameters: { name: { type: 'string' } },
  required: ['name'],
  writes: ctx => {
    ctx.commit(state => ({
      kind: 'done',
      state: { ...state, name: typeof ctx.args.name === 'string' ? ctx.args.name : state.name },
      message: 'Renamed.',
    }))
    return undefined
  },
})

const look = defineAction<State>({
  name: 'look',
  title: 'Look',
  description: 'Tells how long the name is.',
  parameters: { times: { type: 'integer' } },
  reads: ({ state }) => ({ kind: 'done', message: 'Looked.', result: { length: state.name.length } }),
})

const close = defineAction<State>({
  name: 'close',
  title: 'Close',
  description: 'Closes the question.',
  writes: ctx => {
    ctx.commit(state => ({ kind: 'done', state: { ...state, asking: false }, message: 'Closed.' }))
    return undefined
  },
})

const ask = defineAction<State>({
  name: 'ask',
  title: 'Ask',
  description: 'Asks about the report.',
  writes: ctx => {
    ctx.commit(state => ({ kind: 'done', state: { ...state, asking: true }, message: 'Asked.' }))
    return undefined
  },
})

const folder = mkdtempSync(join(tmpdir(), 'copane-conformance-'))
const ids = createIds(mintMark())
const store = createStore<State>({ initial: { name: 'Order 12', asking: true } })
const windowIds = { order: ids.windowId(), report: ids.windowId(), question: ids.windowId() }
const window = (
  id: string,
  title: string,
  actions: readonly Action<State>[],
  more: Partial<WindowView<State>> = {},
): WindowView<State> => ({
  id,
  title,
  summary: `${title} is open.`,
  blocks: [{ type: 'fields', id: 'b1', items: [{ label: 'Card', value: '4111', sensitive: true }] }],
  actions,
  ...more,
})

const bridge = createBridge<State>({
  store,
  windows: ({ asking }) => ({
    windows: [
      window(windowIds.order, 'Order', [rename, look]),
      window(windowIds.report, 'Report', [look]),
      ...(asking
        ? [window(windowIds.question, 'Question', [close], { modal: true, ownerId: windowIds.report })]
        : []),
    ],
  }),
  appActions: [ask],
  fingerprint: createFingerprint(),
  after,
})

const instance = mintInstance()
const placed = { state: 'visible' as const, rects: [{ x: 10, y: 20, w: 300, h: 40 }], window: 5 }
const elements = createElements({
  instance,
  ids,
  tree: () => treeOf(store.read(), ids),
  locate: element => (element.role === 'Application' ? undefined : placed),
})

function treeOf({ name }: State, mint: Ids): TreeElement {
  const passage: TreeElement = {
    id: mint.of('order', 'sel', 'name'),
    role: 'Text',
    selected: true,
    focused: true,
    content: [{ type: 'text', text: name }],
  }
  return {
    id: mint.of('', 'app', 'app'),
    role: 'Application',
    title: 'Desk',
    children: [
      { id: windowIds.order, role: 'Window', title: 'Order', focused: true, children: [passage] },
      { id: windowIds.report, role: 'Window', title: 'Report', visible: false },
    ],
  }
}

const outcome = await startProvider({
  app: { bundleId: 'dev.copane.desk', name: 'Desk', version: '1.0.0', notes: 'This is a desk.' },
  instance,
  elements,
  bridge,
  folder: join(folder, 'providers'),
})
if (outcome.kind === 'refused') throw new Error(outcome.reason)
const { provider } = outcome
const { descriptor, file } = provider

afterAll(async () => {
  await provider.stop()
  rmSync(folder, { recursive: true })
})

/** What our provider does not keep yet; a row that it keeps by now fails this test. */
const KNOWN = {
  elements: {},
  bridge: {},
}

const notPassed = ({ checks }: PeerReport) =>
  Object.fromEntries(checks.flatMap(({ id, verdict }) => (verdict === 'passed' ? [] : [[id, verdict]])))

verifies('D-09', 'our provider passes every check of elements, in both eras', async () => {
  const { endpoint, token, bridge: other } = descriptor
  const report = await checkProvider({
    endpoint,
    token,
    descriptor: file,
    ...(other ? { bridge: other } : {}),
  })
  deepEqual(notPassed(report), KNOWN.elements)
  deepEqual([report.ok, report.eras], [true, ['legacy', 'modern']])
})

verifies('D-09', 'our provider passes every check of bridge, in both eras', async () => {
  if (!descriptor.bridge) throw new Error('the descriptor names no bridge')
  const before = bridge.snapshotText()
  const report = await checkBridge(descriptor.bridge)
  deepEqual(notPassed(report), KNOWN.bridge)
  deepEqual([report.ok, report.eras], [true, ['legacy', 'modern']])
  equal(bridge.snapshotText(), before)
})
