/** A list of orders: looking for them, paging through them, opening them. */
import { type ReactNode, useId } from 'react'
import { ORDER_STATUSES } from '../../../src/data/types.js'
import type { OrdersWindow } from '../../../src/model/state.js'
import { useDraft } from '../drafts/use-draft.js'
import { useParts } from '../wire/hooks.js'
import { OrdersTable } from './orders-table.js'

const PAGE_ROWS = 20

/** A list of orders. */
export function OrdersList({ window }: { window: OrdersWindow }): ReactNode {
  const { perform } = useParts()
  const { id, filter, offset, rows, total, selected } = window
  const { live, input } = useDraft(id, 'filter')
  const statusId = useId()
  const isRestricted = filter.text !== '' || filter.status !== undefined
  const filterBy = (text: string, status: string) =>
    perform({ act: 'filter', window: id, text, ...(status === '' ? {} : { status }) })
  const goTo = (to: number) => perform({ act: 'goTo', window: id, offset: to })
  const last = Math.min(offset + rows.length, total)
  return (
    <div className="list">
      <form
        className="filters"
        role="search"
        aria-label="Filter orders"
        onSubmit={event => event.preventDefault()}
      >
        <input
          type="search"
          placeholder="Number, customer or recipient"
          aria-label="Filter by text"
          data-spot="field:filter"
          data-copane-subrole="filter"
          data-autofocus
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          {...input}
        />
        <label htmlFor={statusId}>Status</label>
        <select
          id={statusId}
          value={filter.status ?? ''}
          onChange={({ target }) => void filterBy(live.text, target.value)}
        >
          <option value="">All</option>
          {ORDER_STATUSES.map(status => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </select>
      </form>
      {rows.length > 0 ? (
        <OrdersTable window={window} goTo={goTo} />
      ) : (
        <div className="empty">
          <p>{isRestricted ? 'No order fits the filter.' : 'There are no orders yet.'}</p>
          {isRestricted && (
            <button type="button" onClick={() => void filterBy('', '')}>
              Show all orders
            </button>
          )}
        </div>
      )}
      <div className="bar" role="toolbar" aria-label="Pages">
        <span className="count" role="status">
          {total === 0 ? 'No orders' : `${grouped(offset + 1)}–${grouped(last)} of ${grouped(total)}`}
          {selected.length > 1 && ` · ${selected.length} selected`}
        </span>
        <span className="spring" />
        <button type="button" disabled={offset === 0} onClick={() => void goTo(0)}>
          First
        </button>
        <button
          type="button"
          disabled={offset === 0}
          onClick={() => void goTo(Math.max(0, offset - PAGE_ROWS))}
        >
          Previous
        </button>
        <button type="button" disabled={last >= total} onClick={() => void goTo(offset + PAGE_ROWS)}>
          Next
        </button>
        <button
          type="button"
          className="primary"
          disabled={selected.length === 0}
          onClick={() => void Promise.all(selected.map(number => perform({ act: 'openOrder', number })))}
        >
          Open
        </button>
      </div>
    </div>
  )
}

const grouped = (count: number): string => count.toLocaleString('en')
