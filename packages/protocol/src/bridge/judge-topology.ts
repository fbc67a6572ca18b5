/** Whether the windows of a snapshot stand in an order the protocol knows (GB §2, §10.2, §12.4 · D-31, D-32, D-45). */
import { APP_HANDLE } from './tools.js'
import { isAppModal, modalsByOwner, operableIds, topsOf } from './operable.js'
import type { ReportWindow } from './report.js'
import type { AppWindow } from './types.js'

/**
 * Reports what is wrong with ids, owners and the operable set.
 *
 * Shape   `places` holds where in the snapshot each window stood.
 */
export function judgeTopology(
  windows: readonly AppWindow[],
  places: readonly number[],
  operable: readonly string[],
  report: ReportWindow,
): void {
  const placeOf = (at: number): string => `$.windows[${places[at]}]`
  const byId = new Map<string, AppWindow>()
  for (const [at, window] of windows.entries())
    if (byId.has(window.id))
      report(
        'GB-10.3-never-reused',
        'refuse',
        `${placeOf(at)}.id`,
        'two windows share an id; mint one per window',
      )
    else byId.set(window.id, window)
  const ring = windows.some(window => window.ownerId !== null) ? ringMembers(byId) : undefined
  for (const [at, window] of windows.entries()) {
    judgeId(window.id, at, placeOf, report)
    if (window.ownerId === null) continue
    const rule = 'GB-2-three-states'
    if (!window.modal)
      report(rule, 'note', placeOf(at), 'an owned window that is not modal; leave ownerId null')
    if (!byId.has(window.ownerId))
      report(rule, 'note', `${placeOf(at)}.ownerId`, 'names no window of the snapshot')
    else if (ring?.has(window)) report(rule, 'note', `${placeOf(at)}.ownerId`, 'a ring of owners')
  }
  for (const [at, id] of operable.entries())
    if (!byId.has(id))
      report('GB-2-operable-set', 'note', `$.operableWindowIds[${at}]`, 'names no window of the snapshot')
  const known = operable.filter(id => byId.has(id))
  if (!isOperableSet([...byId.values()], known, operable.length))
    report(
      'GB-2-operable-set',
      'note',
      '$.operableWindowIds',
      'not the tops of the chains and the unblocked windows',
    )
}

const NAME_SAFE = /^[A-Za-z0-9_-]+$/

function judgeId(id: string, at: number, placeOf: (at: number) => string, report: ReportWindow): void {
  if (!NAME_SAFE.test(id))
    report(
      'GB-12.4-one-win-id',
      'note',
      `${placeOf(at)}.id`,
      'not of [A-Za-z0-9_-]; use one name-safe handle everywhere',
    )
  if (id === APP_HANDLE)
    report('D-30', 'note', `${placeOf(at)}.id`, 'the handle of app-level actions; no window has it')
}

/** The windows that own themselves through others; one walk over all owners. */
function ringMembers(byId: ReadonlyMap<string, AppWindow>): Set<AppWindow> {
  const members = new Set<AppWindow>()
  const walks = new Map<AppWindow, number>()
  let walk = 0
  for (const start of byId.values()) {
    walk++
    const path: AppWindow[] = []
    let at: AppWindow | undefined = start
    for (; at && !walks.has(at); at = byId.get(at.ownerId ?? '')) {
      walks.set(at, walk)
      path.push(at)
    }
    if (at && walks.get(at) === walk) for (const member of path.slice(path.indexOf(at))) members.add(member)
  }
  return members
}

/**
 * Whether some order of opening, and some private windows, allow an operable set.
 *
 * Shape   any one of several app modals may have opened last (D-31); private windows shrink the set (D-45), but
 *         a listed app modal has an operable top (GB §10.2).
 */
function isOperableSet(windows: readonly AppWindow[], operable: readonly string[], listed: number): boolean {
  const appModals = windows.filter(isAppModal)
  if (appModals.length === 0) {
    const allowed = new Set(operableIds(windows))
    return operable.every(id => allowed.has(id))
  }
  const rootOf = new Map<string, AppWindow>()
  for (const [top, root] of topsOf(appModals, modalsByOwner(windows))) rootOf.set(top.id, root)
  const roots = operable.map(id => rootOf.get(id))
  return listed > 0 && roots.every(root => root !== undefined && root === roots[0])
}
