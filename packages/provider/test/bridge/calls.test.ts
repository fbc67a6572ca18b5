import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/bridge/define-action.js'
import type { CallOutcome } from '../../src/bridge/outcome.js'
import { errorOf, padApp, type Pads } from '../support/pad.js'

const done = (outcome: CallOutcome) => (outcome.kind === 'success' ? outcome.success : outcome)

verifies('GB-5.4-after-effect', 'a call answers when its effect is there', async () => {
  const { call, first, store } = padApp()
  deepEqual(done(await call(`${first}__type`, { text: 'new' })), { message: 'typed' })
  equal(store.read().texts[first], 'new')
})

verifies('GB-5.4-success', 'an action that opens a dialog names it, and returns while it is up', async () => {
  const { call, first, dialog, operable } = padApp()
  deepEqual(done(await call(`${first}__ask`)), { message: 'a dialog is up', openedWindowIds: [dialog] })
  ok(operable().includes(dialog) && !operable().includes(first))
})

verifies('FR-19', 'while a dialog waits for the user, calls of other clients run', async () => {
  const { call, first, second, dialog } = padApp()
  await call(`${first}__ask`)
  deepEqual(done(await call(`${second}__type`, { text: 'x' }, { connection: 'c2', client: 'other' })), {
    message: 'typed',
  })
  deepEqual(done(await call(`${dialog}__close`, {}, { connection: 'c2', client: 'other' })), {
    message: 'closed',
  })
})

verifies('GB-7.2-runtime', 'a blocked window refuses at once and names what blocks it', async () => {
  const { call, first, dialog } = padApp()
  await call(`${first}__ask`)
  const error = errorOf(await call(`${first}__type`, { text: 'x' }))
  deepEqual(error?.code === 'blocked_by_modal' && error.blockedBy, [dialog])
})

const refused = [
  ['window_not_found', 'nope__type', { text: 'x' }],
  ['window_not_found', 'pad9__type', { text: 'x' }],
  ['action_not_available', 'pad1__fly', {}],
  ['validation_failed', 'pad1__type', {}],
  ['validation_failed', 'pad1__type', { text: 3 }],
  ['validation_failed', 'pad1__type', { text: '' }],
  ['validation_failed', 'pad1__type', { text: 'x', txet: 'y' }],
  ['validation_failed', 'pad1__type', { text: 'x', expectedVersion: 1.5 }],
  ['validation_failed', 'pad1__type', { text: 'x', expectedVersion: '1' }],
  ['validation_failed', 'pad1__type', { text: 'x', expectedVersion: -1 }],
  ['stale_state', 'pad1__type', { text: 'x', expectedVersion: 0 }],
  ['stale_state', 'pad1__type', { text: 'x', expectedVersion: 99 }],
] as const
for (const [code, name, args] of refused)
  verifies('GB-7.2-runtime', `${name} ${JSON.stringify(args)} is ${code}, and changes nothing`, async () => {
    const { call, store } = padApp()
    const before = store.read()
    equal(errorOf(await call(name, args))?.code, code)
    equal(store.read(), before)
  })

verifies(
  'GB-7.3-field-errors',
  'each wrong parameter is named, and what was sent is not repeated',
  async () => {
    const { call, first } = padApp()
    const error = errorOf(await call(`${first}__type`, { txet: 'canary-value' }))
    deepEqual(error?.code === 'validation_failed' && error.fields, [
      { field: 'text', error: 'is required' },
      { field: 'txet', error: 'is no parameter of this action' },
    ])
    ok(!JSON.stringify(error).includes('canary-value'))
  },
)

verifies('D-47', 'a name without "__" is no tool at all', async () => {
  equal((await padApp().call('type')).kind, 'unknown-tool')
})

verifies('GB-7.1-stale-state', 'an edit of the user between read and write refuses the write', async () => {
  const { call, first, store, bridge } = padApp()
  const version = bridge.snapshot().windows[0]?.version
  store.commit({ kind: 'user' }, state => ({
    state: { ...state, texts: { ...state.texts, [first]: 'mine' } },
    outcome: 0,
  }))
  const error = errorOf(await call(`${first}__type`, { text: 'theirs', expectedVersion: version }))
  deepEqual(error?.code === 'stale_state' && error.currentVersion, 2)
  equal(store.read().texts[first], 'mine')
})

