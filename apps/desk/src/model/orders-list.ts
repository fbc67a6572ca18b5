/** What can be done with a list of orders. */
import { ORDER_STATUSES, type OrderFilter, type OrderStatus } from '../data/index.js'
import type { DeskState, OrdersWindow } from './state.js'
import { type Change, done, invalid, type Model, NO_WINDOW, type Step } from './step.js'
import { clean } from './text.js'
import { added, replaced, windowOf } from './windows.js'

/** How many rows a page has. */
export const PAGE_ROWS = 20

const MAX_FILTER = 100

/** The status a word names; undefined for any other word. */
export const orderStatus = (word: string): OrderStatus | undefined =>
  ORDER_STATUSES.find(status => status === word)

/** A new list that shows a page of orders. */
export const newOrdersList = (model: Model, filter: OrderFilter = { text: '' }, offset = 0): OrdersWindow =>
  loaded(model, {
    kind: 'orders',
    id: model.ids.windowId(),
    minimised: false,
    filter,
    offset,
    rows: [],
    total: 0,
    selected: [],
    ...(model.long ? { long: model.long } : {}),
  })

/**
 * The list with the rows its filter and offset call for now.
 *
 * Shape   an offset behind the last row moves to the last page; rows that left the page are no longer selected.
 */
export function loaded(model: Model, window: OrdersWindow): OrdersWindow {
  const page = model.data.orders.page(window.filter, window.offset, PAGE_ROWS)
  const lastPage = Math.max(0, Math.ceil(page.total / PAGE_ROWS) - 1) * PAGE_ROWS
  if (page.rows.length === 0 && window.offset > lastPage)
    return loaded(model, { ...window, offset: lastPage })
  const shown = new Set(page.rows.map(row => row.number))
  return { ...window, ...page, selected: window.selected.filter(number => shown.has(number)) }
}

/** Opens one more list. */
export function openOrders(model: Model, { state, by }: Change): Step {
  const window = newOrdersList(model)
  return done(added(state, by, window), `Opened a list of ${window.total} orders.`, { window: window.id })
}

/** Shows only what fits a text and a status; what is left out does not restrict. */
export function filterOrders(
  model: Model,
  { state }: Change,
  id: string,
  { text = '', status }: { text?: string; status?: string },
): Step {
  const window = windowOf(state, id, 'orders')
  if (!window) return NO_WINDOW
  const known = status === undefined ? undefined : orderStatus(status)
  if (status !== undefined && !known)
    return invalid({ field: 'status', error: `Must be one of ${ORDER_STATUSES.join(', ')}` })
  if (text.length > MAX_FILTER)
    return invalid({ field: 'text', error: `Must be at most ${MAX_FILTER} characters` })
  const filter = known === undefined ? { text: clean(text) } : { text: clean(text), status: known }
  const next = loaded(model, { ...window, filter, offset: 0 })
  return done(replaced(state, next), `${next.total} orders fit.`, { total: next.total })
}

/** Turns to the page that begins at an offset. */
export function goTo(model: Model, { state }: Change, id: string, offset: number): Step {
  const window = windowOf(state, id, 'orders')
  if (!window) return NO_WINDOW
  if (!Number.isSafeInteger(offset) || offset < 0 || (offset > 0 && offset >= window.total))
    return invalid({
      field: 'offset',
      error: `Must be a whole number from 0 to ${Math.max(0, window.total - 1)}`,
    })
  const next = loaded(model, { ...window, offset })
  return done(replaced(state, next), `Shows ${next.rows.length} orders from row ${next.offset + 1} on.`)
}

/** Selects exactly the given rows of the shown page; none when the list is empty. */
export function selectRows(_model: Model, { state }: Change, id: string, numbers: readonly number[]): Step {
  const window = windowOf(state, id, 'orders')
  if (!window) return NO_WINDOW
  const wanted = new Set(numbers)
  const selected = window.rows.map(row => row.number).filter(number => wanted.has(number))
  if (selected.length !== wanted.size)
    return invalid({ field: 'numbers', error: 'Must be numbers of orders on the shown page' })
  return done(replaced(state, { ...window, selected }), `${selected.length} orders are selected.`)
}

/** The state with every list showing the present orders. */
export const withListsLoaded = (model: Model, state: DeskState): DeskState => ({
  ...state,
  windows: state.windows.map(window => (window.kind === 'orders' ? loaded(model, window) : window)),
})
