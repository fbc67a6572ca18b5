/** What can be done in an order editor and in the dialogs on it. */
import type { Order, OrderContent } from '../data/index.js'
import { recorded, withOrder } from './changes.js'
import {
  changedFields,
  fieldError,
  FIELD_LABELS,
  isDirty,
  MAX_LENGTHS,
  savedContent,
  shownValues,
  withEdits,
} from './editor.js'
import { closed } from './opening.js'
import { DRAFT_FIELDS, type DeskState, type DraftField, type FieldValues, type OrderWindow } from './state.js'
import { type Change, done, invalid, type Model, NO_WINDOW, type Step, unavailable } from './step.js'
import { clean } from './text.js'
import { added, removed, replaced, windowOf } from './windows.js'

/** The field a word names; undefined for any other word. */
export const fieldNamed = (word: string): DraftField | undefined => DRAFT_FIELDS.find(field => field === word)

/** Why an editor's actions can't be called now, by action name. */
export function editorLocks(window: OrderWindow): { [action: string]: string } {
  const { status } = window.order
  const unchanged = { save: 'There are no unsaved changes', revert: 'There are no unsaved changes' }
  return {
    ...(status === 'shipped' ? { edit: 'The order was shipped' } : {}),
    ...(status === 'draft' ? {} : { submit: `The order was ${status} already` }),
    ...(isDirty(window) ? {} : unchanged),
  }
}

/** Edits fields of the draft, all of them or none: one value that does not fit refuses the whole. */
export function edit(_model: Model, { state }: Change, id: string, edits: Partial<FieldValues>): Step {
  const window = windowOf(state, id, 'order')
  if (!window) return NO_WINDOW
  const lock = editorLocks(window).edit
  if (lock !== undefined) return unavailable(lock)
  const cleaned = cleanEdits(edits)
  const fields = DRAFT_FIELDS.filter(field => cleaned[field] !== undefined)
  if (fields.length === 0) return invalid({ field: 'recipient', error: 'Give this, address, amount or note' })
  const errors = fields.flatMap(field => {
    const error = fieldError(field, cleaned[field] ?? '')
    return error === undefined ? [] : [{ field, error }]
  })
  if (errors.length > 0) return invalid(...errors)
  const names = fields.map(field => FIELD_LABELS[field].toLowerCase())
  return done(replaced(state, withEdits(window, cleaned)), `Edited ${names.join(', ')}; not saved yet.`)
}

/**
 * Keeps what the user typed so far, whether it fits or not; what is wrong with it shows in the editor.
 *
 * Errors  with `was`, unavailable when the field shows something else by now, or its order changed under the draft:
 *         whoever types has not seen that yet.
 */
export function type(
  _model: Model,
  { state }: Change,
  id: string,
  { field, text, was }: { field: DraftField; text: string; was?: string },
): Step {
  const window = windowOf(state, id, 'order')
  if (!window) return NO_WINDOW
  const lock = editorLocks(window).edit
  if (lock !== undefined) return unavailable(lock)
  if (text.length > MAX_LENGTHS[field])
    return invalid({ field: 'text', error: `Must be at most ${MAX_LENGTHS[field]} characters` })
  if (was !== undefined && (shownValues(window)[field] !== was || window.conflicts[field] !== undefined))
    return unavailable(`${FIELD_LABELS[field]} was changed meanwhile: look at it again`)
  return done(replaced(state, withEdits(window, { [field]: clean(text) })), 'Typed.')
}

/** Writes the draft into the order; fields that were not edited are not judged. */
export function save(model: Model, { state, by }: Change, id: string): Step {
  const window = windowOf(state, id, 'order')
  if (!window) return NO_WINDOW
  const lock = editorLocks(window).save ?? editorLocks(window).edit
  if (lock !== undefined) return unavailable(lock)
  const changed = changedFields(window)
  const errors = window.errors.filter(({ field }) => changed.some(name => name === field))
  const content = savedContent(window)
  if (errors.length > 0 || !content) return invalid(...errors)
  const next = written(
    model,
    { state, by },
    window,
    content,
    `${fieldNames(changed)} of order ${window.order.number}`,
  )
  return done(next, `Saved order ${window.order.number}.`)
}

