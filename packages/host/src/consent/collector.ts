/** Collecting what one act of the user calls for: the only road by which a host sends what it read (D-50). */
import type { ReadOutcome } from '../elements/read.js'
import type { Ledger } from '../elements/ledger.js'
import type { AppFacts } from '../policy/app-facts.js'
import type { Scope } from '../policy/warrant.js'
import type { TrimOptions } from '../policy/trim.js'
import { type Collection, type Ended, openCollection } from './collection.js'
import type { Receipt } from './receipt.js'
import type { Consent } from './settings.js'

/** The app in front with the way to read it; `none` says why there is none, `late` that it was not found in time. */
export type FrontApp =
  | { kind: 'app'; app: AppFacts; read: (signal: AbortSignal) => Promise<ReadOutcome> }
  | { kind: 'none' | 'late'; message: string }

/** Where receipts go; `keepSentDays` is the user's setting. What can't be kept is not sent. */
export type ReceiptKeeper = {
  keep: (receipt: Receipt, bytes: Uint8Array, keepSentDays: number) => Promise<Kept>
  /** Takes a receipt back: it was not sent after all. */
  forget: (id: string) => Promise<void>
}

/** What came of keeping. */
export type Kept = { kind: 'kept' } | { kind: 'refused'; message: string }

/** What a collector needs of the world. Units: milliseconds. */
export type CollectorEffects = {
  front: (signal: AbortSignal) => Promise<FrontApp>
  /** Read anew for each act and each sending. */
  consent: () => Promise<Consent>
  sha256: (bytes: Uint8Array) => string
  mintId: () => string
  now: () => number
  /** Runs something once after a time; gives the way to call it off. */
  later: (ms: number, run: () => void) => () => void
  receipts?: ReceiptKeeper
}

/**
 * Who sends, and how long a collection lasts.
 *
 * Shape   `client` is named in receipts. `expireMs`: ten minutes. `most`: how many collections are kept at once, 8; the
 *         oldest ends when there is one more. `ledger`: learns the ids that were sent, and no others.
 */
export type CollectorOptions = { client: string; expireMs?: number; most?: number; ledger?: Ledger }

/** What the user did, as far as it matters: how much it calls for, in which form, in how much room. */
export type Act = TrimOptions & { scope?: Scope; maxImageBase64?: number }

/** Makes collections. It reads nothing by itself, and never on a timer (EL-9.2-on-action). */
export type Collector = { collect: (act?: Act) => Collection; close: () => void }

const EXPIRE_MS = 10 * 60 * 1000
const MOST = 8

/**
 * Makes a collector.
 *
 * Errors  none of its functions throws or rejects.
 * Source  EL-9.2-on-action, EL-9.2-show-remove, EL-4-host-reads · D-50, D-52, FR-34, FR-59
 */
export function createCollector(effects: CollectorEffects, options: CollectorOptions): Collector {
  const { most = MOST, expireMs = EXPIRE_MS } = options
  const open: Collection[] = []
  const forget = (collection: Collection) => {
    const at = open.indexOf(collection)
    if (at >= 0) open.splice(at, 1)
  }
  const end = (count: number, why: Ended['why']) => {
    for (const collection of open.splice(0, count)) collection.cancel(why)
  }
  return {
    collect: (act = {}) => {
      end(open.length - most + 1, 'displaced')
      const collection = openCollection(effects, { ...options, expireMs }, act, () => forget(collection))
      open.push(collection)
      return collection
    },
    close: () => end(open.length, 'closed'),
  }
}
