/** The app that is tortured: windows with a note each, a dialog that may stand on one, and a record of every commit. */
import {
  type Bridge,
  createBridge,
  createElements,
  createIds,
  createStore,
  defineAction,
  type Elements,
  type WindowView,
} from '@copane/provider'
import { after, createFingerprint, mintMark } from '@copane/provider/node'
import type { Effect, Seen } from '../history/types.ts'

/** A note: marks in a row, each put there by one write; `last` is the newest one. */
type Note = { marks: readonly string[]; last: string }
type State = {
  notes: { readonly [window: string]: Note }
  dialog?: { id: string; on: string }
  filler: string
}

/** What the user of the app does; `content` undefined adds the mark to what is there. */
export type UserEdit = { window: string; mark: string; keep?: number }

/** The app, and what the user does in it. */
export type Notes = {
  bridge: Bridge
  elements: Elements
  windows: readonly string[]
  /** Every commit that changed a note since the start, or since they were last taken. */
  takeEffects(): Effect[]
  /** The notes as they are. */
  seen(): { [window: string]: Seen }
  /** Adds a mark, or keeps only the newest marks and adds it; tells what the user saw and made of it. */
  edit(edit: UserEdit): { base: readonly string[]; content: readonly string[] }
  /** Opens a dialog on a note, or closes the one that is open; both change what can be operated. */
  toggleDialog(window: string): void
}

/** How the app is. `linger` is what an action waits for before it commits. */
export type NotesOptions = {
  instance: string
  windows?: number
  fillerBytes?: number
  linger?: () => Promise<void>
}

/** Makes the app. */
export function createNotes({ instance, windows = 3, fillerBytes = 0, linger }: NotesOptions): Notes {
  const ids = createIds(mintMark())
  const windowIds = Array.from({ length: windows }, () => ids.windowId())
  const store = createStore<State>({
    initial: {
      notes: Object.fromEntries(windowIds.map(id => [id, { marks: [], last: '' }])),
      filler: 'x'.repeat(fillerBytes),
    },
  })
  const write = (state: State, window: string, marks: readonly string[], last: string): State => ({
    ...state,
    notes: { ...state.notes, [window]: { marks, last } },
  })
  const marksOf = (state: State, window: string): readonly string[] => state.notes[window]?.marks ?? []

  const append = defineAction<State>({
    name: 'append',
    title: 'Append',
    description: 'Adds a mark to the note.',
    parameters: { mark: { type: 'string' } },
    required: ['mark'],
    writes: async ctx => {
      await linger?.()
      const mark = textOf(ctx.args.mark)
      ctx.commit(state => ({
        kind: 'done',
        state: write(state, ctx.windowId, [...marksOf(state, ctx.windowId), mark], mark),
        message: 'Added.',
      }))
      return undefined
    },
  })
  const replace = defineAction<State>({
    name: 'replace',
    title: 'Replace',
    description: 'Replaces the whole note.',
    parameters: { text: { type: 'string' } },
    required: ['text'],
    writes: async ctx => {
      await linger?.()
      const marks = marksIn(textOf(ctx.args.text))
      ctx.commit(state => ({
        kind: 'done',
        state: write(state, ctx.windowId, marks, marks.at(-1) ?? ''),
        message: 'Replaced.',
      }))
      return undefined
    },
  })

  const note = (state: State, id: string): WindowView<State> => ({
    id,
    title: `Note ${id}`,
    summary: 'A note.',
    blocks: [
      { type: 'text', id: 'note', text: marksOf(state, id).join(' ') },
      ...(state.filler ? [{ type: 'text' as const, id: 'filler', text: state.filler }] : []),
    ],
    actions: [append, replace],
  })
  const dialog = ({ id, on }: { id: string; on: string }): WindowView<State> => ({
    id,
    title: 'Sure?',
    modal: true,
    ownerId: on,
    summary: 'Asks the user.',
    blocks: [],
    actions: [],
  })
  const bridge = createBridge<State>({
    store,
    windows: state => ({
      windows: [...windowIds.map(id => note(state, id)), ...(state.dialog ? [dialog(state.dialog)] : [])],
    }),
    fingerprint: createFingerprint(),
    after,
  })

  let effects: Effect[] = []
  store.watch(commit => {
    for (const window of windowIds) {
      const { [window]: changed } = commit.after.notes
      if (!changed || changed === commit.before.notes[window]) continue
      const version = bridge.snapshot().windows.find(({ id }) => id === window)?.version ?? 0
      effects.push({ sequence: commit.sequence, window, version, mark: changed.last, content: changed.marks })
    }
  })

  return {
    bridge,
    elements: createElements({
      instance,
      ids,
      tree: () => ({
        id: 'app',
        role: 'Application',
        title: 'Notes',
        children: windowIds.map(id => ({ id, role: 'Window', title: `Note ${id}` })),
      }),
    }),
    windows: windowIds,
    takeEffects() {
      const taken = effects
      effects = []
      return taken
    },
    seen: () => seenIn(bridge.snapshot().windows, windowIds),
    edit: ({ window, mark, keep }) =>
      store.commit({ kind: 'user' }, state => {
        const base = marksOf(state, window)
        const content = [...(keep === undefined ? base : base.slice(-keep)), mark]
        return { state: write(state, window, content, mark), outcome: { base, content } }
      }),
    toggleDialog: window =>
      store.commit({ kind: 'user' }, ({ dialog: open, ...state }) => ({
        state: open ? state : { ...state, dialog: { id: ids.windowId(), on: window } },
        outcome: undefined,
      })),
  }
}

/** The notes in the windows of a snapshot. */
export function seenIn(
  windows: readonly { id: string; version: number; blocks: readonly { type: string; text?: unknown }[] }[],
  wanted: readonly string[],
): { [window: string]: Seen } {
  return Object.fromEntries(
    windows
      .filter(({ id }) => wanted.includes(id))
      .map(({ id, version, blocks }) => {
        const text = blocks.find(({ type }) => type === 'text')?.text
        return [id, { version, content: marksIn(typeof text === 'string' ? text : '') }]
      }),
  )
}

/** The action's schema says that it is a text. */
const textOf = (argument: unknown): string => (typeof argument === 'string' ? argument : '')

const marksIn = (text: string): string[] => text.split(' ').filter(mark => mark !== '')
