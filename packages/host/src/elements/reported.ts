/** What optional helpers of other systems than Linux report of windows, ports and processes, as facts of ours. */
import { isRecord } from '@copane/protocol/findings'
import { type FrontMoment, type FrontSight, remember } from './front.js'
import type { ListenerFacts } from './listeners.js'

/**
 * Which app is in front, from what `get-windows` tells of the active window and of all that are open, topmost first.
 *
 * Shape   `undefined` is a helper without its compiled part, `null` no window that it may tell of. What was in front
 *         before is known by how the windows lie on each other.
 */
export function reportedSight(active: unknown, open: unknown): FrontSight {
  if (active === undefined) return { kind: 'unknown', why: 'no-helper' }
  if (active === null) return { kind: 'unknown', why: 'untold' }
  const windows = Array.isArray(open) ? open.slice(0, MAX_WINDOWS) : []
  const before = windows.map((window: unknown) => momentOf(window, 'stacked'))
  return {
    kind: 'seen',
    now: momentOf(active, 'seen'),
    before: before.reduceRight<FrontMoment[]>(remember, []),
  }
}

const MAX_WINDOWS = 256

function momentOf(reported: unknown, order: 'seen' | 'stacked'): FrontMoment {
  const { id, owner }: { id?: unknown; owner?: unknown } = isRecord(reported) ? reported : {}
  const window = isNumber(id, 0) ? id : undefined
  const pid = isRecord(owner) ? owner.processId : undefined
  return isNumber(pid, 1)
    ? { kind: 'process', pid, start: undefined, window, order }
    : { kind: 'unknown', why: 'no-process', window }
}

/**
 * Who listens on a port, from what `pid-port` tells of it: the addresses it is bound on, each with its process.
 *
 * Shape   `unknown` where it tells of none: it throws alike where nobody listens and where it may not see who does.
 */
export function reportedListeners(bindings: unknown, pid: number): ListenerFacts {
  const sockets = (Array.isArray(bindings) ? bindings : []).flatMap((each: unknown) => {
    const reach = isRecord(each) ? reachOf(each.host) : undefined
    return isRecord(each) && reach ? [{ reach, isHeld: each.pid === pid }] : []
  })
  return sockets.length > 0 ? { kind: 'sockets', sockets } : { kind: 'unknown' }
}

function reachOf(host: unknown): 'loopback' | 'any' | undefined {
  if (host === '127.0.0.1') return 'loopback'
  return host === '*' || host === '0.0.0.0' ? 'any' : undefined
}

/** The ancestors of a process, nearest first, from what `ps-list` tells of all that run. */
export function reportedAncestors(processes: unknown, pid: number): number[] {
  const parents = new Map<unknown, unknown>()
  for (const each of Array.isArray(processes) ? processes : [])
    if (isRecord(each)) parents.set(each.pid, each.ppid)
  const ancestors: number[] = []
  for (let at = parents.get(pid); isNumber(at, 1) && !ancestors.includes(at); at = parents.get(at))
    ancestors.push(at)
  return ancestors
}

const isNumber = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least
