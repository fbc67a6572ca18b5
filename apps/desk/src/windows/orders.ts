/** A list of orders as a window: the page that is shown, and ways to find and open orders. */
import type { Block } from '@copane/protocol/bridge'
import type { Action, Reply, WindowView } from '@copane/provider'
import { ORDER_STATUSES, type OrderRow } from '../data/index.js'
import { formatAmount, formatMoney } from '../model/money.js'
import { openOrder } from '../model/opening.js'
import { filterOrders, goTo, PAGE_ROWS, selectRows } from '../model/orders-list.js'
import type { DeskState, OrdersWindow } from '../model/state.js'
import type { Model } from '../model/step.js'
import {
  numberOf,
  numbersOf,
  present,
  reading,
  TABLE_RESULT,
  textOf,
  WINDOW_RESULT,
  wordsOf,
  writing,
} from './actions.js'
import { closeAction, focusAction } from './common-actions.js'

/** The title of every list of orders. */
export const ORDERS_TITLE = 'Orders'

/** A list of orders, described. */
export function ordersView(
  window: OrdersWindow,
  actions: readonly Action<DeskState>[],
): WindowView<DeskState> {
  const { filter, offset, rows, total, selected } = window
  const blocks: Block[] = [
    {
      type: 'fields',
      id: 'filter',
      items: [
        { label: 'Text filter', value: filter.text },
        { label: 'Status filter', value: filter.status ?? '' },
      ],
    },
    // Before the rows: whoever reads with little room is told what the user chose (FR-1).
    ...chosen(selected),
    {
      type: 'table',
      id: 'orders',
      columns: ['Order', 'Customer', 'Recipient', 'Amount', 'Status', 'Placed on'],
      rows: rows.map(row => [
        row.number,
        row.customer,
        row.recipient,
        formatMoney(row.amountCents, row.currency),
        row.status,
        row.placedOn,
      ]),
      offset,
      total,
    },
  ]
  if (total === 0)
    blocks.push({ type: 'notice', id: 'none', severity: 'info', text: 'No order fits the filter.' })
  return { id: window.id, title: ORDERS_TITLE, summary: summaryOf(window), blocks, actions }
}

/** What can be done in a list of orders. */
export const ordersActions = (model: Model): readonly Action<DeskState>[] => [
  writing(
    model,
    {
      name: 'filter',
      title: 'Filter',
      description:
        'Shows only orders that contain a text (in number, customer or recipient) and have a status. What you leave out does not restrict; leave out both to show all orders.',
      parameters: {
        text: { type: 'string', maxLength: 100, description: 'Text to look for; case does not matter.' },
        status: { type: 'string', enum: [...ORDER_STATUSES], description: 'The status to show.' },
      },
      output: { type: 'object', properties: { total: { type: 'integer' } } },
      idempotent: true,
    },
    call =>
      filterOrders(
        model,
        call,
        call.id,
        present({ text: textOf(call.args, 'text'), status: textOf(call.args, 'status') }),
      ),
  ),
  writing(
    model,
    {
      name: 'go_to',
      title: 'Go to row',
      description: `Shows the ${PAGE_ROWS} rows from an offset on, within the present filter.`,
      parameters: {
        offset: { type: 'integer', minimum: 0, description: 'How many rows to skip; 0 is the first page.' },
      },
      required: ['offset'],
      idempotent: true,
    },
    call => goTo(model, call, call.id, numberOf(call.args, 'offset') ?? 0),
  ),
  writing(
    model,
    {
      name: 'select',
      title: 'Select rows',
      description:
        'Selects exactly these orders on the shown page, so the user sees them marked; an empty list selects none.',
      parameters: {
        numbers: {
          type: 'array',
          items: { type: 'integer' },
          maxItems: PAGE_ROWS,
          description: 'Order numbers on the shown page.',
        },
      },
      required: ['numbers'],
      idempotent: true,
    },
    call => selectRows(model, call, call.id, numbersOf(call.args, 'numbers')),
  ),
  writing(
    model,
    {
      name: 'open',
      title: 'Open order',
      description: 'Opens an order in an editor of its own.',
      parameters: { number: { type: 'integer', description: 'The number of the order.' } },
      required: ['number'],
      output: WINDOW_RESULT,
      idempotent: true,
    },
    call => openOrder(model, call, numberOf(call.args, 'number') ?? 0),
  ),
  loadOrders(model),
  focusAction(model),
  closeAction(model, 'Orders themselves are not touched.'),
]

const chosen = (selected: readonly number[]): Block[] =>
  selected.length > 0
    ? [{ type: 'list', id: 'selected', items: selected.map(number => `Order ${number}`) }]
    : []

const COLUMNS: { readonly [name: string]: (row: OrderRow) => string | number } = {
  number: row => row.number,
  customer: row => row.customer,
  recipient: row => row.recipient,
  address: row => row.address,
  amount: row => formatAmount(row.amountCents),
  currency: row => row.currency,
  status: row => row.status,
  placedOn: row => row.placedOn,
  note: row => row.note,
  revision: row => row.revision,
  updatedAt: row => row.updatedAt,
}

const DEFAULT_COLUMNS = ['number', 'customer', 'recipient', 'amount', 'currency', 'status']
const DEFAULT_ROWS = 100
const MAX_ROWS = 500

const loadOrders = (model: Model): Action<DeskState> =>
  reading(
    {
      name: 'load_orders',
      title: 'Load orders',
      description: `Gives rows of the whole table of orders, whatever this window's filter, by number. Changes nothing. Call again with a larger offset until you have total rows.`,
      parameters: {
        offset: { type: 'integer', minimum: 0, description: 'How many orders to skip; 0 when left out.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_ROWS,
          description: `How many orders to give; ${DEFAULT_ROWS} when left out.`,
        },
        columns: {
          type: 'array',
          items: { type: 'string', enum: Object.keys(COLUMNS) },
          minItems: 1,
          description: `Which columns to give; ${DEFAULT_COLUMNS.join(', ')} when left out.`,
        },
      },
      output: TABLE_RESULT,
    },
    ({ args }): Reply => {
      const offset = Math.max(0, numberOf(args, 'offset') ?? 0)
      const limit = Math.min(MAX_ROWS, Math.max(1, numberOf(args, 'limit') ?? DEFAULT_ROWS))
      const wanted = wordsOf(args, 'columns')
      const columns = wanted.length > 0 ? wanted : DEFAULT_COLUMNS
      const { rows, total } = model.data.orders.page({ text: '' }, offset, limit)
      const cells = rows.map(row => columns.map(name => COLUMNS[name]?.(row) ?? null))
      return {
        kind: 'done',
        message: `${rows.length} of ${total} orders.`,
        result: { columns, rows: cells, offset, total },
      }
    },
  )

function summaryOf({ filter, offset, rows, total, selected }: OrdersWindow): string {
  const restriction = [
    ...(filter.status === undefined ? [] : [`with status ${filter.status}`]),
    ...(filter.text.trim() === '' ? [] : [`that contain "${filter.text.trim()}"`]),
  ].join(' ')
  const which = restriction === '' ? '' : ` ${restriction}`
  if (total === 0) return `No rows${which}.`
  const marked = selected.length === 0 ? '' : `; ${selected.length} selected`
  return `Rows ${offset + 1} to ${offset + rows.length} of ${total}${which}${marked}.`
}
