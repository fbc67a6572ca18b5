/** Asks whether an order is to be handed in. */
import type { ReactNode } from 'react'
import { shownValues } from '../../../src/model/editor.js'
import { formatMoney, parseAmount } from '../../../src/model/money.js'
import type { ConfirmSubmitWindow } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { useOwner } from './use-owner.js'

/** The question whether to submit, with what would be submitted. */
export function ConfirmDialog({ window }: { window: ConfirmSubmitWindow }): ReactNode {
  const { perform } = useParts()
  const owner = useOwner(window)
  if (!owner) return null
  const { order } = owner
  const { recipient, address, amount: text } = shownValues(owner)
  const amount = parseAmount(text)
  return (
    <form
      className="question"
      onSubmit={event => {
        event.preventDefault()
        void perform({ act: 'confirm', window: window.id })
      }}
    >
      <p>Submit order {order.number}? Unsaved changes are saved with it.</p>
      <dl className="facts">
        <dt>Recipient</dt>
        <dd>{recipient}</dd>
        <dt>Address</dt>
        <dd>{address}</dd>
        <dt>Amount</dt>
        <dd>{amount.kind === 'cents' ? formatMoney(amount.cents, order.currency) : text}</dd>
      </dl>
      <div className="bar" role="toolbar" aria-label="Answer">
        <span className="spring" />
        <button type="button" onClick={() => void perform({ act: 'cancel', window: window.id })}>
          Cancel
        </button>
        <button type="submit" className="primary" data-autofocus>
          Submit
        </button>
      </div>
    </form>
  )
}