verifies('FR-13', 'an edit of the user while the action runs refuses its commit', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = defineAction<Pads>({
    name: 'slow',
    title: 'Slow',
    description: 'Writes late.',
    writes: async ctx => {
      await gate.promise
      ctx.commit(state => ({
        kind: 'done',
        state: { ...state, texts: { ...state.texts, [ctx.windowId]: 'theirs' } },
        message: 'wrote',
      }))
      return undefined
    },
  })
  const { call, first, store } = padApp([slow])
  const answer = call(`${first}__slow`, { expectedVersion: 1 })
  store.commit({ kind: 'user' }, state => ({
    state: { ...state, texts: { ...state.texts, [first]: 'mine' } },
    outcome: 0,
  }))
  gate.resolve()
  equal(errorOf(await answer)?.code, 'stale_state')
  equal(store.read().texts[first], 'mine')
})

verifies('FR-15', 'a change in another window makes no write stale', async () => {
  const { call, first, second } = padApp()
  for (const text of ['a', 'b', 'c']) await call(`${second}__type`, { text })
  deepEqual(done(await call(`${first}__type`, { text: 'x', expectedVersion: 1 })), { message: 'typed' })
})

verifies(
  'GB-7.4-timeout',
  'a handler that hangs before its commit times out, and can never commit',
  async () => {
    const gate = Promise.withResolvers<void>()
    const hang = defineAction<Pads>({
      name: 'hang',
      title: 'Hang',
      description: 'Hangs.',
      writes: async ctx => {
        await gate.promise
        ctx.commit(state => ({ kind: 'done', state: { ...state, locked: true }, message: 'late' }))
        return undefined
      },
    })
    const { call, first, second, time, store, faults } = padApp([hang])
    const answer = call(`${first}__hang`)
    const next = call(`${second}__type`, { text: 'x' }, { connection: 'c2' })
    time.advance(10_000)
    equal(errorOf(await answer)?.code, 'action_timeout')
    deepEqual(done(await next), { message: 'typed' })
    gate.resolve()
    await new Promise(setImmediate)
    // It did not commit, so nothing is said of a commit that stands.
    deepEqual([store.read().locked, faults], [undefined, ['committed-late']])
  },
)

const faulty = [
  [
    'throws',
    () => {
      throw new Error('canary-exception')
    },
    'threw',
  ],
  ['rejects', () => Promise.reject(new Error('canary-exception')), 'threw'],
  ['never commits', () => undefined, 'no-commit'],
] as const
for (const [title, writes, fault] of faulty)
  verifies('D-48', `a handler that ${title} is action_failed, without a word of the exception`, async () => {
    const bad = defineAction<Pads>({ name: 'bad', title: 'Bad', description: 'Bad.', writes })
    const { call, first, faults } = padApp([bad])
    const error = errorOf(await call(`${first}__bad`))
    equal(error?.code, 'action_failed')
    ok(!JSON.stringify(error).includes('canary'))
    deepEqual(faults, [fault])
    deepEqual(done(await call(`${first}__type`, { text: 'goes on' })), { message: 'typed' })
  })

verifies('D-36', 'what a handler does after its commit changes no answer', async () => {
  const bad = defineAction<Pads>({
    name: 'bad',
    title: 'Bad',
    description: 'Bad.',
    writes: ctx => {
      ctx.commit(state => ({ kind: 'done', state: { ...state, locked: true }, message: 'locked' }))
      throw new Error('after')
    },
  })
  const { call, first, faults, store } = padApp([bad])
  deepEqual(done(await call(`${first}__bad`)), { message: 'locked' })
  deepEqual([store.read().locked, faults], [true, ['threw-after-commit']])
})

verifies('D-36', 'a handler that hangs after its commit is answered a second later', async () => {
  const bad = defineAction<Pads>({
    name: 'bad',
    title: 'Bad',
    description: 'Bad.',
    writes: async ctx => {
      ctx.commit(state => ({ kind: 'done', state: { ...state, locked: true }, message: 'locked' }))
      await new Promise(() => {})
      return undefined
    },
  })
  const { call, first, time, faults } = padApp([bad])
  const answer = call(`${first}__bad`)
  time.advance(1000)
  deepEqual([done(await answer), faults], [{ message: 'locked' }, ['slow-after-commit']])
})

verifies('D-36', 'a second commit is a bug of the handler; the first one stands', async () => {
  const twice = defineAction<Pads>({
    name: 'twice',
    title: 'Twice',
    description: 'Twice.',
    writes: ctx => {
      ctx.commit(state => ({ kind: 'done', state: { ...state, secret: 'first' }, message: 'once' }))
      ctx.commit(state => ({ kind: 'done', state: { ...state, secret: 'second' }, message: 'twice' }))
      return undefined
    },
  })
  const { call, first, store, faults } = padApp([twice])
  deepEqual(done(await call(`${first}__twice`)), { message: 'once' })
  deepEqual([store.read().secret, faults], ['first', ['committed-twice', 'threw-after-commit']])
})

