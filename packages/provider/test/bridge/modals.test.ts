import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { validateWindows } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge } from '../../src/bridge/bridge.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import { createHandles } from '../../src/bridge/handles.js'
import { blockedOutside, closingOrder, withoutWindow } from '../../src/bridge/modals.js'
import type { WindowView } from '../../src/bridge/view.js'
import { createIds } from '../../src/elements/ids.js'
import { createStore } from '../../src/store/store.js'
import { manualTime } from '../support/manual-time.js'
import { canary, errorOf } from '../support/pad.js'

/** An app of twenty lines: windows that carry what they are, and three actions. */
type Pane = { id: string; modal?: boolean; ownerId?: string | null; private?: true }
type State = { panes: readonly Pane[]; outside?: string }

const action = actionsOf<State>()
const close = action({
  name: 'close',
  title: 'Close',
  description: 'Closes this window and its dialogs.',
  changes: (state, { windowId }) => ({
    kind: 'done',
    state: { ...state, panes: withoutWindow(state.panes, windowId) },
    message: 'closed',
  }),
})
const about = action({
  name: 'about',
  title: 'About',
  description: 'Says what the app is.',
  reads: () => ({ kind: 'done', message: 'an app' }),
})

const OUTSIDE = 'A file chooser of the system is open.'
const NOTICE = { type: 'notice', id: 'blocked-outside', severity: 'warn', text: OUTSIDE }

function app(panes: readonly Pane[], title = 'A pane') {
  const store = createStore<State>({ initial: { panes } })
  const blocker = { id: 'p-99', text: OUTSIDE }
  const view = (pane: Pane): WindowView<State> => ({
    ...pane,
    title,
    summary: 'A pane.',
    blocks: [],
    actions: [close],
  })
  const bridge = createBridge<State>({
    store,
    windows(state) {
      const shown = { windows: state.panes.map(view) }
      return state.outside ? blockedOutside(shown, blocker) : shown
    },
    appActions: [about],
    fingerprint: String,
    after: manualTime().after,
  })
  const set = (next: Partial<State>) =>
    store.commit({ kind: 'user' }, state => ({ state: { ...state, ...next }, outcome: 0 }))
  const call = (name: string) =>
    bridge.call(
      { name, arguments: {} },
      { connection: 'c', client: 'tester', signal: new AbortController().signal },
    )
  return { store, bridge, set, call, ids: () => bridge.snapshot().windows.map(({ id }) => id) }
}

const modal = (id: string, ownerId: string | null): Pane => ({ id, modal: true, ownerId })

verifies('D-33', 'what closes with a window closes first, deepest first', () => {
  const windows = [{ id: 'a' }, modal('b', 'a'), modal('c', 'b'), modal('d', 'a'), { id: 'e' }]
  deepEqual(closingOrder(windows, 'a'), ['c', 'd', 'b', 'a'])
  deepEqual(closingOrder(windows, 'c'), ['c'])
  deepEqual(closingOrder(windows, 'z'), [])
  equal(withoutWindow(windows, 'z'), windows)
})

verifies('D-33', 'a window closes with its modals in one commit and one notification', async () => {
  const { bridge, set, ids } = app([{ id: 'p-1' }, { id: 'p-2' }, modal('p-3', 'p-1'), modal('p-4', 'p-3')])
  const seen: unknown[] = []
  bridge.watch(changes => seen.push(changes))
  set({
    panes: withoutWindow([{ id: 'p-1' }, { id: 'p-2' }, modal('p-3', 'p-1'), modal('p-4', 'p-3')], 'p-1'),
  })
  deepEqual([ids(), seen], [['p-2'], [{ updated: true, listChanged: true }]])
})

verifies('D-33', 'a modal that outlives its owner, and a ring of owners, never take effect', () => {
  const { set, store } = app([{ id: 'p-1' }, modal('p-2', 'p-1')])
  const before = store.read()
  throws(() => set({ panes: [modal('p-2', 'p-1')] }), /close a window and its modals in one change/)
  throws(() => set({ panes: [modal('p-1', 'p-2'), modal('p-2', 'p-1')] }), /ring/)
  throws(() => set({ panes: [{ id: 'p-1' }, { id: 'p-1' }] }), /share an id/)
  equal(store.read(), before)
})

verifies('D-31', 'of two app modals the one opened last wins; each window names what blocks it', async () => {
  const { bridge, call } = app([{ id: 'p-1' }, modal('p-2', null), modal('p-3', null), modal('p-4', 'p-3')])
  deepEqual(bridge.snapshot().operableWindowIds, ['p-4'])
  const error = errorOf(await call('p-1__close'))
  deepEqual(error?.code === 'blocked_by_modal' && error.blockedBy, ['p-4'])
})

