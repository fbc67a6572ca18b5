/** The one entry for what the user does: the same transitions that agents' actions run (D-54). */
import type { Author, Reply, Refusal } from '@copane/provider'
import { isDatabaseError } from '../data/index.js'
import { readAct, type UserAct } from './act-table.js'
import { undo } from './changes.js'
import { close, focus, minimise, move, open, openOrder, refreshReport } from './opening.js'
import { confirmSubmit, discard, dismiss, revert, save, submit, type } from './order-editor.js'
import { filterOrders, goTo, selectRows } from './orders-list.js'
import { allowClient, hover, scroll, signIn, signOut, stopClient, typeSignIn } from './session.js'
import type { DeskState, Spot } from './state.js'
import { type Change, type Model, NO_WINDOW, type Step, unavailable } from './step.js'
import { addComment, editComment, selectText, showThread } from './threads.js'
import { blockerOf, focused, isAppBlocked } from './windows.js'

/** What an act came to. */
export type ActOutcome = Reply | Refusal

/** What an act works on: a model, and the way to commit a transition. */
export type Committing = {
  model: Model
  commit: (by: Author, change: (state: DeskState) => Step) => ActOutcome
}

/**
 * Does what the user wants, at once, as one commit by the user.
 *
 * Errors  none thrown for what comes in or for a disk that can't be written; both leave everything as it was.
 */
export function act({ model, commit }: Committing, value: unknown): ActOutcome {
  const read = readAct(value)
  if (read.kind !== 'act') return read
  const by: Author = { kind: 'user' }
  try {
    return commit(
      by,
      state => blockedStep(state, read.act) ?? followed(run(model, { state, by }, read.act), read.act),
    )
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    return {
      kind: 'failed',
      message: 'The desk file could not be written; nothing was changed. Free some space and try again.',
    }
  }
}

/** Acts that go through whatever dialog is up: looking, and keeping agents off. */
const ALWAYS: readonly UserAct['act'][] = [
  'focus',
  'move',
  'hover',
  'scroll',
  'stopClient',
  'allowClient',
  'undo',
  'signOut',
]

function blockedStep(state: DeskState, userAct: UserAct): Step | undefined {
  if (ALWAYS.includes(userAct.act)) return undefined
  const id = 'window' in userAct ? userAct.window : undefined
  if (id === undefined) return isAppBlocked(state) ? unavailable('Nobody is signed in') : undefined
  if (!state.windows.some(window => window.id === id)) return NO_WINDOW
  return blockerOf(state, id) === undefined ? undefined : unavailable('A dialog is open; answer it first')
}

function run(model: Model, change: Change, userAct: UserAct): Step {
  switch (userAct.act) {
    case 'open':
      return open(model, change, userAct.what)
    case 'openOrder':
      return openOrder(model, change, userAct.number)
    case 'close':
      return close(model, change, userAct.window)
    case 'focus':
      return focus(model, change, userAct.window, userAct.spot)
    case 'minimise':
      return minimise(model, change, userAct.window)
    case 'move':
      return move(model, change, userAct.window, userAct)
    case 'restore':
      return focus(model, change, userAct.window)
    case 'filter':
      return filterOrders(model, change, userAct.window, userAct)
    case 'goTo':
      return goTo(model, change, userAct.window, userAct.offset)
    case 'selectRows':
      return selectRows(model, change, userAct.window, userAct.numbers)
    case 'type':
      return type(model, change, userAct.window, userAct)
    case 'save':
      return save(model, change, userAct.window)
    case 'revert':
      return revert(model, change, userAct.window)
    case 'submit':
      return submit(model, change, userAct.window)
    case 'confirm':
      return confirm(model, change, userAct.window)
    case 'cancel':
      return dismiss(model, change, userAct.window)
    case 'show':
      return showThread(model, change, userAct.window, userAct.pane, userAct.thread)
    case 'comment':
      return addComment(model, change, userAct.window, userAct)
    case 'editComment':
      return editComment(model, change, userAct.window, userAct)
    case 'selectText':
      return selectText(model, change, userAct.window, userAct)
    case 'refresh':
      return refreshReport(model, change, userAct.window)
    case 'signOut':
      return signOut(model, change)
    case 'typeSignIn':
      return typeSignIn(model, change, userAct.window, userAct.field, userAct.text)
    case 'undo':
      return undo(model, change, userAct.change)
    case 'stopClient':
      return stopClient(model, change, userAct.name)
    case 'allowClient':
      return allowClient(model, change, userAct.name)
    case 'hover': {
      const { window, spot = { kind: 'window' } } = userAct
      return hover(model, change, window === undefined ? undefined : { window, spot })
    }
    case 'scroll':
      return scroll(model, change, userAct.window, userAct.outOfView)
    default:
      return userAct satisfies never
  }
}

/** Who types or selects is there: the place of the act is where the user is afterwards. */
function followed(step: Step, userAct: UserAct): Step {
  const spot = placeOf(userAct)
  if (step.kind !== 'done' || !spot || !('window' in userAct) || userAct.window === undefined) return step
  return { ...step, state: focused(step.state, userAct.window, spot) }
}

function placeOf(userAct: UserAct): Spot | undefined {
  const { act: name } = userAct
  if (name === 'type' || name === 'typeSignIn') return { kind: 'field', field: userAct.field }
  if (name === 'filter') return { kind: 'field', field: 'filter' }
  if (name === 'selectText' || name === 'editComment')
    return { kind: 'comment', pane: userAct.pane, comment: userAct.comment }
  if (name === 'show' || name === 'comment') return { kind: 'pane', pane: userAct.pane }
  if (name !== 'selectRows') return undefined
  const number = userAct.numbers.at(-1)
  return number === undefined ? { kind: 'window' } : { kind: 'row', number }
}

function confirm(model: Model, change: Change, id: string): Step {
  const kind = change.state.windows.find(window => window.id === id)?.kind
  if (kind === 'confirm-submit') return confirmSubmit(model, change, id)
  if (kind === 'discard') return discard(model, change, id)
  return kind === 'sign-in' ? signIn(model, change, id) : unavailable('This window asks nothing')
}
