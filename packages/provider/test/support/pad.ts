/** A small app for the bridge's tests: pads with a text each, a dialog on one, a secret. */
import { randomBytes } from 'node:crypto'
import { operableIds, type ToolError } from '@copane/protocol/bridge'
import {
  type Action,
  type BridgeOptions,
  createBridge,
  createIds,
  createStore,
  defineAction,
  type StoreOptions,
  type WindowView,
} from '../../src/index.js'
import type { Caller } from '../../src/bridge/calls.js'
import type { CallFault, CallOutcome } from '../../src/bridge/outcome.js'
import { manualTime } from './manual-time.js'

/** The state of the app. */
export type Pads = {
  texts: { [window: string]: string }
  secret: string
  dialogOn?: string
  locked?: boolean
  stopped?: string
}

const type = defineAction<Pads>({
  name: 'type',
  title: 'Type',
  description: 'Replaces the text of the pad.',
  parameters: { text: { type: 'string', minLength: 1 } },
  required: ['text'],
  writes: ctx => {
    ctx.commit(state => ({
      kind: 'done',
      state: {
        ...state,
        texts: { ...state.texts, [ctx.windowId]: typeof ctx.args.text === 'string' ? ctx.args.text : '' },
      },
      message: 'typed',
    }))
    return undefined
  },
})

const count = defineAction<Pads>({
  name: 'count',
  title: 'Count',
  description: 'Counts the characters.',
  reads: ctx => ({
    kind: 'done',
    message: 'counted',
    result: { length: ctx.state.texts[ctx.windowId]?.length ?? 0 },
  }),
})

const ask = defineAction<Pads>({
  name: 'ask',
  title: 'Ask',
  description: 'Opens a dialog on the pad.',
  writes: ctx => {
    ctx.commit(state => ({
      kind: 'done',
      state: { ...state, dialogOn: ctx.windowId },
      message: 'a dialog is up',
    }))
    return undefined
  },
})

const close = defineAction<Pads>({
  name: 'close',
  title: 'Close',
  description: 'Closes the dialog.',
  writes: ctx => {
    ctx.commit(({ dialogOn: _, ...state }) => ({ kind: 'done', state, message: 'closed' }))
    return undefined
  },
})

/** What a test may choose of an app. */
export type PadOptions = Partial<BridgeOptions<Pads>> & Partial<StoreOptions<Pads>>

/** A running app with two pads, its time turned by hand. */
export function padApp(extra: readonly Action<Pads>[] = [], options: PadOptions = {}) {
  const ids = createIds('pad')
  const [first, second, dialog] = [ids.windowId(), ids.windowId(), ids.windowId()]
  const time = manualTime()
  const faults: CallFault[] = []
  const store = createStore<Pads>({
    initial: { texts: { [first]: 'one', [second]: 'two' }, secret: '' },
    ...options,
  })
  const pad = (state: Pads, id: string): WindowView<Pads> => ({
    id,
    title: `Pad ${id}`,
    summary: 'A pad with a text.',
    blocks: [
      { type: 'text', id: 'text', text: state.texts[id] ?? '' },
      { type: 'fields', id: 'key', items: [{ label: 'Key', value: state.secret, sensitive: true }] },
    ],
    actions: [type, count, ask, ...extra],
    ...(state.locked ? { unavailable: { type: 'The pad is locked' } } : {}),
  })
  const bridge = createBridge<Pads>({
    windows: state => ({
      windows: [
        pad(state, first),
        pad(state, second),
        ...(state.dialogOn
          ? [
              {
                id: dialog,
                title: 'Sure?',
                modal: true,
                ownerId: state.dialogOn,
                summary: 'Asks.',
                blocks: [],
                actions: [close],
              },
            ]
          : []),
      ],
    }),
    stopped: (state, client) => (state.stopped === client ? 'Stopped by the user' : undefined),
    fingerprint: secret => `${secret.length}:${secret}`,
    after: time.after,
    onFault: fault => void faults.push(fault),
    ...options,
    store,
  })
  const call = (name: string, args: { [name: string]: unknown } = {}, caller: Partial<Caller> = {}) =>
    bridge.call(
      { name, arguments: args },
      { connection: 'c1', client: 'tester', signal: new AbortController().signal, ...caller },
    )
  return {
    bridge,
    store,
    time,
    faults,
    first,
    second,
    dialog,
    call,
    operable: () => operableIds(bridge.snapshot().windows),
  }
}

/** The error of an outcome; undefined for a success. */
export const errorOf = (outcome: CallOutcome): ToolError | undefined =>
  outcome.kind === 'error' ? outcome.error : undefined

/** A value that is nowhere else in the world. */
export const canary = (): string => `canary-${randomBytes(8).toString('hex')}`
