/** The rules of an order editor: what a draft is, what is wrong with it, and how it follows the order. */
import type { FieldError } from '@copane/protocol/bridge'
import type { Order, OrderContent } from '../data/index.js'
import { formatAmount, parseAmount } from './money.js'
import { DRAFT_FIELDS, type DraftField, type FieldValues, type OrderWindow } from './state.js'

/** The name of a field as people read it. */
export const FIELD_LABELS: FieldValues = {
  recipient: 'Recipient',
  address: 'Address',
  amount: 'Amount',
  note: 'Note',
}

/** The longest value of a field. Units: UTF-16 code units. */
export const MAX_LENGTHS: { readonly [Name in DraftField]: number } = {
  recipient: 120,
  address: 400,
  amount: 20,
  note: 2000,
}

/** An order's own values, as an editor shows them. */
export const valuesOf = (order: Order): FieldValues => ({
  recipient: order.recipient,
  address: order.address,
  amount: formatAmount(order.amountCents),
  note: order.note,
})

/** The values an editor shows: the draft's where it has one. */
export const shownValues = (window: OrderWindow): FieldValues => ({
  ...valuesOf(window.order),
  ...window.draft,
})

/** The fields that hold unsaved changes. */
export const changedFields = (window: OrderWindow): DraftField[] =>
  DRAFT_FIELDS.filter(field => window.draft[field] !== undefined)

/** True when closing the editor would lose something. */
export const isDirty = (window: OrderWindow): boolean => changedFields(window).length > 0

/** What is wrong with one value; undefined when nothing is. */
export function fieldError(field: DraftField, value: string): string | undefined {
  if (value.length > MAX_LENGTHS[field]) return `Must be at most ${MAX_LENGTHS[field]} characters`
  switch (field) {
    case 'recipient':
      if (/[\n\r\u2028\u2029]/.test(value)) return 'Must be one line'
      return value.trim() === '' ? 'Cannot be empty' : undefined
    case 'address':
      return value.trim() === '' ? 'Cannot be empty' : undefined
    case 'amount': {
      const amount = parseAmount(value)
      return amount.kind === 'error' ? amount.error : undefined
    }
    case 'note':
      return undefined
    default:
      return field satisfies never
  }
}

/** A fresh editor of an order. */
export const newEditor = (id: string, order: Order): OrderWindow =>
  judged({ kind: 'order', id, minimised: false, order, draft: {}, conflicts: {}, errors: [] })

/** The editor after some fields were edited; a value equal to the order's own is no change. */
export function withEdits(window: OrderWindow, edits: Partial<FieldValues>): OrderWindow {
  const own = valuesOf(window.order)
  const draft = { ...window.draft }
  const conflicts = { ...window.conflicts }
  for (const field of DRAFT_FIELDS) {
    const value = edits[field]
    if (value === undefined) continue
    if (sameValue(field, value, own[field])) delete draft[field]
    else draft[field] = value
    delete conflicts[field]
  }
  return judged({ ...window, draft, conflicts })
}

/**
 * The editor after its order changed elsewhere.
 *
 * Shape   fields without a draft follow the order; a draft is kept, and where the order's own value moved under it
 *         the field is in conflict until it is edited again.
 */
export function following(window: OrderWindow, order: Order): OrderWindow {
  const before = valuesOf(window.order)
  const after = valuesOf(order)
  const draft = { ...window.draft }
  const conflicts = { ...window.conflicts }
  for (const field of changedFields(window)) {
    if (sameValue(field, draft[field] ?? '', after[field])) {
      delete draft[field]
      delete conflicts[field]
    } else if (before[field] !== after[field])
      conflicts[field] = 'Was changed meanwhile: edit it again to keep yours, or revert'
  }
  return judged({ ...window, order, draft, conflicts })
}

/** What an order becomes when the editor's values are saved; undefined while they do not fit. */
export function savedContent(window: OrderWindow, status = window.order.status): OrderContent | undefined {
  const values = shownValues(window)
  const amount = parseAmount(values.amount)
  return amount.kind === 'error'
    ? undefined
    : {
        recipient: values.recipient.trim(),
        address: values.address.trim(),
        amountCents: amount.cents,
        note: values.note.trim(),
        status,
      }
}

/** Fields nobody touched are judged only while the order is a draft: what was handed in is past that. */
function judged(window: OrderWindow): OrderWindow {
  const values = shownValues(window)
  const judgedFields = window.order.status === 'draft' ? DRAFT_FIELDS : changedFields(window)
  const errors: FieldError[] = judgedFields.flatMap(field => {
    const error = window.conflicts[field] ?? fieldError(field, values[field])
    return error === undefined ? [] : [{ field, error }]
  })
  return { ...window, errors }
}

function sameValue(field: DraftField, a: string, b: string): boolean {
  if (field !== 'amount') return a === b
  const [left, right] = [parseAmount(a), parseAmount(b)]
  return left.kind === 'cents' && right.kind === 'cents' ? left.cents === right.cents : a === b
}
