/** Counts the orders for a report. */
import type { DatabaseSync } from 'node:sqlite'
import { statusIn } from './orders.js'
import { numberIn, type Row, textIn } from './rows.js'
import type { ReportFigures, Spread, Total } from './types.js'

/** Gives the function that counts all orders as they are now. */
export function createReport(db: DatabaseSync): () => ReportFigures {
  const byStatus =
    db.prepare(`SELECT status, currency, count(*) AS count, sum(amount_cents) AS cents FROM orders
    GROUP BY status, currency ORDER BY status, currency`)
  const byMonth = db.prepare(`SELECT substr(placed_on, 1, 7) AS month, currency, count(*) AS count,
    sum(amount_cents) AS cents FROM orders GROUP BY month, currency ORDER BY month, currency`)
  const ranked = db.prepare(
    'SELECT amount_cents FROM orders WHERE currency = ? ORDER BY amount_cents LIMIT 1 OFFSET ?',
  )
  const counts = db.prepare(
    'SELECT currency, count(*) AS count FROM orders GROUP BY currency ORDER BY currency',
  )

  const spread = (row: Row): Spread => {
    const currency = textIn(row, 'currency')
    const last = numberIn(row, 'count') - 1
    const at = (part: number): number =>
      numberIn(ranked.get(currency, Math.round(last * part)), 'amount_cents')
    return {
      currency,
      lowest: at(0),
      quarter: at(0.25),
      middle: at(0.5),
      threeQuarters: at(0.75),
      highest: at(1),
    }
  }

  return () => {
    const statuses = byStatus.all().map(row => ({ ...total(row), status: statusIn(row) }))
    return {
      orders: statuses.reduce((sum, { count }) => sum + count, 0),
      byStatus: statuses,
      byMonth: byMonth.all().map(row => ({ ...total(row), month: textIn(row, 'month') })),
      spread: counts.all().map(spread),
    }
  }
}

const total = (row: Row): Total => ({
  count: numberIn(row, 'count'),
  cents: numberIn(row, 'cents'),
  currency: textIn(row, 'currency'),
})
