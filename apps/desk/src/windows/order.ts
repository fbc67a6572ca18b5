/** An order editor as a window: what it shows, what is unsaved, what is wrong, and ways to edit and submit. */
import type { Block, JsonSchema } from '@copane/protocol/bridge'
import type { Action, WindowView } from '@copane/provider'
import type { Order } from '../data/index.js'
import { changedFields, FIELD_LABELS, isDirty, MAX_LENGTHS, shownValues } from '../model/editor.js'
import { formatMoney } from '../model/money.js'
import { edit, editorLocks, fieldNamed, revert, save, submit } from '../model/order-editor.js'
import { DRAFT_FIELDS, type DeskState, type DraftField, type OrderWindow } from '../model/state.js'
import type { Model } from '../model/step.js'
import { present, textOf, writing } from './actions.js'
import { closeAction, focusAction } from './common-actions.js'

/** The title of an order's editor. */
export const orderTitle = (order: Order): string => `Order ${order.number}`

/** A field's label in an editor; an amount is worth nothing without its currency. */
export const fieldLabel = (field: DraftField, order: Order): string =>
  field === 'amount' ? `${FIELD_LABELS.amount} (${order.currency})` : FIELD_LABELS[field]

/** An order editor, described. */
export function orderView(window: OrderWindow, actions: readonly Action<DeskState>[]): WindowView<DeskState> {
  const { order } = window
  const values = shownValues(window)
  const blocks: Block[] = [
    {
      type: 'fields',
      id: 'about',
      items: [
        { label: 'Customer', value: order.customer },
        { label: 'Status', value: order.status },
        { label: 'Placed on', value: order.placedOn },
      ],
    },
    {
      type: 'fields',
      id: 'form',
      items: DRAFT_FIELDS.map(field => ({ label: fieldLabel(field, order), value: values[field] })),
    },
    {
      type: 'table',
      id: 'lines',
      columns: ['Item', 'Quantity', 'Unit price', 'Line total'],
      rows: order.lines.map(({ item, quantity, unitCents }) => [
        item,
        quantity,
        formatMoney(unitCents, order.currency),
        formatMoney(quantity * unitCents, order.currency),
      ]),
    },
    ...notices(window),
  ]
  const unavailable = editorLocks(window)
  return { id: window.id, title: orderTitle(order), summary: summaryOf(window), blocks, actions, unavailable }
}

/** What can be done in an order editor. */
export const orderActions = (model: Model): readonly Action<DeskState>[] => [
  writing(
    model,
    {
      name: 'edit',
      title: 'Edit fields',
      description:
        'Edits one or more fields of the draft; what you leave out stays. If one value does not fit, nothing is edited. Call save or submit to keep the draft.',
      parameters: {
        recipient: text('recipient', 'Who gets the parcel; one line, not empty.'),
        address: text('address', 'Where it goes; not empty.'),
        amount: text(
          'amount',
          'The amount as a decimal such as "12.50": above 0, at most two decimals, without currency.',
        ),
        note: text('note', 'A note for the people who pack; may be empty.'),
      },
      idempotent: true,
    },
    call => edit(model, call, call.id, present(editsOf(call.args))),
  ),
  writing(
    model,
    {
      name: 'save',
      title: 'Save draft',
      description: 'Saves the unsaved changes to the order, without submitting it.',
      idempotent: true,
    },
    call => save(model, call, call.id),
  ),
  writing(
    model,
    {
      name: 'revert',
      title: 'Revert',
      description:
        'Drops the unsaved changes and shows the order as it is saved. They can not be brought back.',
      destructive: true,
      idempotent: true,
    },
    call => revert(model, call, call.id),
  ),
  writing(
    model,
    {
      name: 'submit',
      title: 'Submit order',
      description:
        'Checks every field, then opens a dialog that asks to confirm; the order is submitted by confirm in that dialog. Errors name the parameter of edit.',
    },
    call => submit(model, call, call.id),
  ),
  focusAction(model),
  closeAction(model, 'With unsaved changes a dialog asks first what becomes of them.'),
]

const text = (field: DraftField, description: string): JsonSchema => ({
  type: 'string',
  maxLength: MAX_LENGTHS[field],
  description,
})

const editsOf = (args: Parameters<typeof textOf>[0]): { [Name in DraftField]: string | undefined } => ({
  recipient: textOf(args, 'recipient'),
  address: textOf(args, 'address'),
  amount: textOf(args, 'amount'),
  note: textOf(args, 'note'),
})

function notices(window: OrderWindow): Block[] {
  const { order } = window
  const found: Block[] = window.errors.map(({ field, error }) => ({
    type: 'notice',
    id: `error-${field}`,
    severity: 'error',
    text: `${labelOf(field)}: ${error.charAt(0).toLowerCase()}${error.slice(1)}.`,
  }))
  if (isDirty(window))
    found.push({
      type: 'notice',
      id: 'unsaved',
      severity: 'warn',
      text: `Unsaved changes in ${names(changedFields(window))}.`,
    })
  if (order.status === 'shipped')
    found.push({
      type: 'notice',
      id: 'locked',
      severity: 'info',
      text: 'The order was shipped and can not be edited.',
    })
  const lines = order.lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  if (lines !== order.amountCents)
    found.push({
      type: 'notice',
      id: 'differs',
      severity: 'info',
      text: `The lines come to ${formatMoney(lines, order.currency)}, the saved amount is ${formatMoney(order.amountCents, order.currency)}.`,
    })
  return found
}

/** Does not name the order again: the title stands beside it. */
function summaryOf(window: OrderWindow): string {
  const { order, errors } = window
  const kind = order.status === 'draft' ? 'a draft' : order.status
  const changed = isDirty(window)
    ? `, unsaved changes in ${names(changedFields(window))}`
    : ', nothing unsaved'
  const wrong =
    errors.length === 0 ? '' : `; to correct: ${errors.map(({ field }) => labelOf(field)).join(', ')}`
  return `Of ${order.customer}, ${kind}${changed}${wrong}.`
}

function labelOf(name: string): string {
  const field = fieldNamed(name)
  return field ? FIELD_LABELS[field] : name
}

const names = (fields: readonly DraftField[]): string => fields.map(field => FIELD_LABELS[field]).join(', ')
