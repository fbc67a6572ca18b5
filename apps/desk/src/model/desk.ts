/** The desk as a whole: its store, and what is read from and done to it. */
import type { TreeElement } from '@copane/protocol/elements'
import { type Action, type AppView, type Author, createStore, type Ids, type Store } from '@copane/provider'
import type { DeskData, OrderRow } from '../data/index.js'
import { elements } from '../elements/elements.js'
import { appActions } from '../windows/app-actions.js'
import { createView } from '../windows/view.js'
import { act, type ActOutcome } from './acts.js'
import { newOrdersList } from './orders-list.js'
import { remember, rememberedUser, rememberedWindows } from './remember.js'
import { newSignIn, withShown } from './session.js'
import type { DeskState, LongList } from './state.js'
import type { Model, Step } from './step.js'
import { withThreads } from './thread-texts.js'
import { frontOf, isModal } from './windows.js'

/** A desk, ready to be served on both protocols and shown in a page. */
export type Desk = {
  store: Store<DeskState>
  /** What the bridge serves; an unchanged window is the same object as before. */
  view: (state: DeskState) => AppView<DeskState>
  appActions: readonly Action<DeskState>[]
  /** What `current` answers of a state, the present one when none is given. */
  elements: (state?: DeskState) => TreeElement
  /** Does what the user wants; takes anything, and answers with an outcome. */
  act: (value: unknown) => ActOutcome
  /** Some of all orders, by number, for a page that shows a long list. */
  orders: (offset: number, limit: number) => readonly OrderRow[]
  /** Says whether a page is connected: without one nothing is on screen. */
  setShown: (shown: boolean) => void
}

/** What a desk needs; its ids are of this run. */
export type DeskOptions = {
  data: DeskData
  ids: Ids
  /** Lists of orders are not paged through on the page; agents read them in pages all the same. */
  long?: LongList
  onListenerError?: (error: unknown) => void
}

/**
 * Makes a desk on an open file, with the windows of the run before.
 *
 * Shape   no page is connected yet. A desk without windows opens a list of orders; one that was left signed out
 *         asks who signs in.
 */
export function createDesk({ data, ids, long, onListenerError }: DeskOptions): Desk {
  const model: Model = { data, ids, ...(long ? { long } : {}) }
  const store = createStore<DeskState>({
    initial: data.transaction(() => firstState(model)),
    durable: work => data.transaction(work),
    ...(onListenerError ? { onListenerError } : {}),
  })
  store.watch(({ before, after }) => {
    const open = new Set(after.windows.map(window => window.id))
    for (const { id } of before.windows) if (!open.has(id)) ids.dropScope(id)
  })
  const commit = (by: Author, change: (state: DeskState) => Step): ActOutcome =>
    store.commit<ActOutcome>(by, state => {
      const step = remember(model, state, change(state))
      if (step.kind !== 'done') return { state, outcome: step }
      const { state: next, ...outcome } = step
      return { state: next, outcome }
    })
  return {
    store,
    view: createView(model),
    appActions: appActions(model),
    elements: (state = store.read()) => elements(state, ids),
    act: value => act({ model, commit }, value),
    orders: (offset, limit) => data.orders.page({ text: '' }, offset, limit).rows,
    setShown: shown =>
      store.commit({ kind: 'app' }, state => ({ state: withShown(state, shown), outcome: undefined })),
  }
}

function firstState(model: Model): DeskState {
  const user = rememberedUser(model)
  const kept = rememberedWindows(model)
  const opened = kept.windows.length > 0 ? kept.windows : [newOrdersList(model)]
  const windows = user === undefined ? [...opened, newSignIn(model)] : opened
  const empty: DeskState = {
    windows: [],
    focus: undefined,
    hover: undefined,
    screen: kept.screen,
    outOfView: {},
    shown: false,
    user,
    threadTitles: model.data.threads.titles(),
    threads: {},
    passages: [],
    changes: [],
    nextChange: 1,
    stopped: [],
  }
  const open = withThreads(model, { ...empty, windows })
  const front = windows.find(isModal) ?? frontOf(open)
  const next = front ? { ...open, focus: { window: front.id, spot: { kind: 'window' as const } } } : open
  remember(model, empty, { kind: 'done', state: next, message: '' })
  return next
}
