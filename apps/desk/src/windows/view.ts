/** The desk's windows as the bridge serves them; what did not change is not described again. */
import type { Action, AppView, WindowView } from '@copane/provider'
import type { DeskState, DeskWindow } from '../model/state.js'
import type { Model } from '../model/step.js'
import { threadIn } from '../model/thread-texts.js'
import { windowOf } from '../model/windows.js'
import {
  confirmActions,
  confirmView,
  discardActions,
  discardView,
  signInActions,
  signInView,
} from './dialogs.js'
import { orderActions, orderView } from './order.js'
import { ordersActions, ordersView } from './orders.js'
import { reportActions, reportView } from './report.js'
import { threadsActions, threadsView } from './threads.js'

type View = WindowView<DeskState>
type Actions = { readonly [Kind in DeskWindow['kind']]: readonly Action<DeskState>[] }

/** Gives the function that describes a state; an unchanged window is the same object as the time before. */
export function createView(model: Model): (state: DeskState) => AppView<DeskState> {
  const known = new WeakMap<DeskWindow, { from: readonly unknown[]; view: View }>()
  const actions: Actions = {
    orders: ordersActions(model),
    order: orderActions(model),
    report: reportActions(model),
    threads: threadsActions(model),
    'confirm-submit': confirmActions(model),
    discard: discardActions(model),
    'sign-in': signInActions(model),
  }
  const viewOf = (state: DeskState, window: DeskWindow): View[] => {
    const from = shownFrom(state, window)
    const last = known.get(window)
    if (last && last.from.every((value, at) => value === from[at])) return [last.view]
    const view = described(state, window, actions)
    if (!view) return []
    known.set(window, { from, view })
    return [view]
  }
  return state => ({ windows: state.windows.flatMap(window => viewOf(state, window)) })
}

/** What a window's description rests on besides the window itself. */
function shownFrom(state: DeskState, window: DeskWindow): readonly unknown[] {
  switch (window.kind) {
    case 'threads':
      return [state.threadTitles, threadIn(state, window, 'left'), threadIn(state, window, 'right')]
    case 'confirm-submit':
    case 'discard':
      return [windowOf(state, window.ownerId, 'order')]
    case 'orders':
    case 'order':
    case 'report':
    case 'sign-in':
      return []
    default:
      return window satisfies never
  }
}

function described(state: DeskState, window: DeskWindow, actions: Actions): View | undefined {
  switch (window.kind) {
    case 'orders':
      return ordersView(window, actions.orders)
    case 'order':
      return orderView(window, actions.order)
    case 'report':
      return reportView(window, actions.report)
    case 'threads':
      return threadsView(window, state, actions.threads)
    case 'confirm-submit': {
      const owner = windowOf(state, window.ownerId, 'order')
      return owner && confirmView(window, owner, actions[window.kind])
    }
    case 'discard': {
      const owner = windowOf(state, window.ownerId, 'order')
      return owner && discardView(window, owner, actions[window.kind])
    }
    case 'sign-in':
      return signInView(window, actions[window.kind])
    default:
      return window satisfies never
  }
}
