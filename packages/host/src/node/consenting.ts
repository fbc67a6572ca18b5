/** Every road to an agent with the user's settings in front: collecting, reading, and working in windows (FR-34). */
import { allowedPart } from '../consent/allowed-part.js'
import {
  type Collector,
  type CollectorEffects,
  type CollectorOptions,
  createCollector,
  type FrontApp,
} from '../consent/collector.js'
import { allowanceOf, type Barred } from '../consent/deny.js'
import { type GuardedSession, guardSession } from '../consent/guard-session.js'
import { TIMES } from '@copane/protocol/elements'
import type { FrontSource } from '../elements/front.js'
import type { UsedDescriptor } from '../elements/judge-descriptor.js'
import type { Reference } from '../elements/ledger.js'
import type { LocateOutcome, ReadOptions, ReadOutcome } from '../elements/read.js'
import type { LeftOut } from '../policy/left-out.js'
import { type AskOptions, openApp, type OpenOutcome, readApp } from './apps.js'
import {
  countdown,
  findFront,
  type FrontOptions,
  type LocateOptions,
  locateReference,
  type NoFront,
} from './front-app.js'
import { mintReceiptId, openReceipts, type ReceiptStore, sha256 } from './receipts.js'
import { openSettings, type SettingsStore } from './settings.js'

/** What the roads need: the user's settings, the real ones unless others are given. */
export type ConsentOptions = { settings?: Pick<SettingsStore, 'read'> }

/** How to collect: the front app, and where receipts go; `false` keeps none, for a host with a record of its own. */
export type NodeCollectorOptions = CollectorOptions &
  ConsentOptions & { front: CollectorEffects['front']; receipts?: ReceiptStore | false }

/** Opens a collector with the user's settings, receipts and clock. */
export function openCollector({ front, settings, receipts, ...options }: NodeCollectorOptions): Collector {
  const store = settings ?? openSettings()
  const keeper = receipts === false ? undefined : (receipts ?? openReceipts())
  return createCollector(
    {
      front,
      consent: () => store.read(),
      sha256,
      now: Date.now,
      mintId: () => mintReceiptId(Date.now()),
      later: (ms, run) => {
        const timer = setTimeout(run, ms)
        timer.unref()
        return () => clearTimeout(timer)
      },
      ...(keeper ? { receipts: keeper } : {}),
    },
    options,
  )
}

/** The app of a descriptor as the front app of a collector. */
export const asFront = (
  app: UsedDescriptor,
  options?: AskOptions & ReadOptions,
): FrontApp & { kind: 'app' } => ({
  kind: 'app',
  app: {
    bundleId: app.descriptor.bundleId,
    name: app.descriptor.name,
    instance: app.descriptor.instance,
  },
  read: signal => readApp(app, { ...options, signal }),
})

/**
 * The app in front for a collector: found, checked and read when the user acts, like `readFront`.
 *
 * Errors  never rejects; why there is no app to ask is told in words.
 * Source  EL-9.2-front-app · D-17, D-27
 */
export const inFront =
  (source: FrontSource, options: FrontOptions = {}): CollectorEffects['front'] =>
  async () => {
    const left = countdown(options.timeoutMs ?? TIMES.frontMs)
    const found = await findFront(source, { ...options, timeoutMs: left() })
    if (found.kind !== 'app') return withoutFront(found)
    const timeoutMs = Math.min(left(), options.timeoutMs ?? TIMES.currentMs)
    return asFront(found.app, { ...options, timeoutMs })
  }

function withoutFront(found: NoFront): Exclude<FrontApp, { kind: 'app' }> {
  switch (found.kind) {
    case 'unknown-front':
      return { kind: found.why === 'late' ? 'late' : 'none', message: found.message }
    case 'nothing-in-front':
      return { kind: 'none', message: 'no app is in front' }
    case 'ambiguous':
      return { kind: 'none', message: 'several descriptors hold for the app in front, and none goes first' }
    case 'refused-folder':
      return { kind: 'none', message: `the folder of descriptors is not used: ${found.message}` }
    case 'no-provider': {
      const [why] = found.ignored
      return {
        kind: why?.why === 'late' ? 'late' : 'none',
        message: why
          ? `the descriptor of the app in front is ignored: ${why.message}`
          : 'the app in front does not tell what is pointed at',
      }
    }
    default:
      return found satisfies never
  }
}

/** What came of reading behind the settings; `leftOut` counts what they kept out. */
export type AllowedRead = (ReadOutcome & { leftOut?: LeftOut }) | Barred

/**
 * Reads an app, and gives what the user's settings let through: for an answer that an agent may see.
 *
 * Shape   an app that is kept out is not asked.
 * Errors  as `readApp`: never rejects.
 */
export async function readAllowed(
  app: UsedDescriptor,
  { settings = openSettings(), ...options }: AskOptions & ReadOptions & ConsentOptions = {},
): Promise<AllowedRead> {
  const { bundleId } = app.descriptor
  const allowance = allowanceOf(await settings.read(), bundleId)
  if (allowance.kind === 'barred') return allowance
  const outcome = await readApp(app, options)
  if (outcome.kind !== 'answer') return outcome
  const part = allowedPart(outcome.root, bundleId, await settings.read())
  return part.kind === 'barred' ? part : { ...outcome, root: part.root, leftOut: part.leftOut }
}

/**
 * Asks where an element is that an agent named, behind the user's settings.
 *
 * Shape   an app that is kept out is not asked. Rules on what is inside an app count where ids are handed out: an id that
 *         an agent has was let through.
 * Errors  as `locateReference`: never rejects.
 */
export async function locateAllowed(
  reference: Reference,
  { settings = openSettings(), ...options }: LocateOptions & ConsentOptions = {},
): Promise<LocateOutcome | Barred> {
  const allowance = async () => allowanceOf(await settings.read(), reference.provider)
  const before = await allowance()
  if (before.kind === 'barred') return before
  const outcome = await locateReference(reference, options)
  const after = await allowance()
  return after.kind === 'barred' ? after : outcome
}

/** What came of opening windows behind the settings. */
export type AllowedOpen =
  | { kind: 'session'; session: GuardedSession }
  | Exclude<OpenOutcome, { kind: 'session' }>
  | Barred

/** Opens the windows of an app, behind the user's settings for as long as the session lasts; never rejects. */
export async function openAllowed(
  app: UsedDescriptor,
  { settings = openSettings(), ...options }: AskOptions & ConsentOptions = {},
): Promise<AllowedOpen> {
  const { bundleId } = app.descriptor
  const allowance = allowanceOf(await settings.read(), bundleId)
  if (allowance.kind === 'barred') return allowance
  if (!allowance.windows) return { kind: 'barred', why: 'app', message: 'the settings keep windows out' }
  const opened = await openApp(app, options)
  return opened.kind === 'session'
    ? { kind: 'session', session: guardSession(opened.session, bundleId, () => settings.read()) }
    : opened
}
