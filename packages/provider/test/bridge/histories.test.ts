/** A user and two agents at the same windows: no lost update, every version explained (FR-13). */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { operableIds, splitToolName } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge } from '../../src/bridge/bridge.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import { withoutWindow } from '../../src/bridge/modals.js'
import type { CallOutcome } from '../../src/bridge/outcome.js'
import { createIds } from '../../src/elements/ids.js'
import { createStore } from '../../src/store/store.js'
import { manualTime } from '../support/manual-time.js'

/** A log per window: each writer appends its mark to what it read, so that a lost update is a lost mark. */
type Log = { id: string; ownerId: string | null; marks: readonly string[] }
type Logs = { logs: readonly Log[] }

const action = actionsOf<Logs>()

const written = (state: Logs, id: string, marks: readonly string[]): Logs => ({
  logs: state.logs.map(log => (log.id === id ? { ...log, marks } : log)),
})

/** Steps that a schedule holds back, let go in any order. */
function steps() {
  const held: (() => void)[] = []
  return {
    wait: () => new Promise<void>(resolve => void held.push(resolve)),
    letGo: (at: number) => held.splice(at % Math.max(1, held.length), 1)[0]?.(),
    count: () => held.length,
  }
}

function logApp(schedule: { wait: () => Promise<void> }) {
  const ids = createIds('l')
  const replace = action({
    name: 'replace',
    title: 'Replace',
    description: 'Replaces the marks by those given.',
    parameters: { marks: { type: 'array', items: { type: 'string' } } },
    required: ['marks'],
    async writes({ windowId, args, commit }) {
      await schedule.wait()
      const marks = Array.isArray(args.marks) ? args.marks.map(String) : []
      commit(state => ({ kind: 'done', state: written(state, windowId, marks), message: 'replaced' }))
      return undefined
    },
  })
  const ask = action({
    name: 'ask',
    title: 'Ask',
    description: 'Opens a dialog.',
    changes: (state, { windowId }) => ({
      kind: 'done',
      state: { logs: [...state.logs, { id: ids.windowId(), ownerId: windowId, marks: [] }] },
      message: 'asked',
    }),
  })
  const close = action({
    name: 'close',
    title: 'Close',
    description: 'Closes.',
    changes: (state, { windowId }) => ({
      kind: 'done',
      state: { logs: withoutWindow(state.logs, windowId) },
      message: 'closed',
    }),
  })
  const [first, second] = [ids.windowId(), ids.windowId()]
  const store = createStore<Logs>({
    initial: { logs: [first, second].map(id => ({ id, ownerId: null, marks: [] })) },
    freeze: true,
  })
  const time = manualTime()
  const bridge = createBridge<Logs>({
    store,
    windows: ({ logs }) => ({
      windows: logs.map(({ id, ownerId, marks }) => ({
        id,
        title: id,
        ownerId,
        modal: ownerId !== null,
        summary: 'A log.',
        blocks: [{ type: 'list', id: 'marks', items: [...marks] }],
        actions: ownerId === null ? [replace, ask] : [replace, ask, close],
      })),
    }),
    fingerprint: String,
    after: time.after,
  })
  const call = (client: string, name: string, args: { [name: string]: unknown }): Promise<CallOutcome> =>
    bridge.call(
      { name, arguments: args },
      { connection: client, client, signal: new AbortController().signal },
    )
  return { store, bridge, call, windows: [first, second] as const }
}

type Move =
  | { kind: 'user'; window: number }
  | { kind: 'agent'; agent: number; window: number }
  | { kind: 'step'; at: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), window: fc.nat(1) }),
  fc.record({ kind: fc.constant('agent' as const), agent: fc.nat(1), window: fc.nat(1) }),
  fc.record({ kind: fc.constant('step' as const), at: fc.nat(3) }),
)

const settled = () => new Promise(setImmediate)

