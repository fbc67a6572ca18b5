/** A windows snapshot, judged and repaired (GB §4.2, §4.4 · D-31, D-32, D-46). */
import { LIMITS } from '../elements/binding.js'
import { fits, isRecord, misfits } from '../findings/shape.js'
import type { Consequence, Finding, RuleId } from '../findings/types.js'
import { SNAPSHOT_FIELDS, WINDOW_FIELDS } from './fields.js'
import { readBlock } from './read-block.js'
import { operableIds } from './operable.js'
import type { AppWindow, WindowsSnapshot } from './types.js'

/** What came of a snapshot: one that every field fits, or a refusal; with all that was found. */
export type ReadWindows =
  | { kind: 'snapshot'; snapshot: WindowsSnapshot; findings: Finding[] }
  | { kind: 'refused'; findings: Finding[] }

/** Takes one finding about a snapshot. */
export type ReportWindow = (
  requirement: RuleId,
  consequence: Consequence,
  at: string,
  message: string,
  level?: 'should',
) => void

/**
 * Reads the text of `app://windows`.
 *
 * Errors  none: nonsense comes back as findings.
 * Source  GB §4.2, §12.2 · GB-4.2-window-fields · D-16, D-46
 */
export function parseWindows(text: string, maxBytes: number = LIMITS.maxBytes): ReadWindows {
  if (text.length > maxBytes)
    return refusal('D-16', `more than ${maxBytes} bytes; keep large data behind a tool`)
  try {
    return readWindows(JSON.parse(text))
  } catch {
    return refusal('GB-12.2-wrapping', 'not JSON; send { operableWindowIds, windows }')
  }
}

/** Every finding about a snapshot that a server is about to send; [] when it keeps every rule. */
export const validateWindows = (value: unknown): Finding[] => readWindows(value).findings

/** Judges and repairs a parsed snapshot; what is returned holds no field it did not understand. */
export function readWindows(value: unknown): ReadWindows {
  const findings: Finding[] = []
  const report: ReportWindow = (requirement, consequence, at, message, level) => {
    findings.push({ requirement, level: level ?? 'must', at, message, consequence })
  }
  if (!isRecord(value) || misfits(value, SNAPSHOT_FIELDS).some(misfit => misfit.kind !== 'unknown'))
    return refusal('GB-12.2-wrapping', 'not { operableWindowIds: string[], windows: Window[] }')
  const listed: unknown[] = Array.isArray(value.windows) ? value.windows : []
  const windows: AppWindow[] = []
  for (let at = 0; at < listed.length; at++) {
    const window = readWindow(listed[at], `$.windows[${at}]`, report)
    if (window) windows.push(window)
  }
  const operableWindowIds = strings(value.operableWindowIds)
  judgeTopology(windows, operableWindowIds, report)
  if (findings.some(finding => finding.consequence === 'refuse')) return { kind: 'refused', findings }
  return { kind: 'snapshot', snapshot: { operableWindowIds, windows }, findings }
}

const refusal = (requirement: RuleId, message: string): ReadWindows => ({
  kind: 'refused',
  findings: [{ requirement, level: 'must', at: '$', message, consequence: 'refuse' }],
})

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

function readWindow(value: unknown, at: string, report: ReportWindow): AppWindow | undefined {
  const rule = 'GB-4.2-window-fields'
  if (!isRecord(value)) {
    report(rule, 'refuse', at, 'not an object; send windows only')
    return undefined
  }
  for (const misfit of misfits(value, WINDOW_FIELDS))
    if (misfit.kind !== 'unknown')
      report(
        rule,
        misfit.path === '.summary' ? 'repair' : 'refuse',
        at + misfit.path,
        `${misfit.kind}: ${misfit.want} belongs here`,
      )
  const { id, title, modal, ownerId, version, summary } = value
  if (typeof id !== 'string' || typeof title !== 'string') return undefined
  if (typeof summary !== 'string' || summary.trim() === '')
    report(
      'GB-4.3-understandable',
      'note',
      `${at}.summary`,
      'no summary; say in a sentence what the window shows',
      'should',
    )
  const blocks: unknown[] = Array.isArray(value.blocks) ? value.blocks : []
  const ids = new Set<string>()
  return {
    id,
    title,
    modal: modal === true,
    ownerId: typeof ownerId === 'string' ? ownerId : null,
    version: fits(version, 'integer') ? Number(version) : 0,
    ...(typeof summary === 'string' ? { summary } : {}),
    blocks: blocks.flatMap((block, index) => readBlock(block, `${at}.blocks[${index}]`, ids, report) ?? []),
  }
}

function judgeTopology(
  windows: readonly AppWindow[],
  operable: readonly string[],
  report: ReportWindow,
): void {
  const byId = new Map(windows.map(window => [window.id, window]))
  if (byId.size !== windows.length)
    report('GB-10.3-never-reused', 'refuse', '$.windows', 'two windows share an id; mint one per window')
  for (let at = 0; at < windows.length; at++) {
    const window = windows[at]
    if (window?.ownerId === null || !window) continue
    if (!window.modal)
      report(
        'GB-2-three-states',
        'note',
        `$.windows[${at}]`,
        'an owned window that is not modal; leave ownerId null',
      )
    if (!byId.has(window.ownerId))
      report('GB-2-three-states', 'note', `$.windows[${at}].ownerId`, 'names no window of the snapshot')
    else if (inRing(window, byId))
      report('GB-2-three-states', 'note', `$.windows[${at}].ownerId`, 'a ring of owners')
  }
  operable.forEach((id, at) => {
    if (!byId.has(id))
      report('GB-2-operable-set', 'note', `$.operableWindowIds[${at}]`, 'names no window of the snapshot')
  })
  if (!isOperableSet(windows, new Set(operable)))
    report(
      'GB-2-operable-set',
      'note',
      '$.operableWindowIds',
      'not the tops of the modal chains and the unblocked windows',
    )
}

function inRing(window: AppWindow, byId: ReadonlyMap<string, AppWindow>): boolean {
  const seen = new Set<string>()
  for (let at: AppWindow | undefined = window; at && !seen.has(at.id); at = byId.get(at.ownerId ?? '')) {
    seen.add(at.id)
    if (at.ownerId === null) return false
    if (at.ownerId === window.id) return true
  }
  return false
}

/** A snapshot hides the opening order, so any one of several app modals may be the last (D-31); private ones shrink it (D-45). */
function isOperableSet(windows: readonly AppWindow[], operable: ReadonlySet<string>): boolean {
  const appModals = windows.filter(window => window.modal && window.ownerId === null)
  const orders =
    appModals.length < 2 ? [windows] : appModals.map(last => [...windows.filter(w => w !== last), last])
  return orders.some(order => {
    const allowed = new Set(operableIds(order))
    return [...operable].every(id => allowed.has(id)) && (appModals.length === 0 || operable.size > 0)
  })
}
