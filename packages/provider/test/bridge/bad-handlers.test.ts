/** Every way in which an app's own code can fail a call: a defined outcome, and the next call runs. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { verifies } from '../../../../test/support/verifies.js'
import type { Action, WriteContext } from '../../src/bridge/action.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import type { CallFault, CallOutcome } from '../../src/bridge/outcome.js'
import { type CallMark, createCallScope } from '../../src/bridge/call-scope.js'
import { canary, padApp, type PadOptions, type Pads } from '../support/pad.js'

const action = actionsOf<Pads>()
const words = { name: 'bad', title: 'Bad', description: 'Bad.' }
const SECRET = canary()

/** What code without types may give where types allow less. */
const untyped = <Value>(give: () => unknown): Value => JSON.parse('{}', () => give())

const locked = (state: Pads) => ({
  kind: 'done' as const,
  state: { ...state, locked: true },
  message: 'locked',
})

type Case = {
  title: string
  writes: (
    ctx: WriteContext<Pads>,
  ) => ReturnType<Extract<Parameters<typeof action>[0], { writes: unknown }>['writes']>
  outcome: 'locked' | 'action_failed'
  faults: CallFault[]
  options?: PadOptions
}

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error(SECRET)
    },
  },
)
const cases: Case[] = [
  {
    title: 'throws a text',
    writes: () => {
      throw SECRET
    },
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'throws a proxy that throws',
    writes: () => {
      throw hostile
    },
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'rejects with nothing',
    writes: () => Promise.reject(undefined),
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'returns a proxy that throws',
    writes: () => untyped(() => hostile),
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'returns a word',
    writes: () => untyped(() => SECRET),
    outcome: 'action_failed',
    faults: ['odd-outcome'],
  },
  {
    title: 'returns an error of no kind',
    writes: () => untyped(() => ({ kind: 'oops', message: SECRET })),
    outcome: 'action_failed',
    faults: ['odd-outcome'],
  },
  {
    title: 'returns done without a commit',
    writes: () => untyped(() => ({ kind: 'done', message: SECRET })),
    outcome: 'action_failed',
    faults: ['odd-outcome'],
  },
  {
    title: 'returns a field error without fields',
    writes: () => untyped(() => ({ kind: 'invalid', fields: SECRET })),
    outcome: 'action_failed',
    faults: ['odd-outcome'],
  },
  {
    title: 'returns a thenable whose then throws',
    writes: () =>
      untyped(() => ({
        get then() {
          throw new Error(SECRET)
        },
      })),
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'returns a thenable that settles twice',
    writes(ctx) {
      ctx.commit(locked)
      return untyped(() => ({
        then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
          resolve(undefined)
          reject(new Error(SECRET))
        },
      }))
    },
    outcome: 'locked',
    faults: [],
  },
  {
    title: 'commits a promise',
    writes(ctx) {
      ctx.commit(untyped(() => () => Promise.resolve(locked)))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'commits a promise that fails',
    writes(ctx) {
      ctx.commit(untyped(() => () => Promise.reject(new Error(SECRET))))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'commits a change that throws',
    writes(ctx) {
      ctx.commit(() => {
        throw new Error(SECRET)
      })
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
  },
  {
    title: 'commits nothing',
    writes(ctx) {
      ctx.commit(untyped(() => () => undefined))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['odd-outcome', 'threw'],
  },
  {
    title: 'commits without a state',
    writes(ctx) {
      ctx.commit(untyped(() => () => ({ kind: 'done', message: SECRET })))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['odd-outcome', 'threw'],
  },
  {
    title: 'commits a second time after a change that threw',
    writes(ctx) {
      try {
        ctx.commit(() => {
          throw new Error(SECRET)
        })
      } catch {
        ctx.commit(locked)
      }
      return undefined
    },
    outcome: 'locked',
    faults: [],
  },
  {
    title: 'commits a state whose windows can not be described',
    writes(ctx) {
      ctx.commit(state => ({ ...locked(state), state: { ...state, secret: 'explode' } }))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: {
      windows(state) {
        if (state.secret === 'explode') throw new Error(SECRET)
        return { windows: [pad(state)] }
      },
    },
  },
  {
    title: 'commits a state whose windows are nonsense',
    writes(ctx) {
      ctx.commit(state => ({ ...locked(state), state: { ...state, secret: 'explode' } }))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: {
      windows: state => (state.secret === 'explode' ? untyped(() => ({})) : { windows: [pad(state)] }),
    },
  },
  {
    title: 'commits a window that can not be sent',
    writes(ctx) {
      ctx.commit(state => ({ ...locked(state), state: { ...state, secret: 'explode' } }))
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: {
      windows: state => ({
        windows: [
          {
            ...pad(state),
            blocks: untyped(() => [{ type: 'custom', payload: state.secret === '' ? 1 : 1n }]),
          },
        ],
      }),
    },
  },
  {
    title: 'commits where the durable write fails',
    writes(ctx) {
      ctx.commit(locked)
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: {
      durable(work) {
        work()
        throw new Error(SECRET)
      },
    },
  },
  {
    title: 'commits where the durable write is a promise',
    writes(ctx) {
      ctx.commit(locked)
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: { durable: untyped(() => (work: () => unknown) => Promise.resolve().then(work)) },
  },
  {
    title: 'writes into the state it got, where states are frozen',
    writes(ctx) {
      ctx.commit(state => {
        state.texts['pad-1'] = 'overwritten'
        return { kind: 'done', state, message: 'locked' }
      })
      return undefined
    },
    outcome: 'action_failed',
    faults: ['threw'],
    options: { freeze: true },
  },
  {
    title: 'never looks at its signal',
    writes(ctx) {
      ctx.commit(locked)
      return undefined
    },
    outcome: 'locked',
    faults: [],
  },
]

/** One pad as the app describes it, with the action under test. */
let present: readonly Action<Pads>[] = []
const pad = (state: Pads) => ({
  id: 'pad-1',
  title: 'Pad',
  summary: 'A pad.',
  blocks: [{ type: 'text' as const, text: state.texts['pad-1'] ?? '' }],
  actions: present,
})

const told = (outcome: CallOutcome) =>
  outcome.kind === 'success' ? outcome.success.message : outcome.kind === 'error' && outcome.error.code

for (const { title, writes, outcome, faults, options = {} } of cases)
  verifies('D-48', `a handler that ${title}: ${outcome}, and the next call runs`, async () => {
    const good = action({ ...words, name: 'good', changes: state => ({ ...locked(state), message: 'good' }) })
    const bad = action({ ...words, writes })
    present = [bad, good]
    const app = padApp(present, options)
    const before = app.store.read()
    const answer = await app.call(`${app.first}__bad`)
    deepEqual([told(answer), app.faults], [outcome, faults])
    ok(!JSON.stringify(answer).includes(SECRET))
    if (outcome === 'action_failed') {
      equal(app.store.read(), before)
      equal(app.store.read().texts['pad-1'], 'one')
    }
    if (!options.durable) equal(told(await app.call(`${app.first}__good`)), 'good')
  })

verifies(
  'D-35',
  'a handler that opens a modal and then throws has opened it: the answer names it',
  async () => {
    const bad = action({
      ...words,
      writes(ctx) {
        ctx.commit(state => ({ kind: 'done', state: { ...state, dialogOn: ctx.windowId }, message: 'is up' }))
        throw new Error('after')
      },
    })
    const { call, first, dialog, faults } = padApp([bad])
    deepEqual(await call(`${first}__bad`), {
      kind: 'success',
      success: { message: 'is up', openedWindowIds: [dialog] },
    })
    deepEqual(faults, ['threw-after-commit'])
  },
)

verifies(
  'GB-12.5-closing',
  'a handler that closes its own window has succeeded; then the window is not found',
  async () => {
    const { call, first, dialog, bridge } = padApp()
    await call(`${first}__ask`)
    equal(told(await call(`${dialog}__close`)), 'closed')
    equal(told(await call(`${dialog}__close`)), 'window_not_found')
    ok(!bridge.snapshotText().includes(dialog))
  },
)

verifies('D-36', 'a window that closes while its action runs refuses the commit', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = action({
    ...words,
    async writes(ctx) {
      await gate.promise
      ctx.commit(locked)
      return undefined
    },
  })
  const { call, first, store } = padApp([slow], {
    windows: state => ({
      windows: state.texts['pad-1'] === undefined ? [] : [{ ...pad(state), actions: [slow] }],
    }),
  })
  const answer = call(`${first}__bad`)
  store.commit({ kind: 'user' }, state => ({ state: { ...state, texts: {} }, outcome: 0 }))
  gate.resolve()
  equal(told(await answer), 'window_not_found')
})

verifies(
  'D-36',
  'a handler that hangs before its commit is answered in time, though its signal is not used',
  async () => {
    const hang = action({ ...words, writes: () => new Promise<undefined>(() => {}) })
    const { call, first, second, time } = padApp([hang])
    const [answer, next] = [call(`${first}__bad`), call(`${second}__type`, { text: 'x' })]
    time.advance(10_000)
    deepEqual([told(await answer), told(await next)], ['action_timeout', 'typed'])
  },
)

verifies(
  'D-36',
  'a client that vanishes inside a call: nothing is committed, the next call runs',
  async () => {
    const seen: AbortSignal[] = []
    const wait = action({
      ...words,
      writes: ({ signal }) => {
        seen.push(signal)
        return new Promise<undefined>(() => {})
      },
    })
    const { call, first, second } = padApp([wait])
    const client = new AbortController()
    const answers = [
      call(`${first}__bad`, {}, { signal: client.signal }),
      call(`${first}__bad`, {}, { signal: client.signal }),
    ]
    const next = call(`${second}__type`, { text: 'x' }, { connection: 'c2' })
    client.abort()
    deepEqual((await Promise.all(answers)).map(told), ['action_failed', 'action_failed'])
    equal(told(await next), 'typed')
    deepEqual(
      seen.map(signal => signal.aborted),
      [true],
    )
  },
)

verifies('D-36', 'an app that closes ends what runs and waits, and refuses what comes', async () => {
  const hang = action({ ...words, writes: () => new Promise<undefined>(() => {}) })
  const look = action({ ...words, name: 'look', reads: () => new Promise<never>(() => {}) })
  const { call, first, second, bridge, store } = padApp([hang, look])
  const answers = [call(`${first}__bad`), call(`${second}__type`, { text: 'x' }), call(`${first}__look`)]
  bridge.close()
  answers.push(call(`${second}__type`, { text: 'x' }), call(`${first}__look`))
  for (const outcome of await Promise.all(answers)) equal(told(outcome), 'action_failed')
  equal(store.read().texts[second], 'two')
})

verifies('D-53', 'a call from inside a handler is answered at once, and its own call goes on', async () => {
  const answers: CallOutcome[] = []
  const selfish = action({
    ...words,
    async writes(ctx) {
      answers.push(await app.call(`${app.second}__type`, { text: 'x' }))
      ctx.commit(locked)
      return undefined
    },
  })
  const app = padApp([selfish])
  equal(told(await app.call(`${app.first}__bad`)), 'locked')
  deepEqual(
    [answers.map(told), app.faults, app.store.read().texts[app.second]],
    [['action_failed'], ['called-itself'], 'two'],
  )
})

verifies(
  'D-53',
  'where nothing tells that a call came from inside, the handler times out and the queue moves on',
  async () => {
    const answers: CallOutcome[] = []
    const selfish = action({
      ...words,
      async writes() {
        await Promise.resolve()
        answers.push(await app.call(`${app.second}__type`, { text: 'x' }))
        return undefined
      },
    })
    const app = padApp([selfish], { scope: createCallScope() })
    const answer = app.call(`${app.first}__bad`)
    await new Promise(setImmediate)
    app.time.advance(10_000)
    equal(told(await answer), 'action_timeout')
    await new Promise(setImmediate)
    deepEqual(answers.map(told), ['typed'])
    equal(told(await app.call(`${app.second}__type`, { text: 'x' })), 'typed')
  },
)

verifies(
  'D-53',
  'with an AsyncLocalStorage a call from inside is told apart after any wait, in reads too',
  async () => {
    const answers: CallOutcome[] = []
    const inner = async () => {
      await new Promise(setImmediate)
      answers.push(await app.call(`${app.second}__count`))
    }
    const write = action({
      ...words,
      async writes(ctx) {
        await inner()
        ctx.commit(locked)
        return undefined
      },
    })
    const read = action({
      ...words,
      name: 'look',
      async reads() {
        await inner()
        return { kind: 'done', message: 'looked' }
      },
    })
    const app = padApp([write, read], { scope: new AsyncLocalStorage<CallMark>() })
    deepEqual(
      [told(await app.call(`${app.first}__bad`)), told(await app.call(`${app.first}__look`))],
      ['locked', 'looked'],
    )
    deepEqual(
      [answers.map(told), app.faults],
      [
        ['action_failed', 'action_failed'],
        ['called-itself', 'called-itself'],
      ],
    )
  },
)

verifies('D-53', 'what a handler leaves behind, and who hears of its commit, may call the app', async () => {
  const answers: Promise<CallOutcome>[] = []
  const count = () => void answers.push(app.call(`${app.second}__count`))
  const left = Promise.withResolvers<void>()
  const leave = () => void setImmediate(() => (count(), left.resolve()))
  const write = action({
    ...words,
    writes(ctx) {
      ctx.commit(state => ({ ...locked(state), state: { ...state, secret: 'shown' } }))
      leave()
      return undefined
    },
  })
  const read = action({
    ...words,
    name: 'look',
    reads() {
      setImmediate(count)
      return { kind: 'done', message: 'looked' }
    },
  })
  const app = padApp([write, read], { scope: new AsyncLocalStorage<CallMark>() })
  app.bridge.watch(count)
  await app.call(`${app.first}__bad`)
  await app.call(`${app.first}__look`)
  await left.promise
  await new Promise(setImmediate)
  deepEqual((await Promise.all(answers)).map(told), ['counted', 'counted', 'counted'])
  deepEqual(app.faults, [])
})

verifies('GB-6-after-effect', 'a listener that throws stops no other and no call', async () => {
  const { bridge, call, first, faults } = padApp()
  const seen: string[] = []
  bridge.watch(() => {
    throw new Error('listener')
  })
  bridge.watch(() => seen.push('heard'))
  equal(told(await call(`${first}__type`, { text: 'x' })), 'typed')
  deepEqual([seen, faults], [['heard'], ['listener-threw']])
})

verifies('D-54', 'a client is refused, not served, where the code that decides on it throws', async () => {
  const { call, first, store } = padApp([], {
    stopped: () => {
      throw new Error('stopped')
    },
    onFault: () => {
      throw new Error('and the one that is told of it too')
    },
  })
  equal(told(await call(`${first}__type`, { text: 'x' })), 'action_failed')
  equal(store.read().texts[first], 'one')
})