/** Plays moves; what every writer whose write went through believes to be in the log, and what is there. */
async function play(moves: readonly Move[], sendVersion: boolean) {
  const schedule = steps()
  const { store, bridge, call, windows } = logApp(schedule)
  const kept: { window: string; mark: string }[] = []
  const versions = new Map<string, number[]>(windows.map(id => [id, [1]]))
  bridge.watch(() => {
    for (const { id, version } of bridge.snapshot().windows) {
      const seen = versions.get(id)
      if (seen && seen.at(-1) !== version) seen.push(version)
    }
  })
  const pending: Promise<unknown>[] = []
  let next = 0
  for (const step of moves) {
    const mark = `m${next++}`
    if (step.kind === 'step') {
      schedule.letGo(step.at)
      await settled()
      continue
    }
    const id = windows[step.window === 0 ? 0 : 1]
    if (step.kind === 'user') {
      store.commit({ kind: 'user' }, state => {
        const marks = state.logs.find(log => log.id === id)?.marks ?? []
        return { state: written(state, id, [...marks, mark]), outcome: 0 }
      })
      kept.push({ window: id, mark })
      continue
    }
    const read = bridge.snapshot().windows.find(window => window.id === id)
    const [block] = read?.blocks ?? []
    const marks = block?.type === 'list' ? [...block.items, mark] : [mark]
    const args = sendVersion ? { marks, expectedVersion: read?.version } : { marks }
    pending.push(
      call(`agent ${step.agent}`, `${id}__replace`, args).then(outcome => {
        if (outcome.kind === 'success') kept.push({ window: id, mark })
        else equal(outcome.kind === 'error' && outcome.error.code, 'stale_state')
      }),
    )
  }
  while (schedule.count() > 0) {
    schedule.letGo(0)
    await settled()
  }
  await Promise.all(pending)
  const there = new Map(store.read().logs.map(log => [log.id, log.marks]))
  const lost = kept.filter(({ window, mark }) => !there.get(window)?.includes(mark))
  return { lost, kept, versions, there }
}

verifies(
  'FR-13',
  'a user and two agents write at random: with expectedVersion no update is lost',
  async () => {
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async moves => {
        const { lost, kept, versions, there } = await play(moves, true)
        deepEqual(lost, [])
        for (const [id, seen] of versions) {
          deepEqual(
            seen,
            seen.map((_, at) => at + 1),
          )
          equal(there.get(id)?.length, seen.length - 1)
        }
        refusals += moves.filter(({ kind }) => kind !== 'step').length - kept.length
      }),
      { numRuns: 150 },
    )
    ok(refusals > 0)
  },
)

verifies(
  'FR-13',
  'without expectedVersion the same play does lose updates: the test can see one',
  async () => {
    const moves: Move[] = [
      { kind: 'agent', agent: 0, window: 0 },
      { kind: 'user', window: 0 },
      { kind: 'step', at: 0 },
    ]
    const { lost } = await play(moves, false)
    equal(lost.length, 1)
  },
)

verifies('FR-9', 'a list that was put in another order between read and act refuses the act', async () => {
  const schedule = { wait: () => Promise.resolve() }
  const { store, bridge, call, windows } = logApp(schedule)
  const [id] = windows
  const user = { kind: 'user' } as const
  store.commit(user, state => ({ state: written(state, id, ['a', 'b', 'c']), outcome: 0 }))
  const expectedVersion = bridge.snapshot().windows[0]?.version
  store.commit(user, state => ({ state: written(state, id, ['c', 'a', 'b']), outcome: 0 }))
  const outcome = await call('agent', `${id}__replace`, { marks: ['b', 'c'], expectedVersion })
  deepEqual(
    outcome.kind === 'error' && outcome.error.code === 'stale_state' && outcome.error.currentVersion,
    3,
  )
  deepEqual(store.read().logs[0]?.marks, ['c', 'a', 'b'])
})

verifies('FR-10', 'whatever was opened: every listed tool is accepted, every other one refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 12 }), async picks => {
      const { bridge, call } = logApp({ wait: () => Promise.resolve() })
      for (const pick of picks) {
        const before = bridge.snapshot()
        const names = bridge.tools().map(({ name }) => name)
        const operable = new Set(before.operableWindowIds)
        deepEqual(operable, new Set(operableIds(before.windows)))
        deepEqual(new Set(names.map(name => splitToolName(name)?.handle)), operable)
        const blocked = before.windows.find(({ id }) => !operable.has(id))
        if (blocked) {
          const outcome = await call('agent', `${blocked.id}__ask`, {})
          equal(outcome.kind === 'error' && outcome.error.code, 'blocked_by_modal')
        }
        const name = names[pick % names.length] ?? ''
        const outcome = await call('agent', name, name.endsWith('__replace') ? { marks: ['x'] } : {})
        equal(outcome.kind, 'success')
        if (outcome.kind === 'success' && name.endsWith('__ask'))
          deepEqual(
            outcome.success.openedWindowIds,
            bridge
              .snapshot()
              .windows.map(({ id }) => id)
              .filter(id => !before.windows.some(window => window.id === id)),
          )
      }
    }),
    { numRuns: 60 },
  )
})

verifies(
  'FR-17',
  'a call whose effect is a dialog answers when the dialog is up, long before it closes',
  async () => {
    const { call, bridge, windows } = logApp({ wait: () => Promise.resolve() })
    const start = performance.now()
    const outcome = await call('agent', `${windows[0]}__ask`, {})
    ok(performance.now() - start < 1000)
    const opened = outcome.kind === 'success' ? outcome.success.openedWindowIds : []
    deepEqual(
      opened,
      bridge.snapshot().operableWindowIds.filter(id => id !== windows[1]),
    )
  },
)
