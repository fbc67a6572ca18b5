/** The actions of the desk that belong to no window. */
import type { Action } from '@copane/provider'
import { open, openOrder } from '../model/opening.js'
import { signOut } from '../model/session.js'
import type { DeskState } from '../model/state.js'
import type { Model } from '../model/step.js'
import { numberOf, WINDOW_RESULT, writing } from './actions.js'

/** Opening windows, and signing out. */
export const appActions = (model: Model): readonly Action<DeskState>[] => [
  writing(
    model,
    {
      name: 'open_order',
      title: 'Open order',
      description:
        'Opens an order in an editor. If an editor shows it already, the result names that window.',
      parameters: { number: { type: 'integer', description: 'The number of the order, such as 10001.' } },
      required: ['number'],
      output: WINDOW_RESULT,
      idempotent: true,
    },
    call => openOrder(model, call, numberOf(call.args, 'number') ?? 0),
  ),
  writing(
    model,
    {
      name: 'open_orders',
      title: 'Open list of orders',
      description: 'Opens one more list of all orders, which can be filtered and paged through.',
      output: WINDOW_RESULT,
    },
    call => open(model, call, 'orders'),
  ),
  writing(
    model,
    {
      name: 'open_report',
      title: 'Open report',
      description: 'Opens a report with totals by status, currency and month.',
      output: WINDOW_RESULT,
    },
    call => open(model, call, 'report'),
  ),
  writing(
    model,
    {
      name: 'open_threads',
      title: 'Open threads',
      description: 'Opens a window with two threads of comments side by side.',
      output: WINDOW_RESULT,
    },
    call => open(model, call, 'threads'),
  ),
  writing(
    model,
    {
      name: 'sign_out',
      title: 'Sign out',
      description: 'Signs the user out. A sign-in dialog then blocks the whole desk until somebody signs in.',
    },
    call => signOut(model, call),
  ),
]
