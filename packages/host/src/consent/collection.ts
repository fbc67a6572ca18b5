/** One collection: read, shown, perhaps thinned out, and sent as it was shown (EL-9.2-show-remove). */
import type { TreeElement } from '@copane/protocol/elements'
import type { AppFacts } from '../policy/app-facts.js'
import { decide, type Decided } from '../policy/decide.js'
import { plus } from '../policy/left-out.js'
import { DEFAULT_BUDGET, measureOf } from '../policy/measure.js'
import { type Given, type GivenImage, giveWithout, trim } from '../policy/trim.js'
import type { Act, CollectorEffects, CollectorOptions } from './collector.js'
import { allowanceOf, barredForAll } from './deny.js'
import { type Item, itemsOf, type Preview, previewOf } from './preview.js'
import { type Receipt, receiptOf } from './receipt.js'
import type { Consent } from './settings.js'
import { takeOut } from './take-out.js'

/** Why a collection holds nothing any more. */
export type Ended = { kind: 'ended'; why: 'cancelled' | 'expired' | 'displaced' | 'closed' }

/** Why there is nothing to send. */
export type Nothing = {
  kind: 'nothing'
  why: 'no-app' | 'barred' | 'late' | 'gone' | 'refused' | 'removed'
  message: string
}

/** Where a collection stands. `too-large`: even the lines of what is pointed at take `needs`; remove some. */
export type CollectionState =
  | { kind: 'reading' }
  | { kind: 'shown'; preview: Preview }
  | { kind: 'too-large'; needs: number; items: readonly Item[] }
  | Nothing
  | Ended

/** What came of sending. `changed`: the settings changed meanwhile; look again before you send. */
export type SendOutcome =
  | { kind: 'sent'; bytes: Uint8Array; text: string; images: readonly GivenImage[]; receipt: Receipt }
  | { kind: 'changed'; state: CollectionState }
  | { kind: 'refused'; message: string }
  | { kind: 'not-shown'; state: CollectionState }

/** What was collected for one act of the user. No function of it throws or rejects. */
export type Collection = {
  /** Settles once, when there is something to show or nothing will come. */
  ready: Promise<CollectionState>
  state: () => CollectionState
  /** Takes an element out, with all that is inside it and all that repeats what was selected in it. */
  remove: (id: string) => CollectionState
  /** Takes everything out; an answer that is still on its way is discarded when it comes. */
  cancel: (why?: Ended['why']) => void
  /** Gives the bytes that were shown last, and a receipt. */
  send: () => Promise<SendOutcome>
}

/** The answer as it came, what was decided of it under which settings, and what was given first. */
type Held = {
  root: TreeElement
  app: AppFacts
  consent: Consent
  decided: Extract<Decided, { kind: 'decided' }>
  given: Given | undefined
}

