/** The three dialogs as windows: confirm a submit, keep or discard a draft, sign in. */
import type { Action, WindowView } from '@copane/provider'
import { changedFields, FIELD_LABELS, shownValues, valuesOf } from '../model/editor.js'
import { formatMoney, parseAmount } from '../model/money.js'
import { confirmSubmit, discard, dismiss } from '../model/order-editor.js'
import { signIn } from '../model/session.js'
import type {
  ConfirmSubmitWindow,
  DeskState,
  DiscardWindow,
  OrderWindow,
  SignInWindow,
} from '../model/state.js'
import type { Model } from '../model/step.js'
import { present, textOf, writing } from './actions.js'

type Actions = readonly Action<DeskState>[]

/** Titles of the dialogs, by kind. */
export const DIALOG_TITLES = {
  'confirm-submit': 'Submit order?',
  discard: 'Unsaved changes',
  'sign-in': 'Sign in',
} as const

/** The question whether to submit, with what would be submitted. */
export function confirmView(
  window: ConfirmSubmitWindow,
  owner: OrderWindow,
  actions: Actions,
): WindowView<DeskState> {
  const { order } = owner
  const values = shownValues(owner)
  const amount = parseAmount(values.amount)
  return {
    id: window.id,
    title: DIALOG_TITLES[window.kind],
    modal: true,
    ownerId: window.ownerId,
    summary: `Asks whether to submit order ${order.number} of ${order.customer}.`,
    blocks: [
      {
        type: 'text',
        id: 'question',
        text: `Submit order ${order.number}? Unsaved changes are saved with it.`,
      },
      {
        type: 'fields',
        id: 'order',
        items: [
          { label: 'Recipient', value: values.recipient },
          { label: 'Address', value: values.address },
          {
            label: 'Amount',
            value: amount.kind === 'cents' ? formatMoney(amount.cents, order.currency) : values.amount,
          },
        ],
      },
    ],
    actions,
  }
}

/** The question what becomes of a draft, with what would be lost. */
export function discardView(
  window: DiscardWindow,
  owner: OrderWindow,
  actions: Actions,
): WindowView<DeskState> {
  const { order } = owner
  const saved = valuesOf(order)
  const values = shownValues(owner)
  return {
    id: window.id,
    title: DIALOG_TITLES[window.kind],
    modal: true,
    ownerId: window.ownerId,
    summary: `Asks whether to discard the edits to order ${order.number}.`,
    blocks: [
      { type: 'notice', id: 'warning', severity: 'warn', text: 'Discarded changes can not be brought back.' },
      {
        type: 'table',
        id: 'changes',
        columns: ['Field', 'Saved', 'Unsaved'],
        rows: changedFields(owner).map(field => [FIELD_LABELS[field], saved[field], values[field]]),
      },
    ],
    actions,
  }
}

/** The sign-in form; the password is marked, and masked before it leaves the app (D-41). */
export const signInView = (window: SignInWindow, actions: Actions): WindowView<DeskState> => ({
  id: window.id,
  title: DIALOG_TITLES[window.kind],
  modal: true,
  ownerId: null,
  summary: 'Nobody is signed in; the desk waits for a user and a password.',
  blocks: [
    {
      type: 'fields',
      id: 'form',
      items: [
        { label: 'User', value: window.user },
        { label: 'Password', value: window.password, sensitive: true },
      ],
    },
  ],
  actions,
})

/** What can be answered to the question whether to submit. */
export const confirmActions = (model: Model): Actions => [
  writing(
    model,
    {
      name: 'confirm',
      title: 'Submit',
      description: 'Saves the draft and submits the order. Only the user can take it back.',
      destructive: true,
    },
    call => confirmSubmit(model, call, call.id),
  ),
  writing(
    model,
    {
      name: 'cancel',
      title: 'Cancel',
      description: 'Closes this dialog and goes back to the editor; nothing is submitted.',
    },
    call => dismiss(model, call, call.id),
  ),
]

/** What can be answered to the question what becomes of a draft. */
export const discardActions = (model: Model): Actions => [
  writing(
    model,
    {
      name: 'discard',
      title: 'Discard and close',
      description: 'Drops the unsaved changes and closes the editor. They can not be brought back.',
      destructive: true,
    },
    call => discard(model, call, call.id),
  ),
  writing(
    model,
    {
      name: 'keep',
      title: 'Keep editing',
      description: 'Closes this dialog and keeps the editor with its changes.',
    },
    call => dismiss(model, call, call.id),
  ),
]

/** What can be done in the sign-in form. */
export const signInActions = (model: Model): Actions => [
  writing(
    model,
    {
      name: 'sign_in',
      title: 'Sign in',
      description: 'Signs a user in. Ask the user to type the password here; do not make one up.',
      parameters: {
        user: { type: 'string', maxLength: 200, description: 'The name of the user.' },
        password: { type: 'string', maxLength: 200, description: 'The password; never shown again.' },
      },
      required: ['user', 'password'],
    },
    call =>
      signIn(
        model,
        call,
        call.id,
        present({ user: textOf(call.args, 'user'), password: textOf(call.args, 'password') }),
      ),
  ),
]
