/** How calls end otherwise: windows that close, time that runs out, clients and apps that go. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { action, locked, told, words } from '../support/bad-action.js'
import { padApp } from '../support/pad.js'

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
      windows:
        state.texts['pad1'] === undefined
          ? []
          : [{ id: 'pad1', title: 'Pad', summary: 'A pad.', blocks: [], actions: [slow] }],
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