/** Opens a collection, which reads at once, and once. */
export function openCollection(
  effects: CollectorEffects,
  options: CollectorOptions & { expireMs: number },
  act: Act,
  onEnd: () => void,
): Collection {
  const reading = new AbortController()
  const removed = new Set<string>()
  const sizeOf = measureOf(act.budget ?? DEFAULT_BUDGET).of
  let held: Held | undefined
  let now: Given | undefined
  let state: CollectionState = { kind: 'reading' }
  let tellReady: (settled: CollectionState) => void = () => {}
  const ready = new Promise<CollectionState>(resolve => (tellReady = resolve))

  const become = (next: CollectionState): CollectionState => {
    state = next
    if (next.kind !== 'shown') now = undefined
    if (next.kind !== 'shown' && next.kind !== 'too-large') held = undefined
    if (next.kind === 'ended') {
      reading.abort()
      callOff()
      onEnd()
    }
    if (next.kind !== 'reading') tellReady(next)
    return next
  }
  const end = (why: Ended['why']): void => {
    if (state.kind !== 'ended') become({ kind: 'ended', why })
  }
  const callOff = effects.later(options.expireMs, () => end('expired'))

  const show = (given: Given): CollectionState => {
    const next = become({ kind: 'shown', preview: previewOf(given) })
    now = given
    return next
  }
  /** Tells anew what is held, without what was removed. */
  const tell = (): CollectionState => {
    if (!held) return state
    if (held.given) {
      const given = removed.size === 0 ? held.given : giveWithout(held.given, removed, sizeOf)
      return given ? show(given) : become(NOTHING_LEFT)
    }
    const rest = takeOut(held.decided.root, ({ element }) => removed.has(element.id), 'removed')
    if (!rest.root) return become(NOTHING_LEFT)
    const decided = {
      ...held.decided,
      root: rest.root,
      leftOut: plus(held.decided.leftOut, rest.leftOut),
    }
    const trimmed = trim(decided, held.app, act)
    if (trimmed.kind === 'does-not-fit')
      return become({ kind: 'too-large', needs: trimmed.needs, items: itemsOf(rest.root) })
    held = { ...held, given: trimmed }
    return show(trimmed)
  }
  /** Decides anew under these settings; what the user took out stays out. */
  const settle = ({ root, app }: Pick<Held, 'root' | 'app'>, consent: Consent): CollectionState => {
    const decided = decide(root, app, consent, act)
    if (decided.kind === 'barred') return become({ kind: 'nothing', why: 'barred', message: decided.message })
    held = { root, app, consent, decided, given: undefined }
    return tell()
  }

  const read = async (): Promise<CollectionState> => {
    const barred = barredForAll(await effects.consent())
    if (barred) return { kind: 'nothing', why: 'barred', message: barred.message }
    if (reading.signal.aborted) return state
    const front = await effects.front(reading.signal)
    if (front.kind !== 'app')
      return { kind: 'nothing', why: front.kind === 'late' ? 'late' : 'no-app', message: front.message }
    // Finding and reading take time in which the user may change the settings: they are read again after each.
    const allowance = allowanceOf(await effects.consent(), front.app.bundleId)
    if (allowance.kind === 'barred') return { kind: 'nothing', why: 'barred', message: allowance.message }
    if (reading.signal.aborted) return state
    const outcome = await front.read(reading.signal)
    if (outcome.kind !== 'answer') return { kind: 'nothing', why: outcome.kind, message: WORDS[outcome.kind] }
    const consent = await effects.consent()
    return reading.signal.aborted ? state : settle({ root: outcome.root, app: front.app }, consent)
  }
  void read()
    .catch((): CollectionState => ({ kind: 'nothing', why: 'gone', message: WORDS.gone }))
    .then(next => {
      if (state.kind === 'reading') become(next)
    })

  const send = async (): Promise<SendOutcome> => {
    if (!now) return { kind: 'not-shown', state }
    const seen = now
    const consent = await readQuietly(effects.consent)
    if (now !== seen || !held) return { kind: 'changed', state }
    if (denialsOf(consent) !== denialsOf(held.consent)) settle(held, consent)
    const given = now
    if (given?.text !== seen.text) return { kind: 'changed', state }
    const bytes = new TextEncoder().encode(given.text)
    const time = new Date(effects.now()).toISOString()
    const { client, ledger } = options
    const receipt = receiptOf(given, bytes, { id: effects.mintId(), time, client, sha256: effects.sha256 })
    const kept = await keepQuietly(effects, receipt, bytes, consent)
    if (kept !== undefined) return { kind: 'refused', message: kept }
    if (now !== given) {
      await effects.receipts?.forget(receipt.id).catch(() => {})
      return { kind: 'changed', state }
    }
    const { bundleId, instance } = given.app
    ledger?.record({ provider: bundleId, instance }, given.root)
    return { kind: 'sent', bytes, text: given.text, images: given.images, receipt }
  }

  return {
    ready,
    state: () => state,
    remove: id => {
      if (!held) return state
      removed.add(id)
      return tell()
    },
    cancel: (why = 'cancelled') => end(why),
    send,
  }
}

const NOTHING_LEFT: Nothing = { kind: 'nothing', why: 'removed', message: 'everything was taken out' }
const WORDS = {
  late: 'the app did not answer in time',
  gone: 'the app does not answer',
  refused: 'the answer of the app breaks the protocol',
} as const

/** What the settings keep out, to be compared. */
const denialsOf = (consent: Consent): string =>
  consent.kind === 'settings' ? JSON.stringify([consent.settings.off, consent.settings.deny]) : ''

async function readQuietly(read: () => Promise<Consent>): Promise<Consent> {
  try {
    return await read()
  } catch {
    return { kind: 'unreadable', message: 'they could not be read' }
  }
}

/** Why a receipt could not be kept; undefined when it was. */
async function keepQuietly(
  { receipts }: CollectorEffects,
  receipt: Receipt,
  bytes: Uint8Array,
  consent: Consent,
): Promise<string | undefined> {
  if (!receipts) return undefined
  const days = consent.kind === 'settings' ? consent.settings.keepSentDays : 0
  try {
    const kept = await receipts.keep(receipt, bytes, days)
    return kept.kind === 'kept' ? undefined : kept.message
  } catch {
    return 'the receipt could not be kept'
  }
}
