/** A windows snapshot, judged and repaired (GB §4.2, §4.4 · D-31, D-32, D-46). */
import { LIMITS } from '../elements/binding.js'
import { isRecord, misfits } from '../findings/shape.js'
import type { Finding, RuleId } from '../findings/types.js'
import { isWithin } from '../json/bytes.js'
import { longIntegers } from '../json/exact.js'
import { wholeJson } from '../json/whole.js'
import { WINDOW_FIELDS } from './fields.js'
import { isFlawlessBlock, isFlawlessWindow } from './flawless.js'
import { judgeTopology } from './judge-topology.js'
import { readBlock } from './read-block.js'
import { type ReportWindow, reportTo } from './report.js'
import type { Block, SeenSnapshot, SeenWindow } from './types.js'
import { snapshotFits, windowFits } from './validate.gen.js'

/** What came of a snapshot: one that every field fits, or a refusal; with all that was found. */
export type ReadWindows =
  | { kind: 'snapshot'; snapshot: SeenSnapshot; findings: Finding[] }
  | { kind: 'refused'; findings: Finding[] }

/**
 * Reads the text of `app://windows`.
 *
 * Shape   a version that a number can't hold exactly stands in `exactVersion` too (D-39); half a surrogate pair is
 *         U+FFFD wherever it stood. What needs no repair is what JSON.parse made; only what is repaired, and what holds it, is new.
 * Errors  none: nonsense comes back as findings.
 * Source  GB §4.2, §12.2 · GB-4.2-window-fields · D-16, D-39, D-46
 */
export function parseWindows(text: string, maxBytes: number = LIMITS.maxBytes): ReadWindows {
  if (!isWithin(text, maxBytes))
    return refusal('D-16', `more than ${maxBytes} bytes; keep large data behind a tool`)
  const whole = wholeJson(text)
  let parsed: unknown
  try {
    parsed = JSON.parse(whole)
  } catch {
    return refusal(WRAPPING, 'not JSON; send { operableWindowIds, windows }')
  }
  return judged(parsed, longIntegers(whole, 'windows', 'version'), 'ours')
}

/** Every finding about a snapshot that a server is about to send; [] when it keeps every rule. */
export const validateWindows = (value: unknown): Finding[] => readWindows(value).findings

/**
 * Judges and repairs a parsed snapshot.
 *
 * Shape   holds no field that 0.1.0 does not know, payloads and field values apart; half a surrogate pair in a
 *         title becomes U+FFFD. The windows and blocks are new, and what came in is never changed.
 */
export const readWindows = (value: unknown): ReadWindows => judged(value, new Map(), "the caller's")

/** Whose the objects are that came in: of ours, what needs no repair is handed on. */
type Ownership = 'ours' | "the caller's"

function judged(value: unknown, digits: ReadonlyMap<number, string>, whose: Ownership): ReadWindows {
  if (!isRecord(value) || !snapshotFits(value))
    return refusal(WRAPPING, 'not { operableWindowIds: string[], windows: Window[] }')
  const listed: unknown[] = Array.isArray(value.windows) ? value.windows : []
  const operable: unknown[] = Array.isArray(value.operableWindowIds) ? value.operableWindowIds : []
  if (Math.max(listed.length + countBlocks(listed), operable.length) > LIMITS.maxElements)
    return refusal(
      'D-16',
      `more than ${LIMITS.maxElements} windows and blocks; keep large data behind a tool`,
    )
  const findings: Finding[] = []
  const report = reportTo(findings)
  const windows: SeenWindow[] = []
  const places: number[] = []
  for (let index = 0; index < listed.length; index++) {
    const read = readWindow(listed[index], index, whose, report)
    if (!read) continue
    const exactVersion = digits.size > 0 ? digits.get(index) : undefined
    windows.push(exactVersion === undefined ? read : { ...read, exactVersion })
    places.push(index)
  }
  const operableWindowIds = operable.filter(id => typeof id === 'string')
  judgeTopology(windows, places, operableWindowIds, report)
  if (findings.some(finding => finding.consequence === 'refuse')) return { kind: 'refused', findings }
  return { kind: 'snapshot', snapshot: { operableWindowIds, windows }, findings }
}

const WRAPPING = 'GB-12.2-wrapping'

const refusal = (requirement: RuleId, message: string): ReadWindows => ({
  kind: 'refused',
  findings: [{ requirement, level: 'must', at: '$', message, consequence: 'refuse' }],
})

const countBlocks = (windows: unknown[]): number =>
  windows.reduce<number>(
    (sum, window) => sum + (isRecord(window) && Array.isArray(window.blocks) ? window.blocks.length : 0),
    0,
  )

function readWindow(
  value: unknown,
  index: number,
  whose: Ownership,
  report: ReportWindow,
): SeenWindow | undefined {
  const isOurs = whose === 'ours'
  if (isOurs && isRecord(value) && isFlawlessWindow(value)) return value
  const rule = 'GB-4.2-window-fields'
  const at = `$.windows[${index}]`
  if (!isRecord(value)) {
    report(rule, 'refuse', at, 'not an object; send windows only')
    return undefined
  }
  for (const { kind, path, want } of windowFits(value) ? [] : misfits(value, WINDOW_FIELDS))
    if (kind !== 'unknown')
      report(rule, path === '.summary' ? 'repair' : 'refuse', at + path, `${kind}: ${want} belongs here`)
  const { id, title, modal, ownerId, version, summary } = value
  if (summary === undefined || (typeof summary === 'string' && summary.trim() === ''))
    report(
      'GB-4.3-understandable',
      'note',
      `${at}.summary`,
      'no summary; say what the window shows',
      'should',
    )
  const blocks = readBlocks(Array.isArray(value.blocks) ? value.blocks : [], at, isOurs, report)
  if (typeof id !== 'string' || typeof title !== 'string') return undefined
  return {
    id,
    title: title.toWellFormed(),
    modal: modal === true,
    ownerId: typeof ownerId === 'string' ? ownerId : null,
    version: typeof version === 'number' ? version : 0,
    ...(typeof summary === 'string' ? { summary } : {}),
    blocks,
  }
}

/** The blocks of a window that is not handed on whole. */
function readBlocks(listed: readonly unknown[], at: string, isOurs: boolean, report: ReportWindow): Block[] {
  const ids = new Set<string>()
  return listed.flatMap((block, index) => {
    if (isOurs && isRecord(block) && isFlawlessBlock(block) && !ids.has(block.id)) {
      ids.add(block.id)
      return block
    }
    return readBlock(block, `${at}.blocks[${index}]`, ids, report) ?? []
  })
}
