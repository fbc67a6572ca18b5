/** Totals of all orders: tables, the orders of each month, and how amounts spread. */
import type { ReactNode } from 'react'
import { formatMoney } from '../../../src/model/money.js'
import type { ReportWindow } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { MonthBars } from './month-bars.js'
import { SpreadBoxes } from './spread-boxes.js'

/** A report; it says when it no longer tells of the present. */
export function Report({ window }: { window: ReportWindow }): ReactNode {
  const { perform } = useParts()
  const { figures, behind } = window
  return (
    <div className="report-body">
      <div className="scroll" data-scroll tabIndex={0} role="group" aria-label="Figures">
        <h3>Orders by month</h3>
        {figures.orders === 0 ? (
          <p className="hint">There are no orders to count.</p>
        ) : (
          <MonthBars figures={figures} />
        )}
        <h3>By status</h3>
        <Sums
          name="Totals by status"
          subrole="totals"
          first="Status"
          rows={figures.byStatus.map(({ status, ...total }) => ({ name: status, ...total }))}
        />
        <h3>Amounts</h3>
        <SpreadBoxes figures={figures} />
        <h3>By month</h3>
        <Sums
          name="Totals by month"
          subrole="months"
          first="Month"
          rows={figures.byMonth.map(({ month, ...total }) => ({ name: month, ...total }))}
        />
      </div>
      <div className="bar" role="toolbar" aria-label="Report">
        <span className={behind > 0 ? 'count behind' : 'count'} role="status">
          {figures.orders.toLocaleString('en')} orders counted
          {behind > 0 && ` · ${behind === 1 ? '1 change' : `${behind} changes`} since`}
        </span>
        <span className="spring" />
        <button
          type="button"
          className={behind > 0 ? 'primary' : ''}
          data-autofocus
          onClick={() => void perform({ act: 'refresh', window: window.id })}
        >
          Count again
        </button>
      </div>
    </div>
  )
}

type SumsProps = {
  name: string
  subrole: string
  first: string
  rows: readonly { name: string; currency: string; count: number; cents: number }[]
}

const Sums = ({ name, subrole, first, rows }: SumsProps): ReactNode => (
  <table aria-label={name} data-copane-subrole={subrole}>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">Currency</th>
        <th scope="col" className="number">
          Orders
        </th>
        <th scope="col" className="number">
          Sum
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr
          key={`${row.name}/${row.currency}`}
          aria-label={`${row.name}, ${row.currency}`}
          data-copane-subrole="total"
        >
          <td>{row.name}</td>
          <td>{row.currency}</td>
          <td className="number">{row.count.toLocaleString('en')}</td>
          <td className="number">{formatMoney(row.cents, row.currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
