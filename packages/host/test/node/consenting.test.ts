import { deepEqual, equal, ok } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CURRENT_URI } from '@copane/protocol/elements'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { findApps } from '../../src/node/apps.ts'
import { asFront, locateAllowed, openAllowed, openCollector, readAllowed } from '../../src/node/consenting.ts'
import { openReceipts, sha256 } from '../../src/node/receipts.ts'
import { openSettings } from '../../src/node/settings.ts'
import { jsonText, startForeignApp } from '../support/foreign-app.ts'
import { descriptorOf, makeFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const WINDOWS = {
  operableWindowIds: ['w-1'],
  windows: [
    { id: 'w-1', title: 'Note', modal: false, ownerId: null, version: 3, summary: 'A note', blocks: [] },
  ],
}
const ROOT = {
  id: 'app',
  role: 'Application',
  title: 'Editor',
  children: [
    {
      id: 'd',
      role: 'Document',
      url: 'file:///home/ada/.env',
      children: [{ id: 's', role: 'Text', selected: true, content: [{ type: 'text', text: 'TOKEN=1' }] }],
    },
    { id: 'e', role: 'Document', title: 'plan.md' },
  ],
}

/** An app with both endpoints, and settings of its own for the test. */
async function world() {
  const app = await startForeignApp({
    '/e': {
      token: 't',
      capabilities: { resources: {} },
      handle: (_, { uri }) =>
        uri === CURRENT_URI
          ? jsonText(uri, { protocol: '0.2.0', instance: 'k3f9x2', root: ROOT })
          : jsonText(uri, { state: 'offscreen' }),
    },
    '/b': {
      token: 'b',
      handle: (method, { uri }) =>
        method === 'tools/list' ? { result: { tools: [] } } : jsonText(uri, WINDOWS),
    },
  })
  const folder = makeFolder()
  undo.push(app.close, folder.remove)
  const bridge = { protocol: '0.1.0', endpoint: app.url('/b'), token: 'b' }
  folder.write('1-a.json', descriptorOf(app.port, { bridge }))
  const {
    apps: [used],
  } = await findApps({ folder: folder.path, timeoutMs: 5000 })
  if (!used) throw new Error('not found')
  const settings = openSettings({ folder: join(folder.path, 'config') })
  const receipts = openReceipts({ folder: join(folder.path, 'receipts') })
  return { app, used, settings, receipts, folder: folder.path }
}

verifies(
  'FR-34',
  'reading for an agent: what is kept out is not in the answer, a denied app hears nothing',
  async () => {
    const { app, used, settings } = await world()
    await settings.deny({ url: '**/.env' })
    const outcome = await readAllowed(used, { settings, timeoutMs: 5000 })
    if (outcome.kind !== 'answer') throw new Error(outcome.kind)
    deepEqual(
      outcome.root.children?.map(({ id }) => id),
      ['e'],
    )
    deepEqual(outcome.leftOut, { settings: { elements: 2, texts: 0, parts: 0 } })
    const heard = app.seen.length
    await settings.deny({ bundleId: 'org.example.Editor' })
    equal((await readAllowed(used, { settings, timeoutMs: 5000 })).kind, 'barred')
    equal((await openAllowed(used, { settings, timeoutMs: 5000 })).kind, 'barred')
    equal(app.seen.length, heard)
  },
)

verifies('FR-34', 'a session that is open hears of a denial that another process wrote', async () => {
  const { used, settings } = await world()
  const opened = await openAllowed(used, { settings, timeoutMs: 5000 })
  if (opened.kind !== 'session') throw new Error(opened.kind)
  undo.push(() => opened.session.close())
  equal((await opened.session.snapshot()).kind, 'snapshot')
  await openSettings({ folder: join(settings.file, '..') }).deny({ bundleId: 'org.example.*' })
  equal((await opened.session.snapshot()).kind, 'barred')
})

verifies('FR-59', 'over the wire: what is sent is what was shown, and its receipt is on disk', async () => {
  const { used, settings, receipts } = await world()
  const collector = openCollector({
    client: 'test',
    settings,
    receipts,
    front: async () => asFront(used, { timeoutMs: 5000 }),
  })
  const collection = collector.collect()
  const state = await collection.ready
  if (state.kind !== 'shown') throw new Error(state.kind)
  ok(state.preview.text.includes('TOKEN=1'))
  const shown = collection.remove('s')
  const sent = await collection.send()
  if (sent.kind !== 'sent' || shown.kind !== 'shown') throw new Error(sent.kind)
  equal(sent.text, shown.preview.text)
  ok(!sent.text.includes('TOKEN=1'))
  const { receipts: kept } = await receipts.list()
  deepEqual(kept, [sent.receipt])
  equal(kept[0]?.sha256, sha256(Buffer.from(shown.preview.text)))
  ok(readdirSync(receipts.folder).every(name => !name.endsWith('.sent')))
  collector.close()
})

verifies('D-52', 'who chose to keep what was sent finds it again', async () => {
  const { used, settings, receipts } = await world()
  await settings.change(before => ({ ...before, keepSentDays: 1 }))
  const collector = openCollector({
    client: 'test',
    settings,
    receipts,
    front: async () => asFront(used, { timeoutMs: 5000 }),
  })
  const collection = collector.collect()
  await collection.ready
  const sent = await collection.send()
  if (sent.kind !== 'sent') throw new Error(sent.kind)
  equal(await receipts.sent(sent.receipt.id), sent.text)
  collector.close()
})

verifies(
  'FR-34',
  'locating for an agent: a denied app hears nothing, and a late answer is not handed out',
  async () => {
    const { app, used, settings, folder } = await world()
    const { bundleId, instance } = used.descriptor
    const reference = { provider: bundleId, instance, id: 'd' }
    const locate = () => locateAllowed(reference, { settings, folder, timeoutMs: 5000 })
    equal((await locate()).kind, 'location')
    const allowed = await settings.read()
    const reads = [allowed, { kind: 'settings' as const, settings: { off: true, deny: [], keepSentDays: 0 } }]
    const turning = { read: async () => reads.shift() ?? allowed }
    equal((await locateAllowed(reference, { settings: turning, folder, timeoutMs: 5000 })).kind, 'barred')
    await settings.deny({ bundleId })
    const before = app.seen.length
    const outcome = await locate()
    deepEqual([outcome.kind, outcome.kind === 'barred' && outcome.why], ['barred', 'app'])
    equal(app.seen.length, before)
  },
)
