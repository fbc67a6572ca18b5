/** An app of our provider in a process of its own; over HTTP it takes orders of its user, on stdio its agent gives them. */
import { createBridge, createElements, createIds, createStore, defineAction } from '@copane/provider'
import {
  after,
  createFingerprint,
  mintInstance,
  mintMark,
  serveStdio,
  startProvider,
} from '@copane/provider/node'

type State = { texts: readonly string[]; asking: boolean }

const options: { way?: 'http' | 'stdio'; windows?: number; port?: number } = JSON.parse(
  process.argv[2] ?? '{}',
)
const ids = createIds(mintMark())
const padIds = Array.from({ length: options.windows ?? 2 }, () => ids.windowId())
const questionId = ids.windowId()
const store = createStore<State>({ initial: { texts: padIds.map(() => 'empty'), asking: false } })
const indexOf = (id: string) => padIds.indexOf(id)
const written = ({ texts, asking }: State, at: number, text: string): State => ({
  asking,
  texts: texts.with(at, text),
})

const wordOf = ({ text }: { text?: unknown }): string => (typeof text === 'string' ? text : '')

const write = defineAction<State>({
  name: 'write',
  title: 'Write',
  description: 'Replaces the text.',
  parameters: { text: { type: 'string' } },
  required: ['text'],
  changes: (state, { args, windowId }) => ({
    kind: 'done',
    state: written(state, indexOf(windowId), wordOf(args)),
    message: 'Written.',
  }),
})
const add = defineAction<State>({
  name: 'add',
  title: 'Add',
  description: 'Adds to the text.',
  parameters: { text: { type: 'string' } },
  required: ['text'],
  changes: (state, { args, windowId }) => {
    const at = indexOf(windowId)
    return {
      kind: 'done',
      state: written(state, at, `${state.texts[at]} ${wordOf(args)}`),
      message: 'Added.',
    }
  },
})
const ask = defineAction<State>({
  name: 'ask',
  title: 'Ask',
  description: 'Asks a question.',
  changes: state => ({ kind: 'done', state: { ...state, asking: true }, message: 'Asked.' }),
})
const yes = defineAction<State>({
  name: 'yes',
  title: 'Yes',
  description: 'Answers the question.',
  changes: state => ({ kind: 'done', state: { ...state, asking: false }, message: 'Answered.' }),
})
const hang = defineAction<State>({
  name: 'hang',
  title: 'Hang',
  description: 'Waits until it is taken back.',
  writes: ({ signal }) =>
    new Promise(resolve => {
      process.send?.('hanging')
      signal.addEventListener('abort', () => {
        process.send?.('taken back')
        resolve({ kind: 'failed', message: 'Taken back.' })
      })
    }),
})
const die = defineAction<State>({
  name: 'die',
  title: 'Die',
  description: 'Ends the app in the middle of the call.',
  writes: () => process.exit(9),
})

const bridge = createBridge<State>({
  store,
  windows: ({ texts, asking }) => ({
    windows: [
      ...texts.map((text, at) => ({
        id: padIds[at] ?? '',
        title: `Pad ${at}`,
        summary: 'Holds a text.',
        blocks: [{ type: 'text' as const, id: 't', text }],
        actions: [write, add, ask, hang, die],
      })),
      ...(asking
        ? [
            {
              id: questionId,
              title: 'Question',
              summary: 'Asks.',
              blocks: [],
              modal: true,
              ownerId: padIds[0] ?? '',
              actions: [yes],
            },
          ]
        : []),
    ],
  }),
  fingerprint: createFingerprint(),
  after,
})

if (options.way === 'stdio') {
  await serveStdio({ bridge, app: { name: 'Pad', version: '1' } })
  process.exit(0)
}

const instance = mintInstance()
const outcome = await startProvider({
  app: { bundleId: 'dev.copane.pad', name: 'Pad', version: '1' },
  instance,
  elements: createElements({
    instance,
    ids,
    tree: () => ({ id: ids.of('', 'app', 'app'), role: 'Application', title: 'Pad' }),
    locate: () => undefined,
  }),
  bridge,
  ...(options.port === undefined ? {} : { port: options.port }),
})
if (outcome.kind === 'refused') throw new Error(outcome.reason)
process.on('disconnect', () => process.exit(0))
process.on('message', (order: { id: number; at: number; text?: string; more?: string; asking?: boolean }) => {
  const { id, at, text, more, asking } = order
  if (more !== undefined)
    store.commit({ kind: 'user' }, state => ({
      state: written(state, at, `${state.texts[at]} ${more}`),
      outcome: undefined,
    }))
  if (text !== undefined)
    store.commit({ kind: 'user' }, state => ({ state: written(state, at, text), outcome: undefined }))
  if (asking !== undefined)
    store.commit({ kind: 'user' }, state => ({ state: { ...state, asking }, outcome: undefined }))
  process.send?.({ id, texts: store.read().texts })
})
process.send?.({ ready: outcome.provider.descriptor.bridge, windows: padIds })
