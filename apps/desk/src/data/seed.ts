/** Fills an empty desk file with made-up customers, orders and threads, the same ones every time. */
import type { DatabaseSync } from 'node:sqlite'
import { searchText } from './orders.js'
import { createDraw, type Draw } from './random.js'
import {
  AUTHORS,
  ITEMS,
  NAME_ENDS,
  NAME_STARTS,
  NOTES,
  RECIPIENTS,
  REMARKS,
  STREETS,
  TOPICS,
  TOWNS,
} from './seed-words.js'
import type { OrderStatus } from './types.js'

/** The number of the first order. */
export const FIRST_NUMBER = 10_001

/** How many orders a new desk has. */
export const SEEDED_ORDERS = 10_000

const THREADS = 60
const MS_PER_DAY = 86_400_000
const FIRST_DAY = Date.UTC(2025, 0, 1)

/**
 * Writes everything; runs inside the caller's transaction.
 *
 * Shape   numbers from 10001 on, spread evenly over the year 2025. 10001 and 10042 are complete drafts, 10002 is a
 *         draft without recipient, 10003 submitted, 10004 shipped; thread 1 is "Launch plan", thread 2 "Budget".
 */
export function seedDesk(db: DatabaseSync, orders: number): void {
  const draw = createDraw(20_250_101)
  const customers = seedCustomers(db, draw)
  seedOrders(db, draw, customers, orders)
  seedThreads(db, draw)
}

type Customer = { id: number; name: string; currency: string }

function seedCustomers(db: DatabaseSync, draw: Draw): readonly [Customer, ...Customer[]] {
  const insert = db.prepare('INSERT INTO customers (id, name) VALUES (?, ?)')
  const customers = NAME_ENDS.flatMap((end, at) =>
    NAME_STARTS.map((start, below) => ({
      id: at * NAME_STARTS.length + below + 1,
      name: `${start} ${end} Demo Ltd`,
      currency: draw.oneOf(['EUR', 'EUR', 'EUR', 'CHF', 'USD']),
    })),
  )
  for (const { id, name } of customers) insert.run(id, name)
  const [first, ...others] = customers
  if (!first) throw new Error('no words to name a customer with')
  return [first, ...others]
}

function seedOrders(
  db: DatabaseSync,
  draw: Draw,
  customers: readonly [Customer, ...Customer[]],
  count: number,
): void {
  const insert =
    db.prepare(`INSERT INTO orders (number, customer_id, recipient, address, amount_cents, currency,
    status, placed_on, note, revision, updated_at, search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`)
  const insertLine = db.prepare(
    'INSERT INTO order_lines (order_number, position, item, quantity, unit_cents) VALUES (?, ?, ?, ?, ?)',
  )
  for (let at = 0; at < count; at++) {
    const number = FIRST_NUMBER + at
    const { id, name, currency } = draw.oneOf(customers)
    const lines = Array.from({ length: 1 + draw.below(3) }, () => ({
      item: draw.oneOf(ITEMS),
      quantity: 1 + draw.below(12),
      unitCents: 95 + 5 * draw.below(800),
    }))
    const cents = lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
    const status = statusOf(at, draw)
    const isIncomplete =
      FIXED_STATUSES[at] === undefined ? status === 'draft' && draw.below(7) === 0 : at === 1
    const recipient = isIncomplete ? '' : draw.oneOf(RECIPIENTS)
    const address = `${1 + draw.below(180)} ${draw.oneOf(STREETS)}, ${draw.oneOf(TOWNS)}`
    const day = new Date(FIRST_DAY + Math.floor((at * 365) / count) * MS_PER_DAY).toISOString()
    insert.run(
      number,
      id,
      recipient,
      address,
      cents,
      currency,
      status,
      day.slice(0, 10),
      draw.oneOf(NOTES),
      day,
      searchText(number, name, recipient),
    )
    lines.forEach((line, position) =>
      insertLine.run(number, position, line.item, line.quantity, line.unitCents),
    )
  }
}

const FIXED_STATUSES: { readonly [at: number]: OrderStatus } = {
  0: 'draft',
  1: 'draft',
  2: 'submitted',
  3: 'shipped',
  41: 'draft',
}

function statusOf(at: number, draw: Draw): OrderStatus {
  const chance = draw.below(100)
  return FIXED_STATUSES[at] ?? (chance < 10 ? 'draft' : chance < 30 ? 'submitted' : 'shipped')
}

type Remark = readonly [author: string, text: string]

const FIXED_THREADS: readonly (readonly [title: string, remarks: readonly Remark[]])[] = [
  [
    'Launch plan',
    [
      ['Ben', 'The new order page goes live in the first week of March.'],
      ['Ada', 'The first screen is all most people see, so what it shows decides whether they stay.'],
      ['Cleo', 'Then let us show the open orders first and the totals below.'],
    ],
  ],
  [
    'Budget',
    [
      ['Edda', 'Packaging is over by a tenth this quarter.'],
      ['Ada', 'I would rather order fewer, larger boxes.'],
    ],
  ],
]

function seedThreads(db: DatabaseSync, draw: Draw): void {
  const insert = db.prepare('INSERT INTO threads (id, title) VALUES (?, ?)')
  const comment = db.prepare(
    'INSERT INTO comments (thread_id, author, text, written_at, revision) VALUES (?, ?, ?, ?, 1)',
  )
  for (let at = 0; at < THREADS; at++) {
    const round = Math.floor((at - FIXED_THREADS.length) / TOPICS.length) + 1
    const [title, remarks] = FIXED_THREADS[at] ?? [
      `${TOPICS[(at - FIXED_THREADS.length) % TOPICS.length] ?? 'Notes'} ${round}`,
      Array.from({ length: 2 + draw.below(6) }, (): Remark => [draw.oneOf(AUTHORS), draw.oneOf(REMARKS)]),
    ]
    insert.run(at + 1, title)
    remarks.forEach(([author, text], minute) =>
      comment.run(
        at + 1,
        author,
        text,
        new Date(FIRST_DAY + at * MS_PER_DAY + minute * 60_000).toISOString(),
      ),
    )
  }
}
