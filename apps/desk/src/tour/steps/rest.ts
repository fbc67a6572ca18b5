/** The last steps: large data, other clients, a stopped agent, a crash. */
import { openLedger } from '@copane/host'
import { isRecord } from '@copane/protocol/findings'
import { discover, openApp, readApp } from '@copane/host/node'
import { expect, fail, outcome } from '../expect.js'
import { call, need, ORDER, READ_MS, type Scene, succeed, valueOf, windowOf, windowsOf } from '../scene.js'

/** Row 9,000 comes from a read-only action; the snapshot holds a page and the total. */
export async function readRow9000(scene: Scene): Promise<string> {
  const { windows } = await windowsOf(scene)
  const orders =
    windows.find(window => window.title.startsWith('Orders')) ?? fail('no window shows the orders')
  const table = orders.blocks.find(block => block.type === 'table')
  if (table?.type !== 'table') return fail('the list of orders shows no table')
  expect(table.rows.length <= 50, `the snapshot holds ${table.rows.length} rows`)
  expect((table.total ?? 0) >= 10_000, `the table’s total is ${table.total ?? 'missing'}`)
  const { result } = await succeed(scene, orders.id, 'load_orders', { offset: 8999, limit: 1 })
  const rows: unknown = result?.rows
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  const number = isRecord(row) ? row.number : Array.isArray(row) ? row[0] : undefined
  expect(number === 19_000, `row 9,000 is order ${String(number)}`)
  return `order ${number}; the snapshot shows ${table.rows.length} of ${table.total ?? 0} rows`
}

/** Two other clients, one of each era, heard of every commit since they began to listen. */
export async function askTheOthers(scene: Scene): Promise<string> {
  const ears = need(scene, 'ears')
  const { windows } = await windowsOf(scene)
  const orders =
    windows.find(window => window.title.startsWith('Orders')) ?? fail('no window shows the orders')
  const most = Math.max(...ears.map(ear => ear.heard.updated))
  for (const ear of ears) await ear.hears(Math.max(most, COMMITS), LIST_CHANGES)
  const before = ears.map(ear => ear.heard.updated)
  await scene.user.filterOrders(orders.id, 'harbour')
  await Promise.all(ears.map((ear, at) => ear.hears((before[at] ?? 0) + 1, LIST_CHANGES)))
  const counts = ears.map(ear => `${ear.era} ${ear.heard.updated}+${ear.heard.listChanged}`)
  expect(
    new Set(ears.map(ear => ear.heard.updated)).size === 1,
    `they heard different numbers: ${counts.join(', ')}`,
  )
  return `updates+list changes heard: ${counts.join(', ')}`
}

/** How many commits of the tour so far changed what is shown, and how many the list of actions. */
const COMMITS = 10
const LIST_CHANGES = 5

/** The user stops the agent: its writes are refused with the reason, until the user allows it again. */
export async function stopTheAgent(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  await scene.user.stopClient('tour agent')
  const stopped = outcome(await call(scene, editor, 'focus'), 'failed', 'a call of a stopped client')
  expect(stopped.error.code === 'action_not_available', `the code is ${stopped.error.code}`)
  await scene.user.allowClient('tour agent')
  await succeed(scene, editor, 'focus')
  return stopped.error.message
}

/** After kill -9 and a new start: another instance, the old ids gone, the data there. */
export async function killAndRestart(scene: Scene): Promise<string> {
  const before = need(scene, 'app')
  const ledger = openLedger()
  ledger.record(runOf(before), need(scene, 'tree'))
  await scene.desk.kill()
  scene.desk = await scene.start()
  await scene.user.sitDown(scene.desk)
  const found = await discover({ folder: scene.folder, timeoutMs: READ_MS })
  const app = found.kind === 'read' ? found.results.find(result => result.kind === 'used') : undefined
  if (app?.kind !== 'used') return fail('the restarted app was not found')
  expect(app.descriptor.instance !== before.descriptor.instance, 'the instance is the same as before')
  const id = need(scene, 'selectionId')
  expect(ledger.resolve(id, [runOf(app)]).kind === 'gone', 'the old id still means something')
  const read = outcome(await readApp(app, { timeoutMs: READ_MS }), 'answer', 'reading the restarted app')
  expect(read.instance === app.descriptor.instance, 'the answer is of another instance')
  scene.found.app = app
  const { session } = outcome(await openApp(app, { name: 'tour agent' }), 'session', 'opening the windows')
  scene.found.session = session
  const old = (await windowsOf(scene)).windows.some(window => window.id === need(scene, 'editor'))
  expect(!old, 'a window id of the old run was given out again')
  const { openedWindowIds } = await succeed(scene, 'app', 'open_order', { number: ORDER })
  const editor =
    openedWindowIds[0] ?? (await windowsOf(scene)).windows.find(w => w.title.includes(String(ORDER)))?.id
  if (!editor) return fail('the order can’t be opened')
  const window = await windowOf(scene, editor)
  expect(valueOf(window, 'Recipient') === 'Harbour Supplies', 'the submitted order lost its recipient')
  expect(valueOf(window, 'Status') === 'submitted', 'the submitted order lost its status')
  return 'another instance, old ids gone, the order is there'
}

const runOf = (app: { descriptor: { bundleId: string; instance: string } }) => ({
  provider: app.descriptor.bundleId,
  instance: app.descriptor.instance,
})
