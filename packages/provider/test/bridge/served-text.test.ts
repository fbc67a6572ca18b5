import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge } from '../../src/bridge/bridge.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import type { WindowView } from '../../src/bridge/view.js'
import { createStore } from '../../src/store/store.js'
import { manualTime } from '../support/manual-time.js'

type Sheets = { [id: string]: string }

const action = actionsOf<Sheets>()
const write = action({
  name: 'write',
  title: 'Write',
  description: 'Writes.',
  parameters: { text: { type: 'string' } },
  changes: (state, { windowId, args }) => ({
    kind: 'done',
    state: { ...state, [windowId]: typeof args.text === 'string' ? args.text : '' },
    message: 'written',
  }),
})

const turn = actionsOf<{ turn: number }>()({
  name: 'turn',
  title: 'Turn',
  description: 'Turns.',
  changes: state => ({ kind: 'done', state: { turn: state.turn + 1 }, message: 'turned' }),
})

/** An app with so many windows of so many lines, described anew with every commit. */
function sheets(count: number, lines = 1, extra = {}) {
  const ids = Array.from({ length: count }, (_, at) => `s-${at + 1}`)
  const store = createStore<Sheets>({ initial: Object.fromEntries(ids.map(id => [id, 'empty'])) })
  const view = (state: Sheets, id: string): WindowView<Sheets> => ({
    id,
    title: `Sheet ${id}`,
    summary: 'A sheet "with" lines\n.',
    blocks: Array.from({ length: lines }, (_, at) => ({
      type: 'text',
      id: `line-${at}`,
      text: `${state[id]} ${at}`,
    })),
    actions: [write],
  })
  const known = new Map<string, { text: string | undefined; view: WindowView<Sheets> }>()
  const kept = (state: Sheets, id: string) => {
    const last = known.get(id)
    if (last && last.text === state[id]) return last.view
    const next = view(state, id)
    known.set(id, { text: state[id], view: next })
    return next
  }
  const bridge = createBridge<Sheets>({
    store,
    windows: state => ({ windows: Object.keys(state).map(id => kept(state, id)) }),
    fingerprint: String,
    after: manualTime().after,
    ...extra,
  })
  const set = (id: string, text: string | undefined) =>
    store.commit({ kind: 'user' }, state => {
      const { [id]: _, ...rest } = state
      return { state: text === undefined ? rest : { ...rest, [id]: text }, outcome: 0 }
    })
  const call = (id: string, text: string, version?: number) =>
    bridge.call(
      { name: `${id}__write`, arguments: { text, expectedVersion: version } },
      { connection: 'c', client: 'tester', signal: new AbortController().signal },
    )
  return { bridge, set, call, ids, store }
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\ud800', '\u2028', '\u0000', '</script>'),
)

verifies(
  'GB-12.2-wrapping',
  'the kept text is the JSON of the snapshot, escaped or not, after any changes',
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(4), fc.option(text, { nil: undefined })), { maxLength: 12 }),
        steps => {
          const { bridge, set, ids } = sheets(4)
          for (const [at, next] of steps) {
            set(ids[at] ?? 's-9', next)
            const served = bridge.snapshotText()
            deepEqual(JSON.parse(served), JSON.parse(JSON.stringify(bridge.snapshot())))
            equal(`"${Buffer.concat(bridge.snapshotEscaped?.() ?? []).toString()}"`, JSON.stringify(served))
          }
        },
      ),
      { numRuns: 60 },
    )
  },
)

verifies(
  'GB-9-large-data',
  'a window that did not change is looked at once, however often its app is read',
  async () => {
    let looks = 0
    const payload = {
      get rows() {
        looks++
        return 1
      },
    }
    const heavy: WindowView<Sheets> = {
      id: 's-2',
      title: 'Heavy',
      summary: 'Heavy.',
      blocks: [{ type: 'custom', id: 'c', payload }],
      actions: [],
    }
    const store = createStore<Sheets>({ initial: { 's-1': 'empty' } })
    const bridge = createBridge<Sheets>({
      store,
      windows: state => ({
        windows: [
          { ...heavy, id: 's-1', blocks: [{ type: 'text', id: 't', text: state['s-1'] ?? '' }] },
          heavy,
        ],
      }),
      fingerprint: String,
      after: manualTime().after,
    })
    equal(looks, 1)
    for (let turns = 0; turns < 20; turns++) {
      store.commit({ kind: 'user' }, () => ({ state: { 's-1': `text ${turns}` }, outcome: 0 }))
      ok(bridge.snapshotText().includes(`text ${turns}`))
      ok(Buffer.concat(bridge.snapshotEscaped?.() ?? []).includes(`text ${turns}`))
    }
    equal(looks, 1)
  },
)

// Among so many, anything that looked at all windows for each window would take minutes.
verifies(
  'GB-7.2-runtime',
  'among fifty thousand windows, with modals, calls and commits take no time',
  async () => {
    const count = 50_000
    const view = (at: number): WindowView<{ turn: number }> => ({
      id: `s-${at}`,
      title: 'A sheet',
      summary: 'A sheet.',
      blocks: [],
      actions: [turn],
      ...(at > count / 2 ? { modal: true, ownerId: `s-${at - count / 2}` } : {}),
    })
    const others = Array.from({ length: count }, (_, at) => view(at + 1)).slice(1)
    const bridge = createBridge<{ turn: number }>({
      store: createStore({ initial: { turn: 0 } }),
      windows: state => ({ windows: [{ ...view(1), summary: `Turn ${state.turn}.` }, ...others] }),
      fingerprint: String,
      after: manualTime().after,
    })
    const start = performance.now()
    const caller = { connection: 'c', client: 'tester', signal: new AbortController().signal }
    for (const name of [`s-${count}__turn`, 's-1__turn', 's-0__turn', `s-${count}__nothing`])
      await bridge.call({ name, arguments: {} }, caller)
    ok(bridge.snapshotText().length > count)
    ok(bridge.tools().length === count / 2)
    ok(performance.now() - start < 20_000)
    equal(bridge.snapshot().windows[0]?.summary, 'Turn 1.')
  },
)

verifies('FR-15', 'a window that changes all the time makes no write to another one stale', async () => {
  const { set, call, bridge, ids } = sheets(3)
  const [a = '', , c = ''] = ids
  let version = bridge.snapshot().windows[0]?.version
  for (let n = 0; n < 200; n++) {
    set(c, `change ${n}`)
    const outcome = await call(a, `write ${n}`, version)
    equal(outcome.kind, 'success')
    version = bridge.snapshot().windows.find(({ id }) => id === a)?.version
    set(c, `change ${n} again`)
  }
})
