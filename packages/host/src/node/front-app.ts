/** The whole of it: which app is in front, its descriptor, its checks, one read (EL-9.2-front-app · D-12, D-17, D-27). */
import { TIMES } from '@copane/protocol/elements'
import { chooseFront, type Front, type FrontBy, type FrontSource, unknownFront } from '../elements/front.js'
import type { FolderDoubt } from '../elements/judge-folder.js'
import type { Ignored, UsedDescriptor } from '../elements/judge-descriptor.js'
import type { Reference } from '../elements/ledger.js'
import type { LocateOutcome, ReadOptions, ReadOutcome } from '../elements/read.js'
import { byDeadline } from '../wire/deadline.js'
import { type AskOptions, locateInApp, readApp } from './apps.js'
import { findAppOf, findAppOfRun, type FindOptions } from './find-app.js'
import { ownProcesses } from './own-processes.js'
import { processFacts } from './system-facts.js'
import { deadlineIn } from './deadline-in.js'

/** Why there is no app to ask. */
export type NoFront =
  | { kind: 'no-provider'; pid: number; ignored: Ignored[] }
  | { kind: 'ambiguous'; apps: UsedDescriptor[] }
  | { kind: 'nothing-in-front' }
  | { kind: 'unknown-front'; why: (Front & { kind: 'unknown' })['why']; message: string }
  | { kind: 'refused-folder'; why: FolderDoubt; message: string }

/** The app in front, which passed every check and was not asked yet; or why there is none. */
export type FoundFront = { kind: 'app'; app: UsedDescriptor; by: FrontBy } | NoFront

/** What came of reading the front app. */
export type FrontOutcome = (ReadOutcome & { app: UsedDescriptor; by: FrontBy }) | NoFront

/** How to read the front app. Units: milliseconds, of the whole. */
export type FrontOptions = AskOptions & ReadOptions & FindOptions

/**
 * Reads what the user points at in the front app, once; everything is looked up anew.
 *
 * Errors  never rejects; takes no longer than the limit (500 ms), of which the app gets 300 ms.
 * Source  EL-9.2-on-action: call it when the user acts, never on a timer · D-17, D-27
 */
export async function readFront(source: FrontSource, options: FrontOptions = {}): Promise<FrontOutcome> {
  const left = countdown(options.timeoutMs ?? TIMES.frontMs)
  const found = await findFront(source, { ...options, timeoutMs: left() })
  if (found.kind !== 'app') return found
  const timeoutMs = Math.min(left(), options.timeoutMs ?? TIMES.currentMs)
  const outcome = await readApp(found.app, { ...options, timeoutMs })
  return { ...outcome, app: found.app, by: found.by }
}

/** Finds and checks the app in front without asking it; never rejects, takes no longer than the limit (500 ms). */
export async function findFront(source: FrontSource, options: FindOptions = {}): Promise<FoundFront> {
  const left = countdown(options.timeoutMs ?? TIMES.frontMs)
  const front = await frontNow(source, deadlineIn(left()))
  if (front.kind === 'nothing') return { kind: 'nothing-in-front' }
  if (front.kind === 'unknown') return { ...front, kind: 'unknown-front' }
  const found = await findAppOf(front.pid, { ...options, timeoutMs: left() })
  if (found.kind === 'none') return { kind: 'no-provider', pid: front.pid, ignored: found.ignored }
  if (found.kind === 'late') return { kind: 'unknown-front', why: 'late', message: LATE }
  return found.kind === 'app' ? { ...found, by: front.by } : found
}

const LATE = 'the descriptors of the apps could not be read in time'

/** Which app is in front; never rejects, whatever the source does. */
export async function frontNow(source: FrontSource, deadline: AbortSignal): Promise<Front> {
  try {
    const told = await byDeadline(Promise.all([source.look(), ownProcesses()]), deadline)
    if ('kind' in told) return unknownFront('late')
    const [sight, own] = told
    return await chooseFront(sight, { isOwn: pid => own.has(pid), isRunning })
  } catch {
    return unknownFront('failed')
  }
}

async function isRunning({ pid, start }: { pid: number; start: string | undefined }): Promise<boolean> {
  const facts = processFacts(pid)
  if (facts.kind !== 'stat') return facts.kind === 'unknown'
  return !/[ZXx]/.test(facts.stat.state) && (start === undefined || start === facts.stat.start)
}

/** How to ask where an element is; `folder` is the providers folder. */
export type LocateOptions = AskOptions & { folder?: string }

/**
 * Asks where the element of a reference is now: only the run that issued it, found and checked anew.
 *
 * Shape   `gone` also when that run has ended, without asking anyone (EL-9.2-same-provider).
 * Errors  never rejects; finding and asking together take no longer than the limit (150 ms, D-17).
 */
export async function locateReference(
  { provider, instance, id }: Reference,
  options: LocateOptions = {},
): Promise<LocateOutcome> {
  const left = countdown(options.timeoutMs ?? TIMES.locateMs)
  const found = await findAppOfRun({ provider, instance }, { ...options, timeoutMs: left() })
  if (found.kind === 'late') return found
  return found.kind === 'app'
    ? locateInApp(found.app, id, { ...options, timeoutMs: left() })
    : { kind: 'gone' }
}

/** What is left of a time. Units: milliseconds. */
export function countdown(wholeMs: number): () => number {
  const began = performance.now()
  return () => Math.max(1, Math.floor(wholeMs - (performance.now() - began)))
}
