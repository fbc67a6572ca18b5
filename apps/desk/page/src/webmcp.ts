/** Offers the desk to agents that come through the browser, where the browser has WebMCP. */
import { changedFields, shownValues } from '../../src/model/editor.js'
import { formatMoney } from '../../src/model/money.js'
import type { UserAct } from '../../src/model/act-table.js'
import { DRAFT_FIELDS } from '../../src/model/state.js'
import type { OrderRow } from '../../src/data/types.js'
import type { PageWindow } from '../../src/page/protocol.js'
import type { Client, Outcome } from './wire/client.js'

type Args = { readonly [name: string]: unknown }
type Answer = { content: { type: 'text'; text: string }[] }
type Tool = {
  name: string
  description: string
  inputSchema: object
  execute: (args: Args) => Promise<Answer>
}
type ModelContext = { registerTool(tool: Tool): unknown }

/** Registers the desk's tools; what they do is done by the page, as its user would. */
export function offerTools(client: Client): void {
  const context = contextOf(navigator) ?? contextOf(document)
  for (const tool of context ? toolsOf(client) : []) context?.registerTool(tool)
}

const contextOf = (place: object): ModelContext | undefined =>
  'modelContext' in place && hasRegister(place.modelContext) ? place.modelContext : undefined

const hasRegister = (value: unknown): value is ModelContext =>
  typeof value === 'object' && value !== null && 'registerTool' in value

const toolsOf = (client: Client): Tool[] => [
  tool(
    'read_windows',
    'The open windows, a line each; of one window all that it shows, what is unsaved, wrong and selected.',
    { window: TEXT },
    async ({ window }) => {
      const { windows } = client.read().desk
      return window === undefined ? windows.map(head) : windows.filter(({ id }) => id === window).map(facts)
    },
  ),
  tool('open_order', 'Opens an order in an editor.', { number: INTEGER }, ({ number }) =>
    acting(client, { act: 'openOrder', number: Number(number) }),
  ),
  tool(
    'edit_order',
    'Edits fields of the draft in an editor; what you leave out stays.',
    { window: TEXT, recipient: TEXT, address: TEXT, amount: TEXT, note: TEXT },
    args => edit(client, String(args.window), args),
  ),
  tool(
    'submit',
    'Checks an order, then opens a dialog that asks to confirm.',
    { window: TEXT },
    ({ window }) => acting(client, { act: 'submit', window: String(window) }),
  ),
  tool('confirm', 'Confirms what a dialog asks.', { window: TEXT }, ({ window }) =>
    acting(client, { act: 'confirm', window: String(window) }),
  ),
  tool(
    'load_orders',
    'Rows of the table of orders, by number.',
    { offset: INTEGER, limit: INTEGER },
    async ({ offset = 0, limit = 100 }) => {
      const wanted = new URLSearchParams({ offset: String(offset), limit: String(limit) })
      const rows: OrderRow[] = await fetch(`/orders.json?${wanted}`).then(response => response.json())
      return rows.map(cells)
    },
  ),
]

/** Acts, and names the windows that opened by it. */
async function acting(client: Client, act: UserAct): Promise<object> {
  const before = new Set(client.read().desk.windows.map(({ id }) => id))
  const outcome = await client.act(act)
  const openedWindowIds = client.read().desk.windows.flatMap(({ id }) => (before.has(id) ? [] : [id]))
  return openedWindowIds.length > 0 ? { ...outcome, openedWindowIds } : outcome
}

/** Types into fields, one after the other, and tells what does not fit. */
async function edit(client: Client, window: string, args: Args): Promise<object> {
  let outcome: Outcome = { kind: 'invalid', fields: [{ field: 'recipient', error: 'Give a field' }] }
  for (const field of DRAFT_FIELDS) {
    const text = args[field]
    if (typeof text !== 'string') continue
    outcome = await client.act({ act: 'type', window, field, text })
    if (outcome.kind !== 'done') return outcome
  }
  const shown = client.read().desk.windows.find(({ id }) => id === window)?.shown
  return shown?.kind === 'order' && shown.errors.length > 0 ? { ...outcome, errors: shown.errors } : outcome
}

const TEXT = { type: 'string' }
const INTEGER = { type: 'integer' }

const tool = (
  name: string,
  description: string,
  properties: object,
  run: (args: Args) => Promise<unknown>,
): Tool => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
  execute: async args => ({ content: [{ type: 'text', text: JSON.stringify(await run(args)) }] }),
})

const cells = ({ number, customer, recipient, amountCents, currency, status, placedOn }: OrderRow) => [
  number,
  customer,
  recipient,
  formatMoney(amountCents, currency),
  status,
  placedOn,
]

const head = ({ id, title, blockedBy, shown }: PageWindow) => ({
  id,
  title,
  ...(blockedBy === undefined ? {} : { blockedBy }),
  ...(shown.kind === 'orders' ? { total: shown.total, selected: shown.selected } : {}),
  ...(shown.kind === 'order' ? { status: shown.order.status, unsaved: changedFields(shown) } : {}),
})

function facts(window: PageWindow): object {
  const { shown } = window
  if (shown.kind === 'orders') return { ...head(window), offset: shown.offset, rows: shown.rows.map(cells) }
  if (shown.kind !== 'order') return head(window)
  const { order, errors } = shown
  const { customer, placedOn, lines } = order
  return { ...head(window), customer, placedOn, ...shownValues(shown), lines, errors }
}
