import { deepEqual, equal, ok } from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { Receipt } from '../../src/consent/receipt.ts'
import { mintReceiptId, openReceipts, type ReceiptsOptions, sha256 } from '../../src/node/receipts.ts'
import { makeFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)

function store(options: ReceiptsOptions = {}) {
  const made = makeFolder()
  undo.push(made.remove)
  const folder = join(made.path, 'receipts')
  let now = START
  const receipts = openReceipts({ folder, now: () => now, ...options })
  const send = async (text: string, keepSentDays = 0): Promise<Receipt> => {
    const bytes = Buffer.from(text)
    const receipt: Receipt = {
      id: mintReceiptId(now),
      time: new Date(now).toISOString(),
      client: 'test',
      app: { bundleId: 'org.x.Editor', name: 'Editor' },
      form: 'outline',
      counts: { elements: 1, selected: 0, leftOut: {} },
      bytes: bytes.length,
      sha256: sha256(bytes),
      images: [],
    }
    deepEqual(await receipts.keep(receipt, bytes, keepSentDays), { kind: 'kept' })
    return receipt
  }
  return { folder, receipts, send, passTime: (ms: number) => (now += ms) }
}

const all = (folder: string) =>
  readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join()

verifies('D-52', 'a receipt is kept 0600, and none of what was sent', async () => {
  const { folder, receipts, send } = store()
  const receipt = await send('the canary')
  deepEqual(await receipts.list(), { receipts: [receipt], unread: 0 })
  for (const name of readdirSync(folder)) equal(statSync(join(folder, name)).mode & 0o777, 0o600)
  equal(statSync(folder).mode & 0o777, 0o700)
  ok(!all(folder).includes('canary'))
  equal(await receipts.sent(receipt.id), undefined)
})

verifies('D-52', 'what was sent is kept only where the user chose so, and only so long', async () => {
  const { folder, receipts, send, passTime } = store()
  const receipt = await send('the canary', 2)
  equal(await receipts.sent(receipt.id), 'the canary')
  for (const name of readdirSync(folder)) equal(statSync(join(folder, name)).mode & 0o777, 0o600)
  passTime(2 * DAY_MS - 1)
  equal(await receipts.prune(), 0)
  passTime(1)
  equal(await receipts.sent(receipt.id), undefined)
  equal(await receipts.prune(), 1)
  ok(!all(folder).includes('canary'))
  equal((await receipts.list()).receipts.length, 1)
})

verifies('D-52', 'the bytes that were sent never outlive their receipt', async () => {
  for (const limits of [{ most: 1 }, { keepDays: 1 }]) {
    const { folder, receipts, send, passTime } = store(limits)
    await send('the canary', 365)
    passTime(2 * DAY_MS)
    await send('another one')
    equal((await receipts.list()).receipts.length, 1)
    ok(!all(folder).includes('canary'))
  }
})

verifies('D-52', 'the bytes whose receipt somebody deleted go as well', async () => {
  const { folder, receipts, send } = store()
  const { id } = await send('the canary', 365)
  rmSync(join(folder, `${id}.json`))
  equal(await receipts.prune(), 1)
  deepEqual(readdirSync(folder), [])
})

verifies('D-52', 'who lowers how long the bytes stay is obeyed for what lies there already', async () => {
  const { folder, receipts, send, passTime } = store()
  const { id } = await send('the canary', 30)
  equal(await receipts.prune(7), 0)
  passTime(7 * DAY_MS - 1)
  equal(await receipts.sent(id), 'the canary')
  equal(await receipts.prune(90), 0)
  passTime(1)
  equal(await receipts.sent(id), undefined)
  equal(await receipts.prune(), 1)
  await send('a second canary', 30)
  await send('sent when nothing is kept', 0)
  ok(!all(folder).includes('canary'))
})

verifies('D-52', 'receipts go with their age, and the oldest when there are too many', async () => {
  const { receipts, send, passTime } = store({ keepDays: 10, most: 3 })
  for (let at = 0; at < 5; at++) {
    await send(`${at}`)
    passTime(DAY_MS)
  }
  const { receipts: kept } = await receipts.list()
  deepEqual(
    kept.map(({ time }) => new Date(time).getTime()),
    [4, 3, 2].map(day => START + day * DAY_MS),
  )
  passTime(9 * DAY_MS)
  equal(await receipts.prune(), 2)
})

verifies('D-52', 'a receipt that is taken back is gone, with its bytes', async () => {
  const { folder, receipts, send } = store()
  const { id } = await send('the canary', 5)
  await receipts.forget('../receipts/x')
  await receipts.forget(id)
  deepEqual(readdirSync(folder), [])
})

verifies('D-52', 'files that are no receipts are counted and left alone; old drafts go', async () => {
  const { folder, receipts, send } = store()
  await send('one')
  writeFileSync(join(folder, `${mintReceiptId(START + 1)}.json`), '{"half', { mode: 0o600 })
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  writeFileSync(join(folder, 'a.json.123.new'), 'torn')
  utimesSync(join(folder, 'a.json.123.new'), START / 1000 - 200_000, START / 1000 - 200_000)
  const listed = await receipts.list()
  equal(listed.receipts.length, 1)
  equal(listed.unread, 1)
  equal(await receipts.prune(), 1)
  ok(readdirSync(folder).includes('notes.txt'))
})

verifies('D-52', 'where no file can be made, keeping is refused with the reason', async () => {
  const made = makeFolder()
  undo.push(made.remove)
  made.write('receipts', 'in the way')
  const receipts = openReceipts({ folder: join(made.path, 'receipts') })
  const { id } = { id: mintReceiptId(START) }
  const receipt = {
    id,
    time: '',
    client: '',
    app: { bundleId: '', name: '' },
    form: 'json' as const,
    counts: { elements: 0, selected: 0, leftOut: {} },
    bytes: 0,
    sha256: '',
    images: [],
  }
  equal((await receipts.keep(receipt, new Uint8Array(), 0)).kind, 'refused')
  equal((await receipts.keep({ ...receipt, id: '../../x' }, new Uint8Array(), 0)).kind, 'refused')
  deepEqual(await receipts.list(), { receipts: [], unread: 0 })
})
