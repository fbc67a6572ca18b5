/** One line for each thing a host does with an app: find it, read it, locate in it, open its windows. */
import { TIMES } from '@copane/protocol/elements'
import { openWindows } from '../bridge/node/open-windows.js'
import type { Session } from '../bridge/session.js'
import type { UsedDescriptor } from '../elements/judge-descriptor.js'
import type { FolderDoubt } from '../elements/judge-folder.js'
import {
  type LocateOutcome,
  locate,
  readCurrent,
  type ReadOptions,
  type ReadOutcome,
} from '../elements/read.js'
import { askEndpoint } from '../mcp/fast-ask.js'
import type { Ask, Era, NoReply } from '../wire/connection.js'
import { appsOf, discover, type DiscoverOptions, isWhole } from './discover.js'
import { deadlineIn } from './deadline-in.js'

/** How to ask an app. Units: milliseconds; `name` is what the app shows of us. */
export type AskOptions = { era?: 'auto' | Era; name?: string; timeoutMs?: number }

/** `signal` ends a question that nobody waits for any more: it is `late` then. */
export type CallOff = { signal?: AbortSignal }

/** What came of opening an app's windows. */
export type OpenOutcome =
  | { kind: 'session'; session: Session }
  /** The app offers no windows, or its offer failed a check. */
  | { kind: 'no-bridge'; message: string }
  | NoReply

/**
 * The user's apps that passed every check.
 *
 * Shape   `all`: there are no others. `late`: time was over before every file was checked, so there may be. `refused`:
 *         the folder can't be trusted, and no file of it was read.
 */
export type FoundApps =
  | { kind: 'all' | 'late'; apps: UsedDescriptor[] }
  | { kind: 'refused'; apps: []; why: FolderDoubt; message: string }

/** Finds the user's apps; never rejects. `discover` also tells of each file that is no such app, and why. */
export async function findApps(options?: DiscoverOptions): Promise<FoundApps> {
  const discovery = await discover(options)
  if (discovery.kind === 'refused')
    return { kind: 'refused', apps: [], why: discovery.why, message: discovery.message }
  return { kind: isWhole(discovery) ? 'all' : 'late', apps: appsOf(discovery) }
}

/**
 * Reads what the user points at in one app, once.
 *
 * Errors  never rejects; connecting and reading together take no longer than the limit (300 ms).
 * Source  EL-9.2-on-action: call it when the user acts, never on a timer · D-17
 */
export function readApp(
  app: UsedDescriptor,
  { signal, ...options }: AskOptions & ReadOptions & CallOff = {},
): Promise<ReadOutcome> {
  const { protocol, instance } = app.descriptor
  const limit = deadlineIn(options.timeoutMs ?? TIMES.currentMs)
  const deadline = signal ? AbortSignal.any([limit, signal]) : limit
  const limits = options.limits ? { maxBytes: options.limits.maxBytes } : {}
  return asking(app, { ...options, ...limits }, deadline, ask =>
    readCurrent(ask, deadline, { expected: { protocol, instance }, ...options }),
  )
}

/** Asks an app where one of its elements is now; never rejects, takes no longer than the limit (150 ms, D-17). */
export function locateInApp(
  app: UsedDescriptor,
  id: string,
  options: AskOptions = {},
): Promise<LocateOutcome> {
  const deadline = deadlineIn(options.timeoutMs ?? TIMES.locateMs)
  return asking(app, options, deadline, ask => locate(ask, id, deadline))
}

/** Opens the windows of an app; never rejects. */
export async function openApp(app: UsedDescriptor, options: AskOptions = {}): Promise<OpenOutcome> {
  const { bridge } = app
  if (bridge.kind === 'none') return { kind: 'no-bridge', message: 'it offers no windows' }
  if (bridge.kind === 'ignored')
    return { kind: 'no-bridge', message: `its offer of windows is ignored: ${bridge.message}` }
  return openWindows(bridge.endpoint, options)
}

/** Asks one question; what it needed is closed behind the caller's back. */
async function asking<Outcome>(
  { descriptor: { endpoint, token } }: UsedDescriptor,
  options: AskOptions & { maxBytes?: number },
  signal: AbortSignal,
  question: (ask: Ask) => Promise<Outcome>,
): Promise<Outcome> {
  const { ask, close } = askEndpoint({ ...options, endpoint, token, signal })
  const outcome = await question(ask)
  close()
  return outcome
}
