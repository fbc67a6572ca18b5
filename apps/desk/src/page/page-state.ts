/** The desk's state as pages get it, and the difference of two of them. */
import { blockedBy, operableIds } from '@copane/protocol/bridge'
import { editorLocks } from '../model/order-editor.js'
import type { DeskState, DeskWindow, OnScreen } from '../model/state.js'
import { operands } from '../model/windows.js'
import { DIALOG_TITLES } from '../windows/dialogs.js'
import { orderTitle } from '../windows/order.js'
import { ORDERS_TITLE } from '../windows/orders.js'
import { REPORT_TITLE } from '../windows/report.js'
import { THREADS_TITLE } from '../windows/threads.js'
import type { PageChange, PagePatch, PageState, PageWindow, ShownWindow } from './protocol.js'

/** Gives the function that shows a state; a part that did not change is the same object as the time before. */
export function createPageStates(): (state: DeskState) => PageState {
  const known = new WeakMap<DeskWindow, Known>()
  let last: { state: DeskState; shown: PageState } | undefined
  const windowOf = (window: DeskWindow, screen: OnScreen | undefined, blocker: string | undefined) => {
    const before = known.get(window)
    if (before && before.screen === screen && before.blocker === blocker) return before.shown
    const shown = pageWindow(window, screen, blocker)
    known.set(window, { screen, blocker, shown })
    return shown
  }
  return state => {
    if (last?.state === state) return last.shown
    const { focus, user, threadTitles, threads, stopped } = state
    const all = operands(state)
    const operable = new Set(operableIds(all))
    const shown: PageState = {
      windows: state.windows.map(window => {
        const blocker = operable.has(window.id) ? undefined : blockedBy(all, window.id)[0]
        return windowOf(window, state.screen[window.id], blocker)
      }),
      focus,
      user,
      threadTitles,
      threads,
      changes: last?.state.changes === state.changes ? last.shown.changes : state.changes.map(pageChange),
      stopped,
    }
    last = { state, shown }
    return shown
  }
}

/** Everything, as the difference to nothing. */
export const wholeOf = (state: PageState): PagePatch => ({
  order: state.windows.map(({ id }) => id),
  windows: state.windows,
  focus: state.focus ?? null,
  user: state.user ?? null,
  threadTitles: state.threadTitles,
  threads: Object.values(state.threads),
  changes: state.changes,
  stopped: state.stopped,
})

/** What is new in a state; undefined when nothing is. */
export function patchBetween(before: PageState, after: PageState): PagePatch | undefined {
  const patch: PagePatch = {}
  const ids = after.windows.map(({ id }) => id)
  if (ids.join() !== before.windows.map(({ id }) => id).join()) patch.order = ids
  const known = new Set(before.windows)
  const windows = after.windows.filter(window => !known.has(window))
  if (windows.length > 0) patch.windows = windows
  if (!isSamePosition(before, after)) patch.focus = after.focus ?? null
  if (before.user !== after.user) patch.user = after.user ?? null
  if (before.threadTitles !== after.threadTitles) patch.threadTitles = after.threadTitles
  const threads = Object.values(after.threads).filter(thread => before.threads[thread.id] !== thread)
  if (threads.length > 0) patch.threads = threads
  if (before.changes !== after.changes) patch.changes = after.changes
  if (before.stopped !== after.stopped) patch.stopped = after.stopped
  return Object.keys(patch).length > 0 ? patch : undefined
}

type Known = { screen: OnScreen | undefined; blocker: string | undefined; shown: PageWindow }

const isSamePosition = ({ focus: a }: PageState, { focus: b }: PageState): boolean =>
  a === b || (a?.window === b?.window && JSON.stringify(a?.spot) === JSON.stringify(b?.spot))

const pageChange = ({ sequence, by, what }: DeskState['changes'][number]): PageChange => ({
  sequence,
  by,
  what,
})

const pageWindow = (
  window: DeskWindow,
  screen: OnScreen | undefined,
  blocker: string | undefined,
): PageWindow => ({
  id: window.id,
  title: titleOf(window),
  shown: shownOf(window),
  level: screen?.level ?? 0,
  locks: window.kind === 'order' ? editorLocks(window) : {},
  ...(screen?.place ? { place: screen.place } : {}),
  ...(blocker === undefined ? {} : { blockedBy: blocker }),
})

function shownOf(window: DeskWindow): ShownWindow {
  if (window.kind !== 'sign-in') return window
  const { password, ...shown } = window
  return { ...shown, hasPassword: password !== '' }
}

function titleOf(window: DeskWindow): string {
  switch (window.kind) {
    case 'orders':
      return ORDERS_TITLE
    case 'order':
      return orderTitle(window.order)
    case 'report':
      return REPORT_TITLE
    case 'threads':
      return THREADS_TITLE
    case 'confirm-submit':
    case 'discard':
    case 'sign-in':
      return DIALOG_TITLES[window.kind]
    default:
      return window satisfies never
  }
}
