/** The list of recent changes, and taking one back (D-54). */
import type { Author } from '@copane/provider'
import type { Order } from '../data/index.js'
import { keptAuthor } from './client-names.js'
import { following } from './editor.js'
import { withListsLoaded } from './orders-list.js'
import type { Change as Recorded, DeskState, UndoStep } from './state.js'
import { type Change, done, type Model, type Step, unavailable } from './step.js'
import { withCommentText, withThreads } from './thread-texts.js'
import { isAppBlocked } from './windows.js'

const MAX_CHANGES = 50

/** The state with one more change on the list; the oldest falls off. */
export const recorded = (state: DeskState, by: Author, what: string, undo: UndoStep): DeskState => ({
  ...state,
  changes: [...state.changes, { sequence: state.nextChange, by: keptAuthor(by), what, undo }].slice(
    -MAX_CHANGES,
  ),
  nextChange: state.nextChange + 1,
})

/** The state after an order changed: every window that shows it follows. */
export function withOrder(model: Model, state: DeskState, order: Order): DeskState {
  const windows = state.windows.map(window =>
    window.kind === 'order' && window.order.number === order.number
      ? following(window, order)
      : window.kind === 'report'
        ? { ...window, behind: window.behind + 1 }
        : window,
  )
  return withListsLoaded(model, { ...state, windows })
}

/**
 * Takes back one change, the last one when none is named.
 *
 * Errors  unavailable when there is none, or when what it changed was changed again since.
 */
export function undo(model: Model, { state }: Change, sequence?: number): Step {
  if (isAppBlocked(state)) return unavailable('Nobody is signed in')
  const change =
    sequence === undefined
      ? state.changes.at(-1)
      : state.changes.find(candidate => candidate.sequence === sequence)
  if (!change) return unavailable('There is no such change to take back')
  const next = takenBack(model, state, change)
  return next ? done(next, `Taken back: ${change.what}.`) : unavailable('It was changed again since')
}

function takenBack(
  model: Model,
  state: DeskState,
  { sequence, undo: step }: Recorded,
): DeskState | undefined {
  const without = { ...state, changes: state.changes.filter(change => change.sequence !== sequence) }
  switch (step.kind) {
    case 'order': {
      if (model.data.orders.get(step.id)?.revision !== step.to) return undefined
      const order = model.data.orders.update(step.id, step.to, step.content)
      return rebased(withOrder(model, without, order), step, order.revision)
    }
    case 'comment': {
      const before = commentOf(model, step)
      if (before?.revision !== step.to) return undefined
      const after = model.data.threads.editComment(step.id, step.text)
      const next = withCommentText(without, step.id, before.text, after.text)
      return rebased(withThreads(model, next, step.thread), step, after.revision)
    }
    case 'added': {
      if (commentOf(model, step)?.revision !== step.to) return undefined
      model.data.threads.removeComment(step.id)
      const passages = without.passages.filter(passage => passage.comment !== step.id)
      return withThreads(model, { ...without, passages }, step.thread)
    }
    default:
      return step satisfies never
  }
}

const commentOf = (model: Model, { id, thread }: { id: number; thread: number }) =>
  model.data.threads.get(thread)?.comments.find(comment => comment.id === id)

/** Taking a change back makes a new revision with the content of the one before: the change that led there ends in it. */
function rebased(
  state: DeskState,
  { kind, id, from }: Extract<UndoStep, { from: number }>,
  revision: number,
): DeskState {
  const sameThing = (undoStep: UndoStep): boolean =>
    undoStep.id === id && (undoStep.kind === 'order') === (kind === 'order')
  const changes = state.changes.map(change =>
    sameThing(change.undo) && change.undo.to === from
      ? { ...change, undo: { ...change.undo, to: revision } }
      : change,
  )
  return { ...state, changes }
}
