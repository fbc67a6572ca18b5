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
    state: { ...state, [windowId]: String(args.text) },
    message: 'written',
  }),
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
            equal(`"${bridge.snapshotEscaped()}"`, JSON.stringify(served))
          }
        },
      ),
      { numRuns: 60 },
    )
  },
)

/** The best of some runs, for a machine that does other things too. Units: milliseconds. */
function bestOf(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

verifies(
  'GB-9-large-data',
  'of a thousand windows one changes: reading again costs a small part of reading first',
  () => {
    const first = bestOf(3, () => void sheets(1000, 20).bridge.snapshotText())
    const { bridge, set } = sheets(1000, 20)
    bridge.snapshotText()
    let turn = 0
    const again = bestOf(15, () => {
      set('s-500', `text ${turn++}`)
      bridge.snapshotText()
    })
    ok(again < first / 4, `${again.toFixed(2)} ms of ${first.toFixed(2)} ms`)
  },
)

verifies(
  'GB-7.2-runtime',
  'ten times the windows cost a commit and a call no more than in proportion',
  async () => {
    const costOf = async (count: number) => {
      const { call, ids } = sheets(count)
      const last = ids.at(-1) ?? ''
      let best = Number.POSITIVE_INFINITY
      for (let run = 0; run < 15; run++) {
        const start = performance.now()
        for (let n = 0; n < 4; n++) await call(last, `text ${run} ${n}`)
        best = Math.min(best, performance.now() - start)
      }
      return best
    }
    const [small, large] = [await costOf(300), await costOf(3000)]
    ok(large < small * 30, `${small.toFixed(2)} ms for 300, ${large.toFixed(2)} ms for 3,000`)
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
