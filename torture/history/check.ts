/** Judges a history: versions that only rise, reads that are fresh, and no write that was lost (FR-13 · GB §7.1, §10). */
import { judgeOrder } from './order.ts'
import { afterChange, timelinesOf, type Timeline } from './timelines.ts'
import type { Effect, History, Write } from './types.ts'

/** The rules of a history. */
export type Rule =
  /** A mark that was put there went away by a writer that had not seen it. */
  | 'lost-update'
  /** A write with `expectedVersion` took effect on another version. */
  | 'unseen-write'
  /** A write that was answered as done never took effect. */
  | 'lost-write'
  /** A write took effect twice. */
  | 'duplicate-effect'
  /** A write took effect that was refused, or that nobody asked for. */
  | 'ghost-effect'
  /** A version that is not above the one before. */
  | 'version-order'
  /** A content that is not what the write makes of the content before. */
  | 'replay'
  /** A read of a version or content that never was. */
  | 'unknown-state'
  /** A refusal as stale that names a version which is not above the expected one. */
  | 'stale-answer'
  /** A read of windows that were never there together. */
  | 'torn-read'
  /** An answer older than what was known before it was asked for, or newer than what had been asked for. */
  | 'real-time'
  /** An end that is not where the commits lead. */
  | 'final'

/** One broken rule: where, and what was found. */
export type Violation = { rule: Rule; at: string; message: string }

/**
 * Every violation of a history; [] is a linearisable run without a lost update.
 *
 * Shape   the commit order is given, so a single sweep decides: each window replays by it, each answer fits one point
 *         of it between question and answer, and no mark goes away by a writer that had not seen it.
 * Errors  none: a history that makes no sense is a list of violations.
 */
export function check(history: History): Violation[] {
  const timelines = timelinesOf(history)
  const writes = new Map(history.operations.filter(isWrite).map(write => [write.mark, write]))
  return [
    ...[...timelines].flatMap(([window, timeline]) => judgeTimeline(window, timeline, writes)),
    ...judgeWrites(writes, history.effects),
    ...judgeOrder(history.operations, timelines),
    ...judgeEnd(history, timelines),
  ]
}

/** How often each rule was broken. */
export function countByRule(violations: readonly Violation[]): { [Name in Rule]?: number } {
  const counts: { [Name in Rule]?: number } = {}
  for (const { rule } of violations) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}

const isWrite = <Operation extends { kind: string }>(operation: Operation): operation is Operation & Write =>
  operation.kind === 'write'

function judgeTimeline(
  window: string,
  { moments }: Timeline,
  writes: ReadonlyMap<string, Write>,
): Violation[] {
  return moments.slice(1).flatMap((effect, index): Violation[] => {
    const before = moments[index]
    const write = writes.get(effect.mark)
    if (!before) return []
    const at = `${window} ${effect.mark}`
    const violations: Violation[] = []
    if (effect.version <= before.version)
      violations.push({ rule: 'version-order', at, message: `${effect.version} after ${before.version}` })
    if (!write || write.window !== window)
      return [...violations, { rule: 'ghost-effect', at, message: 'nobody asked for it' }]
    if (!sameMarks(effect.content, afterChange(before.content, write)))
      violations.push({ rule: 'replay', at, message: `${write.change.kind} does not lead to what is there` })
    if (write.expected !== undefined && write.expected !== before.version)
      violations.push({
        rule: 'unseen-write',
        at,
        message: `expected ${write.expected}, took effect on ${before.version}`,
      })
    const seen = new Set(write.change.kind === 'replace' ? write.change.base : [])
    const left = new Set(effect.content)
    for (const mark of before.content)
      if (!left.has(mark) && !seen.has(mark))
        violations.push({ rule: 'lost-update', at, message: `${mark} went away unseen` })
    return violations
  })
}

function judgeWrites(writes: ReadonlyMap<string, Write>, effects: readonly Effect[]): Violation[] {
  const times = new Map<string, number>()
  for (const { mark } of effects) times.set(mark, (times.get(mark) ?? 0) + 1)
  return [...writes.values()].flatMap((write): Violation[] => {
    const { mark, window, outcome, expected } = write
    const count = times.get(mark) ?? 0
    const at = `${window} ${mark}`
    const violations: Violation[] = []
    if (count > 1) violations.push({ rule: 'duplicate-effect', at, message: `took effect ${count} times` })
    if (count === 0 && outcome.kind === 'done')
      violations.push({ rule: 'lost-write', at, message: 'answered as done, never took effect' })
    if (count > 0 && (outcome.kind === 'stale' || outcome.kind === 'refused'))
      violations.push({ rule: 'ghost-effect', at, message: `answered as ${outcome.kind}, took effect` })
    if (outcome.kind === 'stale' && !(expected !== undefined && outcome.currentVersion > expected))
      violations.push({
        rule: 'stale-answer',
        at,
        message: `expected ${expected ?? 'nothing'}, told of ${outcome.currentVersion}`,
      })
    return violations
  })
}

function judgeEnd({ final }: History, timelines: ReadonlyMap<string, Timeline>): Violation[] {
  return [...timelines].flatMap(([window, { moments }]): Violation[] => {
    const last = moments.at(-1)
    const end = final[window]
    const isThere = last && end && end.version === last.version && sameMarks(end.content, last.content)
    return isThere ? [] : [{ rule: 'final', at: window, message: 'the end is not what the commits lead to' }]
  })
}

const sameMarks = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((mark, index) => mark === b[index])