/** Drops the draft. */
export function revert(_model: Model, { state }: Change, id: string): Step {
  const window = windowOf(state, id, 'order')
  if (!window) return NO_WINDOW
  const lock = editorLocks(window).revert
  if (lock !== undefined) return unavailable(lock)
  return done(replaced(state, withoutDraft(window, window.order)), 'Dropped the unsaved changes.')
}

/**
 * Asks whether to hand the order in, once every field fits.
 *
 * Errors  what does not fit goes by the name of the parameter of `edit` (D-44).
 */
export function submit(model: Model, { state, by }: Change, id: string): Step {
  const window = windowOf(state, id, 'order')
  if (!window) return NO_WINDOW
  const lock = editorLocks(window).submit
  if (lock !== undefined) return unavailable(lock)
  if (window.errors.length > 0) return invalid(...window.errors)
  const dialog = { kind: 'confirm-submit', id: model.ids.windowId(), ownerId: id } as const
  return done(added(state, by, dialog), `Asks to confirm that order ${window.order.number} is submitted.`)
}

/** Hands the order in with the draft as it stands; an order that changed under the dialog is refused. */
export function confirmSubmit(model: Model, { state, by }: Change, id: string): Step {
  const dialog = windowOf(state, id, 'confirm-submit')
  const window = dialog && windowOf(state, dialog.ownerId, 'order')
  if (!dialog || !window) return NO_WINDOW
  const content = savedContent(window, 'submitted')
  if (editorLocks(window).submit !== undefined || window.errors.length > 0 || !content)
    return unavailable('The order changed meanwhile; cancel and look at it again')
  const next = written(model, { state, by }, window, content, `submitting order ${window.order.number}`)
  return done(closed(model, next, id), `Submitted order ${window.order.number}.`)
}

/** Takes a dialog down and leaves everything as it was. */
export function dismiss(_model: Model, { state }: Change, id: string): Step {
  const dialog = windowOf(state, id, 'confirm-submit') ?? windowOf(state, id, 'discard')
  return dialog ? done(removed(state, id), 'Nothing was changed.') : NO_WINDOW
}

/** Drops the unsaved changes and closes the editor, dialog first (D-33). */
export function discard(model: Model, { state }: Change, id: string): Step {
  const dialog = windowOf(state, id, 'discard')
  return dialog
    ? done(closed(model, state, dialog.ownerId), 'Dropped the changes and closed the editor.')
    : NO_WINDOW
}

function written(
  model: Model,
  { state, by }: Change,
  window: OrderWindow,
  content: OrderContent,
  what: string,
): DeskState {
  const { order } = window
  const { recipient, address, amountCents, note, status } = order
  const next = model.data.orders.update(order.number, order.revision, content)
  const undo = {
    kind: 'order',
    id: order.number,
    content: { recipient, address, amountCents, note, status },
    from: order.revision,
    to: next.revision,
  } as const
  return withOrder(model, recorded(replaced(state, withoutDraft(window, next)), by, what, undo), next)
}

const withoutDraft = (window: OrderWindow, order: Order): OrderWindow =>
  withEdits({ ...window, order, draft: {}, conflicts: {} }, {})

const fieldNames = (fields: readonly DraftField[]): string =>
  fields.map(field => FIELD_LABELS[field].toLowerCase()).join(', ')

function cleanEdits(edits: Partial<FieldValues>): Partial<FieldValues> {
  const cleaned: { [Name in DraftField]?: string } = {}
  for (const field of DRAFT_FIELDS) {
    const value = edits[field]
    if (value !== undefined) cleaned[field] = clean(value)
  }
  return cleaned
}
