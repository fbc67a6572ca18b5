/** The app that is called: a window with one action that writes and one that only reads. */
import { type Bridge, createBridge, createElements, createStore, defineAction } from '@copane/provider'
import { after, createFingerprint, mintInstance, startProvider } from '@copane/provider/node'
import { cpuMsNow, serveCommands } from '../../torture/lib/serve-commands.ts'

const WINDOW = 'w-1'
const instance = mintInstance()
const outcome = await startProvider({
  app: { bundleId: 'dev.copane.load', name: 'Load', version: '1.0.0' },
  instance,
  elements: createElements({
    instance,
    ids: { isIssued: () => true },
    tree: () => ({ id: 'app', role: 'Application', title: 'Load' }),
  }),
  bridge: createNote(),
})
if (outcome.kind === 'refused') throw new Error(outcome.reason)

serveCommands({
  started: () => ({ bridge: outcome.provider.descriptor.bridge, window: WINDOW }),
  cpuMs: cpuMsNow,
})

function createNote(): Bridge {
  type State = { text: string; writes: number }
  const actions = [
    defineAction<State>({
      name: 'write',
      title: 'Write',
      description: 'Replaces the text.',
      parameters: { text: { type: 'string' } },
      required: ['text'],
      changes: ({ writes }, { args }) => ({
        kind: 'done',
        state: { text: typeof args.text === 'string' ? args.text : '', writes: writes + 1 },
        message: `Write ${writes + 1}.`,
      }),
    }),
    defineAction<State>({
      name: 'look',
      title: 'Look',
      description: 'Tells the text.',
      reads: ({ state }) => ({ kind: 'done', message: state.text }),
    }),
  ]
  return createBridge({
    store: createStore<State>({ initial: { text: '', writes: 0 } }),
    windows: ({ text }) => ({
      windows: [
        {
          id: WINDOW,
          title: 'Note',
          summary: 'A note.',
          blocks: [{ type: 'text', id: 'text', text }],
          actions,
        },
      ],
    }),
    fingerprint: createFingerprint(),
    after,
  })
}