verifies('D-36', 'cancelled before the commit: never commits', async () => {
  const gate = Promise.withResolvers<void>()
  let wasAborted = false
  const slow = defineAction<Pads>({
    name: 'slow',
    title: 'Slow',
    description: 'Slow.',
    writes: async ctx => {
      await gate.promise
      wasAborted = ctx.signal.aborted
      ctx.commit(state => ({ kind: 'done', state: { ...state, locked: true }, message: 'locked' }))
      return undefined
    },
  })
  const { call, first, store } = padApp([slow])
  const client = new AbortController()
  const answer = call(`${first}__slow`, {}, { signal: client.signal })
  client.abort()
  equal(errorOf(await answer)?.code, 'action_failed')
  gate.resolve()
  await new Promise(setImmediate)
  deepEqual([store.read().locked, wasAborted], [undefined, true])
})

verifies('D-54', 'a stopped client is refused with the reason, another is not', async () => {
  const { call, first, store } = padApp()
  store.commit({ kind: 'user' }, state => ({ state: { ...state, stopped: 'tester' }, outcome: 0 }))
  const error = errorOf(await call(`${first}__type`, { text: 'x' }))
  deepEqual(error?.code === 'action_not_available' && error.reason, 'Stopped by the user')
  deepEqual(done(await call(`${first}__type`, { text: 'x' }, { client: 'other' })), { message: 'typed' })
})

verifies('D-53', 'a read-only action runs beside a write that hangs', async () => {
  const hang = defineAction<Pads>({
    name: 'hang',
    title: 'Hang',
    description: 'Hangs.',
    writes: () => new Promise(() => {}),
  })
  const { call, first } = padApp([hang])
  void call(`${first}__hang`)
  deepEqual(done(await call(`${first}__count`)), { message: 'counted', result: { length: 3 } })
})

const broken = ['\ud800', 'a"b', '__proto__', 'a/b~c', '%', 'x'.repeat(10_000)]
for (const name of broken)
  verifies(
    'GB-7.3-field-errors',
    `the parameter name ${JSON.stringify(name).slice(0, 20)} is refused, and writes go on`,
    async () => {
      const { call, first } = padApp()
      const args: { [name: string]: unknown } = JSON.parse(`{"text":"x",${JSON.stringify(name)}:1}`)
      const error = errorOf(await call(`${first}__type`, args))
      deepEqual(error?.code === 'validation_failed' && error.fields.map(({ field }) => field), [
        name.toWellFormed(),
      ])
      const nested = errorOf(await call(`${first}__type`, { text: { deep: [{ [name]: 1 }] } }))
      equal(nested?.code, 'validation_failed')
      deepEqual(done(await call(`${first}__type`, { text: 'goes on' })), { message: 'typed' })
    },
  )

verifies('D-54', 'a client that is stopped commits nothing of what runs or waits', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = defineAction<Pads>({
    name: 'slow',
    title: 'Slow',
    description: 'Writes late.',
    writes: async ctx => {
      await gate.promise
      ctx.commit(state => ({ kind: 'done', state: { ...state, locked: true }, message: 'locked' }))
      return undefined
    },
  })
  const { call, first, second, store } = padApp([slow])
  const runs = call(`${first}__slow`)
  const waits = call(`${second}__type`, { text: 'theirs' })
  store.commit({ kind: 'user' }, state => ({ state: { ...state, stopped: 'tester' }, outcome: 0 }))
  gate.resolve()
  deepEqual(
    [errorOf(await runs)?.code, errorOf(await waits)?.code],
    ['action_not_available', 'action_not_available'],
  )
  deepEqual([store.read().locked, store.read().texts[second]], [undefined, 'two'])
})

verifies('D-36', 'a handler that stops by throwing when its signal fires has nothing to mend', async () => {
  const stops = defineAction<Pads>({
    name: 'stops',
    title: 'Stops',
    description: 'Stops when it is told to.',
    writes: ctx =>
      new Promise((_, reject) => {
        ctx.signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  })
  const { call, first, time, faults } = padApp([stops])
  const answer = call(`${first}__stops`)
  time.advance(10_000)
  equal(errorOf(await answer)?.code, 'action_timeout')
  await new Promise(setImmediate)
  deepEqual(faults, [])
})
