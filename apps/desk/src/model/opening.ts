/** Opening and closing windows, and going from one to another. */
import { FIELD_LABELS, changedFields, isDirty, newEditor } from './editor.js'
import { openOrders } from './orders-list.js'
import type { DeskState, Place, ReportWindow, Spot } from './state.js'
import { type Change, done, invalid, type Model, NO_WINDOW, type Step, unavailable } from './step.js'
import { withThreads } from './thread-texts.js'
import { openThreads } from './threads.js'
import { added, blockerOf, focused, minimised, removed, replaced, windowOf } from './windows.js'

/** The most windows that can be open. */
export const MAX_WINDOWS = 100

/** Windows that can be opened without saying more. */
export const OPENABLE = ['orders', 'report', 'threads'] as const

/** Opens one more window of a kind. */
export function open(model: Model, change: Change, what: (typeof OPENABLE)[number]): Step {
  if (isFull(change.state)) return TOO_MANY
  switch (what) {
    case 'orders':
      return openOrders(model, change)
    case 'threads':
      return openThreads(model, change)
    case 'report':
      return openReport(model, change)
    default:
      return what satisfies never
  }
}

/** Opens an editor of an order; one that is open already is not opened twice, and the user goes to it. */
export function openOrder(model: Model, { state, by }: Change, number: number): Step {
  const present = state.windows.find(window => window.kind === 'order' && window.order.number === number)
  if (present) {
    const next = by.kind === 'user' ? focused(state, blockerOf(state, present.id) ?? present.id) : state
    return done(next, `Order ${number} is open already.`, { window: present.id })
  }
  const order = model.data.orders.get(number)
  if (!order) return invalid({ field: 'number', error: 'There is no order with this number' })
  if (isFull(state)) return TOO_MANY
  const window = newEditor(model.ids.windowId(), order)
  return done(added(state, by, window), `Opened order ${number}.`, { window: window.id })
}

/** A report that counts the orders as they are now. */
export const newReport = (model: Model): ReportWindow => ({
  kind: 'report',
  id: model.ids.windowId(),
  minimised: false,
  figures: model.data.report(),
  behind: 0,
})

/** Counts a report's figures again. */
export function refreshReport(model: Model, { state }: Change, id: string): Step {
  const window = windowOf(state, id, 'report')
  if (!window) return NO_WINDOW
  const figures = model.data.report()
  return done(replaced(state, { ...window, figures, behind: 0 }), `Counted ${figures.orders} orders.`)
}

/**
 * Closes a window; an editor with unsaved changes asks first.
 *
 * Shape   dialogs close as if taken back; the sign-in dialog does not close.
 */
export function close(model: Model, { state, by }: Change, id: string): Step {
  const window = state.windows.find(candidate => candidate.id === id)
  if (!window) return NO_WINDOW
  if (window.kind === 'sign-in') return unavailable('Nobody is signed in')
  if (window.kind === 'order' && isDirty(window)) {
    const names = changedFields(window).map(field => FIELD_LABELS[field])
    const dialog = { kind: 'discard', id: model.ids.windowId(), ownerId: id } as const
    return done(added(state, by, dialog), `Asks what becomes of unsaved changes in ${names.join(', ')}.`)
  }
  return done(closed(model, state, id), 'Closed.')
}

/** The state without a window, its dialogs and what only they showed. */
export const closed = (model: Model, state: DeskState, id: string): DeskState =>
  withThreads(model, removed(state, id))

/** Goes to a window, or to the dialog that blocks it; a minimised one comes back. */
export function focus(_model: Model, { state }: Change, id: string, spot?: Spot): Step {
  if (!state.windows.some(window => window.id === id)) return NO_WINDOW
  const blocker = blockerOf(state, id)
  return done(
    blocker === undefined ? focused(state, id, spot) : focused(state, blocker),
    'Brought to the front.',
  )
}

/** The largest coordinate and size, and the least size, of a window. Units: CSS pixels. */
const PLACE_LIMITS = { most: 20_000, least: 80 }

/** Puts a window somewhere on the desktop, in some size. */
export function move(_model: Model, { state }: Change, id: string, { x, y, w, h }: Place): Step {
  if (!state.windows.some(window => window.id === id)) return NO_WINDOW
  const { most, least } = PLACE_LIMITS
  const errors = [
    ...Object.entries({ x, y }).map(([field, value]) => ({ field, value, from: -most })),
    ...Object.entries({ w, h }).map(([field, value]) => ({ field, value, from: least })),
  ].flatMap(({ field, value, from }) =>
    value >= from && value <= most ? [] : [{ field, error: `Must be from ${from} to ${most}` }],
  )
  if (errors.length > 0) return invalid(...errors)
  const screen = { ...state.screen, [id]: { ...state.screen[id], place: { x, y, w, h } } }
  return done({ ...state, screen }, 'Moved.')
}

/** Takes a window off the screen without closing it; dialogs go with their owner and can't go alone. */
export function minimise(_model: Model, { state }: Change, id: string): Step {
  const window = state.windows.find(candidate => candidate.id === id)
  if (!window) return NO_WINDOW
  return 'minimised' in window
    ? done(minimised(state, id), 'Minimised.')
    : unavailable('A dialog is not minimised')
}

const isFull = (state: DeskState): boolean => state.windows.length >= MAX_WINDOWS

const TOO_MANY = unavailable(`${MAX_WINDOWS} windows are open; close one first`)

function openReport(model: Model, { state, by }: Change): Step {
  const window = newReport(model)
  return done(added(state, by, window), `Opened a report on ${window.figures.orders} orders.`, {
    window: window.id,
  })
}
