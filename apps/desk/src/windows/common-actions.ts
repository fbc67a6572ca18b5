/** The actions that every top-level window of the desk has. */
import type { Action } from '@copane/provider'
import { close, focus } from '../model/opening.js'
import type { DeskState } from '../model/state.js'
import type { Model } from '../model/step.js'
import { writing } from './actions.js'

/** Brings a window to the front, for the user to see where an agent works. */
export const focusAction = (model: Model): Action<DeskState> =>
  writing(
    model,
    {
      name: 'focus',
      title: 'Bring to front',
      description: 'Brings this window to the front, so the user sees which window you are working in.',
      idempotent: true,
    },
    call => focus(model, call, call.id),
  )

/** Closes a window; `what` says what happens to what it holds. */
export const closeAction = (model: Model, what: string): Action<DeskState> =>
  writing(model, { name: 'close', title: 'Close', description: `Closes this window. ${what}` }, call =>
    close(model, call, call.id),
  )
