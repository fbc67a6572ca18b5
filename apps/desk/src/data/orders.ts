/** Reads and writes orders. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { numberIn, type Row, textIn } from './rows.js'
import {
  type Order,
  ORDER_STATUSES,
  type OrderContent,
  type OrderFilter,
  type OrderPage,
  type OrderRow,
  type OrderStatus,
} from './types.js'

/** The orders of an open desk file. */
export type Orders = {
  /** Some of the orders that a filter lets through, by number. */
  page(filter: OrderFilter, offset: number, limit: number): OrderPage
  get(number: number): Order | undefined
  /**
   * Changes an order and raises its revision.
   *
   * Errors  throws when the order's revision is not the given one: the caller looked at another state.
   */
  update(number: number, revision: number, content: OrderContent): Order
}

/** What a filter looks into, in lower case. */
export const searchText = (number: number, customer: string, recipient: string): string =>
  `${number} ${customer} ${recipient}`.normalize('NFC').toLowerCase()

const COLUMNS = `number, name AS customer, recipient, address, amount_cents, currency, status, placed_on, note,
  revision, updated_at`

/** Gives access to the orders; `now` says when a change happens. */
export function createOrders(db: DatabaseSync, now: () => Date): Orders {
  const cached = createStatements(db)
  const one = db.prepare(`SELECT ${COLUMNS} FROM orders JOIN customers ON id = customer_id WHERE number = ?`)
  const lines = db.prepare(
    'SELECT item, quantity, unit_cents FROM order_lines WHERE order_number = ? ORDER BY position',
  )
  const write =
    db.prepare(`UPDATE orders SET recipient = ?, address = ?, amount_cents = ?, note = ?, status = ?,
    revision = revision + 1, updated_at = ?, search = ? WHERE number = ? AND revision = ?`)

  const get = (number: number): Order | undefined => {
    const row = one.get(number)
    return row && { ...orderRow(row), lines: lines.all(number).map(orderLine) }
  }

  return {
    get,
    page(filter, offset, limit) {
      const { where, values } = conditions(filter)
      const count = cached(`SELECT count(*) AS total FROM orders ${where}`).get(...values)
      const rows = cached(
        `SELECT ${COLUMNS} FROM orders JOIN customers ON id = customer_id ${where} ORDER BY number LIMIT ? OFFSET ?`,
      ).all(...values, limit, offset)
      return { rows: rows.map(orderRow), total: numberIn(count, 'total') }
    },
    update(number, revision, content) {
      const { recipient, address, amountCents, note, status } = content
      const customer = textIn(one.get(number), 'customer')
      const search = searchText(number, customer, recipient)
      const at = now().toISOString()
      const written = write.run(recipient, address, amountCents, note, status, at, search, number, revision)
      const order = get(number)
      if (written.changes !== 1 || !order)
        throw new Error('an order was changed from a revision it no longer has')
      return order
    },
  }
}

/** The few statements that differ only by which conditions a filter has, each prepared once. */
function createStatements(db: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return sql => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
}

function conditions({ text, status }: OrderFilter): { where: string; values: string[] } {
  const wanted = text.trim().normalize('NFC').toLowerCase()
  const tests = [
    ...(status === undefined ? [] : [{ sql: 'status = ?', value: status }]),
    ...(wanted === '' ? [] : [{ sql: 'instr(search, ?) > 0', value: wanted }]),
  ]
  const where = tests.length === 0 ? '' : `WHERE ${tests.map(test => test.sql).join(' AND ')}`
  return { where, values: tests.map(test => test.value) }
}

const orderRow = (row: Row): OrderRow => ({
  number: numberIn(row, 'number'),
  customer: textIn(row, 'customer'),
  recipient: textIn(row, 'recipient'),
  address: textIn(row, 'address'),
  amountCents: numberIn(row, 'amount_cents'),
  currency: textIn(row, 'currency'),
  status: statusIn(row),
  placedOn: textIn(row, 'placed_on'),
  note: textIn(row, 'note'),
  revision: numberIn(row, 'revision'),
  updatedAt: textIn(row, 'updated_at'),
})

const orderLine = (row: Row) => ({
  item: textIn(row, 'item'),
  quantity: numberIn(row, 'quantity'),
  unitCents: numberIn(row, 'unit_cents'),
})

/** The status in a row. Errors: throws on a word that the table's own check rules out. */
export function statusIn(row: Row): OrderStatus {
  const status = ORDER_STATUSES.find(known => known === row.status)
  if (!status) throw new Error('an order has a status that the desk does not know')
  return status
}