verifies('D-34', 'an action of the app is blocked by an app modal, and by no other', async () => {
  const { bridge, set, call } = app([{ id: 'p-1' }, modal('p-2', 'p-1')])
  equal((await call('app__about')).kind, 'success')
  set({ panes: [{ id: 'p-1' }, modal('p-3', null)] })
  equal(errorOf(await call('app__about'))?.code, 'blocked_by_modal')
  deepEqual(
    bridge.tools().map(({ name }) => name),
    ['p-3__close'],
  )
})

verifies(
  'FR-20',
  'something outside the app blocks it: nothing is operable, and a notice says what it is',
  async () => {
    const { bridge, set, call } = app([{ id: 'p-1' }, { id: 'p-2' }, modal('p-3', 'p-1')])
    set({ outside: 'yes' })
    const snapshot = bridge.snapshot()
    deepEqual([snapshot.operableWindowIds, bridge.tools()], [[], []])
    deepEqual(
      snapshot.windows.map(({ id, blocks }) => [id, blocks]),
      [
        ['p-1', []],
        ['p-2', [NOTICE]],
        ['p-3', [NOTICE]],
      ],
    )
    deepEqual(validateWindows(JSON.parse(bridge.snapshotText())), [])
    ok(!bridge.snapshotText().includes('p-99'))
    const error = errorOf(await call('p-2__close'))
    deepEqual(error?.code === 'blocked_by_modal' && error.blockedBy, [])
    equal(errorOf(await call('p-99__close'))?.code, 'window_not_found')
    set({ outside: '' })
    deepEqual(bridge.snapshot().operableWindowIds, ['p-2', 'p-3'])
  },
)

verifies('FR-40', 'a private window, and a dialog on it, is in no byte that is served', async () => {
  const title = canary()
  const { bridge, call, set, ids } = app(
    [{ id: 'p-1' }, { id: 'p-2', private: true }, modal('p-3', 'p-2')],
    title,
  )
  deepEqual([ids(), bridge.tools().map(({ name }) => name)], [['p-1'], ['app__about', 'p-1__close']])
  for (const name of ['p-2__close', 'p-3__close', 'p-2__nothing'])
    equal(errorOf(await call(name))?.code, 'window_not_found')
  deepEqual(validateWindows(JSON.parse(bridge.snapshotText())), [])
  const seen: unknown[] = []
  bridge.watch(changes => seen.push(changes))
  set({ panes: [{ id: 'p-1' }, { id: 'p-2', private: true }] })
  deepEqual(seen, [])
})

verifies('FR-40', 'a window that becomes private is gone, and what comes back goes on in its version', () => {
  const { bridge, set, ids } = app([{ id: 'p-1' }])
  set({ panes: [{ id: 'p-1', private: true }] })
  deepEqual([ids(), bridge.snapshotText()], [[], '{"operableWindowIds":[],"windows":[]}'])
  set({ panes: [{ id: 'p-1' }] })
  deepEqual(ids(), ['p-1'])
})

verifies(
  'GB-7.1-version-rises',
  'an id that comes back after it closed goes on from its last version',
  () => {
    const { bridge, set } = app([{ id: 'p-1' }])
    set({ panes: [] })
    set({ panes: [{ id: 'p-1' }] })
    equal(bridge.snapshot().windows[0]?.version, 2)
  },
)

verifies(
  'D-30',
  'an app with keys of its own has a handle for each, and a new one when it opens again',
  () => {
    const handles = createHandles(createIds('p').windowId)
    const path = '/home/ä/notes (1).txt'
    deepEqual([handles.of(path), handles.of('b'), handles.of(path)], ['p1', 'p2', 'p1'])
    deepEqual([handles.keyOf('p1'), handles.keyOf('p9')], [path, undefined])
    handles.close(path)
    deepEqual([handles.keyOf('p1'), handles.of(path)], [undefined, 'p3'])
  },
)

verifies('GB-5.3-no-reserved', 'close, focus, switch and open are actions like any other', async () => {
  const { bridge, call } = app([{ id: 'p-1' }])
  for (const name of ['focus', 'switch', 'open'])
    equal(errorOf(await call(`p-1__${name}`))?.code, 'action_not_available')
  ok(bridge.tools().some(({ name }) => name === 'p-1__close'))
  equal((await call('p-1__close')).kind, 'success')
  deepEqual(bridge.snapshot().windows, [])
})

verifies('GB-12.5-empty', 'an app without windows serves an empty list, and no tool but its own', () => {
  const { bridge } = app([])
  equal(bridge.snapshotText(), '{"operableWindowIds":[],"windows":[]}')
  deepEqual(
    bridge.tools().map(({ name }) => name),
    ['app__about'],
  )
})
