/** What the desk keeps: orders of customers, and threads of comments. */

/** How far an order is: being written, handed in, sent. */
export const ORDER_STATUSES = ['draft', 'submitted', 'shipped'] as const

/** One of the three. */
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** One position of an order. Units: cents of the order's currency, per piece. */
export type OrderLine = { item: string; quantity: number; unitCents: number }

/** An order without its lines; `placedOn` is a date, `updatedAt` a moment, both ISO 8601. */
export type OrderRow = {
  number: number
  customer: string
  recipient: string
  address: string
  amountCents: number
  currency: string
  status: OrderStatus
  placedOn: string
  note: string
  revision: number
  updatedAt: string
}

/** An order as an editor needs it. */
export type Order = OrderRow & { lines: readonly OrderLine[] }

/** What can be changed about an order. */
export type OrderContent = Pick<Order, 'recipient' | 'address' | 'amountCents' | 'note' | 'status'>

/** Which orders a list shows; '' and undefined mean all. */
export type OrderFilter = { text: string; status?: OrderStatus }

/** Some orders by number, and how many there are in all. */
export type OrderPage = { rows: readonly OrderRow[]; total: number }

/** How many orders, and what they come to. */
export type Total = { count: number; cents: number; currency: string }

/** The five figures of a box plot. Units: cents. */
export type Spread = {
  currency: string
  lowest: number
  quarter: number
  middle: number
  threeQuarters: number
  highest: number
}

/** What a report shows; `month` is `YYYY-MM`. */
export type ReportFigures = {
  orders: number
  byStatus: readonly (Total & { status: OrderStatus })[]
  byMonth: readonly (Total & { month: string })[]
  spread: readonly Spread[]
}

/** A thread in the list of threads. */
export type ThreadTitle = { id: number; title: string; comments: number }

/** One comment; `revision` rises with every edit. */
export type Comment = { id: number; author: string; text: string; writtenAt: string; revision: number }

/** A thread with its comments, oldest first. */
export type Thread = { id: number; title: string; comments: readonly Comment[] }
