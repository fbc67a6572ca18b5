/** What is inside each kind of window, as elements (elements §5.7). */
import type { TreeElement } from '@copane/protocol/elements'
import { fieldLabel, orderTitle } from '../windows/order.js'
import { chartOf } from '../windows/chart.js'
import { DIALOG_TITLES } from '../windows/dialogs.js'
import { ORDERS_TITLE } from '../windows/orders.js'
import { REPORT_TITLE } from '../windows/report.js'
import { THREADS_TITLE } from '../windows/threads.js'
import { isDirty, shownValues } from '../model/editor.js'
import { formatMoney } from '../model/money.js'
import {
  DRAFT_FIELDS,
  PANES,
  type DeskWindow,
  type OrdersWindow,
  type OrderWindow,
  type ReportWindow,
  type SignInWindow,
} from '../model/state.js'
import { attributesOf, childrenOf, type Parts, rowOf, titleOf } from './parts.js'
import { paneElement } from './thread-elements.js'

/** A window's own title and subrole, and the elements in it. */
export type Contents = Pick<TreeElement, 'subrole' | 'title' | 'attributes' | 'children'>

/** Everything about a window but its id and states. */
export function contentsOf(parts: Parts, window: DeskWindow): Contents {
  switch (window.kind) {
    case 'orders':
      return { subrole: 'orders', title: ORDERS_TITLE, children: [ordersTable(parts, window)] }
    case 'order':
      return orderContents(parts, window)
    case 'report':
      return reportContents(parts, window)
    case 'threads':
      return {
        subrole: 'threads',
        title: THREADS_TITLE,
        children: PANES.map(pane => paneElement(parts, window, pane)),
      }
    case 'confirm-submit':
    case 'discard':
      return {
        subrole: window.kind,
        title: DIALOG_TITLES[window.kind],
        attributes: { related: [{ relation: 'owner', id: window.ownerId }] },
      }
    case 'sign-in':
      return { subrole: window.kind, title: DIALOG_TITLES[window.kind], children: [userField(parts, window)] }
    default:
      return window satisfies never
  }
}

/** A page of orders, a line each; only the orders the user points at have their cells (elements §5.7). */
function ordersTable(parts: Parts, { id, filter, rows, offset, total, selected }: OrdersWindow): TreeElement {
  const chosen = new Set(selected)
  const { focus } = parts.state
  const current = focus?.window === id && focus.spot.kind === 'row' ? focus.spot.number : undefined
  return {
    id: parts.id('table', 'orders'),
    role: 'Table',
    subrole: 'orders',
    attributes: attributesOf({ offset, total, text: filter.text || undefined, status: filter.status }),
    ...childrenOf(
      rows.map(row => {
        const { number, customer, recipient, amountCents, currency, status, placedOn } = row
        const amount = formatMoney(amountCents, currency)
        const element: TreeElement = {
          id: parts.id('order', String(number)),
          role: 'Row',
          subrole: 'order',
          title: titleOf(`${number} · ${customer} · ${amount} · ${status}`),
          ...(chosen.has(number) ? { selected: true } : {}),
        }
        const isPointedAt = chosen.has(number) || number === current
        const values = [number, customer, recipient, amount, status, placedOn]
        return parts.at(
          { kind: 'row', number },
          isPointedAt ? rowOf(parts, String(number), element, values) : element,
        )
      }),
    ),
  }
}

function orderContents(parts: Parts, window: OrderWindow): Contents {
  const { order } = window
  const values = shownValues(window)
  const fields = DRAFT_FIELDS.map(field =>
    parts.at(
      { kind: 'field', field },
      {
        id: parts.id('field', field),
        role: 'Text',
        subrole: field,
        title: fieldLabel(field, order),
        content: [{ type: 'text', text: values[field] }],
      },
    ),
  )
  const lines: TreeElement = {
    id: parts.id('table', 'lines'),
    role: 'Table',
    subrole: 'lines',
    title: 'Lines',
    ...childrenOf(
      order.lines.map(({ item, quantity, unitCents }, at) => {
        const line: TreeElement = {
          id: parts.id('lines', String(at)),
          role: 'Row',
          subrole: 'line',
          title: titleOf(item),
        }
        return rowOf(parts, `line/${at}`, line, [item, quantity, formatMoney(unitCents, order.currency)])
      }),
    ),
  }
  return {
    subrole: 'order',
    title: orderTitle(order),
    attributes: {
      number: order.number,
      customer: order.customer,
      status: order.status,
      unsaved: isDirty(window),
    },
    children: [...fields, lines],
  }
}

function reportContents(parts: Parts, { figures, behind }: ReportWindow): Contents {
  const { mimeType, base64, alt } = chartOf(figures)
  const chart: TreeElement = {
    id: parts.id('image', 'chart'),
    role: 'Image',
    subrole: 'chart',
    title: titleOf(alt),
    content: [
      { type: 'image', data: base64, mimeType },
      { type: 'text', text: alt },
    ],
  }
  const table: TreeElement = {
    id: parts.id('table', 'by-status'),
    role: 'Table',
    subrole: 'totals',
    title: 'Totals by status',
    ...childrenOf(
      figures.byStatus.map(({ status, currency, count, cents }) => {
        const key = `${status}/${currency}`
        const row: TreeElement = {
          id: parts.id('lines', key),
          role: 'Row',
          subrole: 'total',
          title: `${status}, ${currency}`,
        }
        return rowOf(parts, key, row, [status, currency, count, formatMoney(cents, currency)])
      }),
    ),
  }
  return {
    subrole: 'report',
    title: REPORT_TITLE,
    attributes: { orders: figures.orders, changesSince: behind },
    children: [table, chart],
  }
}

/** The password field is no element at all: nobody expects an agent to be handed it (EL-sec-no-surprise). */
const userField = (parts: Parts, window: SignInWindow): TreeElement =>
  parts.at(
    { kind: 'field', field: 'user' },
    {
      id: parts.id('field', 'user'),
      role: 'Text',
      subrole: 'user',
      title: 'User',
      content: [{ type: 'text', text: window.user }],
    },
  )
