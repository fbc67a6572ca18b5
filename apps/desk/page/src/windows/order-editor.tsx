/** An order: its fields, its lines, and what can be done with it. */
import type { ReactNode } from 'react'
import { changedFields, FIELD_LABELS } from '../../../src/model/editor.js'
import { formatMoney } from '../../../src/model/money.js'
import type { OrderWindow } from '../../../src/model/state.js'
import { DraftField } from '../drafts/draft-field.js'
import { useParts } from '../wire/hooks.js'

type Props = { window: OrderWindow; locks: { readonly [action: string]: string } }

/** An editor of one order. */
export function OrderEditor({ window, locks }: Props): ReactNode {
  const { perform } = useParts()
  const { id, order } = window
  const isLocked = locks.edit !== undefined
  const does = (act: 'save' | 'revert' | 'submit') => () => {
    if (locks[act] === undefined) void perform({ act, window: id })
  }
  return (
    <form
      className="editor"
      aria-label={`Order ${order.number}`}
      onSubmit={event => event.preventDefault()}
      onKeyDown={event => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void perform({ act: 'save', window: id })
      }}
    >
      <div className="scroll" data-scroll>
        <dl className="facts">
          <dt>Customer</dt>
          <dd>{order.customer}</dd>
          <dt>Status</dt>
          <dd>
            <span className={`status ${order.status}`}>{order.status}</span>
          </dd>
          <dt>Placed on</dt>
          <dd>{order.placedOn}</dd>
        </dl>
        {isLocked && <p className="hint">{locks.edit}; it can not be edited.</p>}
        <div className="fields">
          <DraftField
            window={window}
            field="recipient"
            label={FIELD_LABELS.recipient}
            isLocked={isLocked}
            isFirst
          />
          <DraftField
            window={window}
            field="amount"
            label={`${FIELD_LABELS.amount} (${order.currency})`}
            isLocked={isLocked}
          />
          <DraftField
            window={window}
            field="address"
            label={FIELD_LABELS.address}
            lines={2}
            isLocked={isLocked}
          />
          <DraftField window={window} field="note" label={FIELD_LABELS.note} lines={3} isLocked={isLocked} />
        </div>
        <OrderLines window={window} />
      </div>
      <div className="bar" role="toolbar" aria-label="Order">
        <span className="count" role="status">
          {unsavedSentence(window)}
        </span>
        <span className="spring" />
        <Act name="Revert" lock={locks.revert} onClick={does('revert')} />
        <Act name="Save" lock={locks.save} onClick={does('save')} />
        <Act name="Submit…" lock={locks.submit} onClick={does('submit')} isPrimary />
      </div>
    </form>
  )
}

type ActProps = { name: string; lock: string | undefined; onClick: () => void; isPrimary?: boolean }

/** A button that stays within reach of the keyboard when it can't be used, and says why. */
const Act = ({ name, lock, onClick, isPrimary }: ActProps): ReactNode => (
  <button
    type="button"
    className={isPrimary ? 'primary' : ''}
    aria-disabled={lock !== undefined}
    title={lock}
    onClick={onClick}
  >
    {name}
  </button>
)

function OrderLines({ window: { order } }: { window: OrderWindow }): ReactNode {
  const cents = order.lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  return (
    <>
      <table className="lines" aria-label="Lines" data-copane-subrole="lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              Unit price
            </th>
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ item, quantity, unitCents }, at) => (
            <tr key={at} aria-label={item} data-copane-subrole="line">
              <td>{item}</td>
              <td className="number">{quantity}</td>
              <td className="number">{formatMoney(unitCents, order.currency)}</td>
              <td className="number">{formatMoney(quantity * unitCents, order.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cents !== order.amountCents && (
        <p className="hint">
          The lines come to {formatMoney(cents, order.currency)}, the saved amount is{' '}
          {formatMoney(order.amountCents, order.currency)}.
        </p>
      )}
    </>
  )
}

function unsavedSentence(window: OrderWindow): string {
  const names = changedFields(window).map(field => FIELD_LABELS[field].toLowerCase())
  return names.length === 0 ? 'Nothing unsaved' : `Unsaved: ${names.join(', ')}`
}
