/** Every way in which an app's own code can fail a call: a defined outcome, and the next call runs. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import type { Action, WriteContext } from '../../src/bridge/action.js'
import type { CallFault } from '../../src/bridge/outcome.js'
import { action, locked, told, words } from '../support/bad-action.js'
import { canary, padApp, type PadOptions, type Pads } from '../support/pad.js'

const SECRET = canary()

/** What code without types may give where types allow less. */
const untyped = <Value>(give: () => unknown): Value => JSON.parse('{}', () => give())

type Case = {
  title: string
  writes: (
    ctx: WriteContext<Pads>,
  ) => ReturnType<Extract<Parameters<typeof action>[0], { writes: unknown }>['writes']>
  outcome: 'locked' | 'action_failed'
  faults: CallFault[]
  options?: PadOptions
}

/** Commits a state of which the windows can't be told. */
const explode: Case['writes'] = ctx => {
  ctx.commit(state => ({ ...locked(state), state: { ...state, secret: 'explode' } }))
  return undefined
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
    writes: explode,
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
    writes: explode,
    outcome: 'action_failed',
    faults: ['threw'],
    options: {
      windows: state => (state.secret === 'explode' ? untyped(() => ({})) : { windows: [pad(state)] }),
    },
  },
  {
    title: 'commits a window that can not be sent',
    writes: explode,
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
        state.texts['pad1'] = 'overwritten'
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
  id: 'pad1',
  title: 'Pad',
  summary: 'A pad.',
  blocks: [{ type: 'text' as const, text: state.texts['pad1'] ?? '' }],
  actions: present,
})

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
      equal(app.store.read().texts['pad1'], 'one')
    }
    if (!options.durable) equal(told(await app.call(`${app.first}__good`)), 'good')
  })
