/** The tortured app in a process of its own, at the orders of the process that started it. */
import { setImmediate as turn } from 'node:timers/promises'
import { mintInstance, startProvider } from '@copane/provider/node'
import { createNotes, type UserEdit } from './notes.ts'
import { clockMs, cpuMsNow, memoryNow, optionsGiven, serveCommands } from './serve-commands.ts'

/** How it runs; `lingers` has actions wait a little before they commit. */
export type ServerOptions = { port?: number; windows?: number; fillerBytes?: number; lingers?: boolean }

const options = optionsGiven<ServerOptions>()
const instance = mintInstance()
const notes = createNotes({
  instance,
  ...(options.windows === undefined ? {} : { windows: options.windows }),
  ...(options.fillerBytes === undefined ? {} : { fillerBytes: options.fillerBytes }),
  ...(options.lingers
    ? { linger: async () => void (Math.random() < 0.5 && (await turn(undefined).then(() => turn()))) }
    : {}),
})
const outcome = await startProvider({
  app: { bundleId: 'dev.copane.torture', name: 'Notes', version: '1.0.0' },
  instance,
  elements: notes.elements,
  bridge: notes.bridge,
  ...(options.port === undefined ? {} : { port: options.port }),
})
let edits = 0

serveCommands({
  started: () =>
    outcome.kind === 'started'
      ? {
          kind: 'started',
          descriptor: outcome.provider.descriptor,
          file: outcome.provider.file,
          windows: notes.windows,
        }
      : outcome,
  seen: () => notes.seen(),
  effects: () => notes.takeEffects(),
  edit: (edit: UserEdit) => notes.edit(edit),
  toggleDialog: (window: string) => notes.toggleDialog(window),
  /** Commits so often in a row; tells when each was made. */
  commit: (times: number) =>
    Array.from({ length: times }, () => {
      const at = clockMs()
      notes.edit({ window: notes.windows[0] ?? '', mark: `commit-${++edits}`, keep: 3 })
      return at
    }),
  /** Opens or closes a dialog; tells when. */
  toggle: () => {
    const at = clockMs()
    notes.toggleDialog(notes.windows[0] ?? '')
    return [at]
  },
  memory: async () => {
    notes.takeEffects()
    return memoryNow()
  },
  cpuMs: cpuMsNow,
  stop: async () => {
    if (outcome.kind === 'started') await outcome.provider.stop()
  },
})
