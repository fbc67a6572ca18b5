/** Code of the app that calls the app, and code that listens (D-53). */
import { deepEqual, equal } from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { verifies } from '../../../../test/support/verifies.js'
import { type CallMark, createCallScope } from '../../src/bridge/call-scope.js'
import type { CallOutcome } from '../../src/bridge/outcome.js'
import { action, locked, told, words } from '../support/bad-action.js'
import { padApp } from '../support/pad.js'

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
