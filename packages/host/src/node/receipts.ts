/** Receipts on disk: what was sent to whom, and by choice of the user the bytes for a time (D-52). */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import type { Kept, ReceiptKeeper } from '../consent/collector.js'
import type { Receipt } from '../consent/receipt.js'
import { inTurn } from '../wire/in-turn.js'
import { findOwnFolders, readOwnFile, writeOwnFile } from './own-files.js'

/** Where receipts lie and how long. `keepDays`: 90; `most`: 1000, the oldest go first. */
export type ReceiptsOptions = { folder?: string; keepDays?: number; most?: number; now?: () => number }

/** The receipts of the user. No function of it rejects. */
export type ReceiptStore = ReceiptKeeper & {
  folder: string
  /** What is kept, newest first; `unread` counts files that are no receipts. */
  list: () => Promise<{ receipts: Receipt[]; unread: number }>
  /** What was sent, where the user chose to keep it. */
  sent: (id: string) => Promise<string | undefined>
  /** Removes what is too old; gives how many files went. */
  prune: () => Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_RECEIPT_BYTES = 64 * 1024
const MAX_SENT_BYTES = 64 * 1024 * 1024
const RECEIPT = /^(\d{13,16})-([0-9a-f]{16})\.json$/
const SENT = /^(\d{13,16})-([0-9a-f]{16})\.until-(\d{1,16})\.sent$/

/** A name for a receipt: when, and a random part. */
export const mintReceiptId = (now: number): string =>
  `${String(now).padStart(13, '0')}-${randomBytes(8).toString('hex')}`

/** SHA-256 in hex. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Opens the receipts of the user: `receipts` in the state folder, one file each, 0600.
 *
 * Shape   bytes lie beside their receipt only while `keepSentDays` of the settings says so, and their name says until when:
 *         whoever prunes needs no settings.
 */
export function openReceipts(options: ReceiptsOptions = {}): ReceiptStore {
  const { keepDays = 90, most = 1000, now = Date.now } = options
  const folder = options.folder ?? join(findOwnFolders().state, 'receipts')
  const names = () => readdir(folder).catch((): string[] => [])
  const remove = (name: string) =>
    unlink(join(folder, name)).then(
      () => 1,
      () => 0,
    )

  const prune = async (): Promise<number> => {
    const all = (await names()).sort()
    const receipts = all.filter(name => RECEIPT.test(name))
    const tooMany = receipts.slice(0, Math.max(0, receipts.length - most))
    const tooOld = receipts.filter(name => timeOf(name) < now() - keepDays * DAY_MS)
    const over = all.filter(name => SENT.test(name) && Number(SENT.exec(name)?.[3]) <= now())
    const drafts = await staleDrafts(folder, all, now())
    const removed = await Promise.all([...new Set([...tooMany, ...tooOld, ...over, ...drafts])].map(remove))
    return removed.reduce((sum, one) => sum + one, 0)
  }
  const sentNames = async (id: string) =>
    (await names()).filter(name => SENT.test(name) && name.startsWith(`${id}.`))

  return {
    folder,
    prune,
    keep: async (receipt, bytes, keepSentDays): Promise<Kept> => {
      if (!RECEIPT.test(`${receipt.id}.json`))
        return { kind: 'refused', message: 'a receipt without a proper id' }
      if (keepSentDays > 0) {
        const until = now() + keepSentDays * DAY_MS
        const refused = await writeOwnFile(join(folder, `${receipt.id}.until-${until}.sent`), bytes)
        if (refused !== undefined) return { kind: 'refused', message: refused }
      }
      const refused = await writeOwnFile(join(folder, `${receipt.id}.json`), `${JSON.stringify(receipt)}\n`)
      if (refused !== undefined) return { kind: 'refused', message: refused }
      await prune()
      return { kind: 'kept' }
    },
    forget: async id => {
      if (!RECEIPT.test(`${id}.json`)) return
      await Promise.all([`${id}.json`, ...(await sentNames(id))].map(remove))
    },
    list: async () => {
      const found = (await names())
        .filter(name => RECEIPT.test(name))
        .sort()
        .reverse()
      const read = await inTurn(found, AT_ONCE, name => readReceipt(join(folder, name)))
      const receipts = read.filter(receipt => receipt !== undefined)
      return { receipts, unread: read.length - receipts.length }
    },
    sent: async id => {
      const [name] = await sentNames(id)
      if (name === undefined || Number(SENT.exec(name)?.[3]) <= now()) return undefined
      const file = await readOwnFile(join(folder, name), MAX_SENT_BYTES)
      return file.kind === 'text' ? file.text : undefined
    },
  }
}

/** Receipts that are open at once. */
const AT_ONCE = 16

const timeOf = (name: string): number => Number(RECEIPT.exec(name)?.[1])

/** What a process that was killed left half written. */
async function staleDrafts(folder: string, all: readonly string[], now: number): Promise<string[]> {
  const drafts = all.filter(name => name.endsWith('.new'))
  const ages = await Promise.all(drafts.map(name => stat(join(folder, name)).catch(() => undefined)))
  return drafts.filter((_, at) => now - (ages[at]?.mtimeMs ?? now) > DAY_MS)
}

async function readReceipt(path: string): Promise<Receipt | undefined> {
  const file = await readOwnFile(path, MAX_RECEIPT_BYTES)
  if (file.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(file.text)
    return isReceipt(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True for a receipt, wherever it was read. */
export function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value) || !isRecord(value.app) || !isRecord(value.counts)) return false
  const texts = [value.id, value.time, value.client, value.sha256, value.app.bundleId, value.app.name]
  const numbers = [value.bytes, value.counts.elements, value.counts.selected]
  return (
    texts.every(text => typeof text === 'string') &&
    numbers.every(number => typeof number === 'number') &&
    (value.form === 'outline' || value.form === 'json') &&
    isRecord(value.counts.leftOut) &&
    Array.isArray(value.images)
  )
}
