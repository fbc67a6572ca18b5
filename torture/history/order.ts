/** Whether every answer fits one point of the commit order, between its question and its arrival. */
import type { Violation } from './check.ts'
import type { Timeline } from './timelines.ts'
import type { Operation } from './types.ts'

/** The points of the commit order at which an operation can have happened: from `first`, before `end`. */
type Span = { first: number; end: number; isEffect: boolean; isAnswered: boolean }

/**
 * Sweeps the operations in the order of their times.
 *
 * Shape   `floor` is the earliest point that everything answered so far allows; an operation that is asked later may
 *         not lie before it, a write not even on it. Taking the earliest point each time is enough: an earlier point
 *         never forbids what a later one allows.
 */
export function judgeOrder(
  operations: readonly Operation[],
  timelines: ReadonlyMap<string, Timeline>,
): Violation[] {
  const violations: Violation[] = []
  const effects = new Map([...timelines.values()].flatMap(effectsOf))
  const spans = new Map<Operation, Span>()
  for (const operation of operations) {
    const span = spanOf(operation, timelines, effects)
    if (span === undefined) continue
    if ('rule' in span) violations.push(span)
    else spans.set(operation, span)
  }
  const times = [...spans].flatMap(([operation, span]) => [
    { time: operation.invoked, isAnswer: false, operation, span },
    ...(span.isAnswered ? [{ time: operation.answered, isAnswer: true, operation, span }] : []),
  ])
  let floor = 0
  const floors = new Map<Operation, number>()
  for (const { isAnswer, operation, span } of times.toSorted((a, b) => a.time - b.time)) {
    if (isAnswer) {
      floor = Math.max(floor, span.first, floors.get(operation) ?? 0)
      continue
    }
    floors.set(operation, floor)
    const isLate = span.isEffect ? span.first <= floor : span.end <= floor
    if (isLate)
      violations.push({
        rule: 'real-time',
        at: placeOf(operation),
        message: `it is of commit ${span.first}, when commit ${floor} was known before it was asked`,
      })
  }
  return violations
}

const effectsOf = ({ moments }: Timeline): [string, number][] =>
  moments.slice(1).map(({ mark, sequence }) => [mark, sequence])

function spanOf(
  operation: Operation,
  timelines: ReadonlyMap<string, Timeline>,
  effects: ReadonlyMap<string, number>,
): Span | Violation | undefined {
  if (operation.kind === 'read') return spanOfRead(operation, timelines)
  const { window, outcome, mark } = operation
  if (outcome.kind === 'stale') {
    const span = spanOfVersion(timelines.get(window), outcome.currentVersion)
    return span
      ? { ...span, isEffect: false, isAnswered: true }
      : {
          rule: 'unknown-state',
          at: placeOf(operation),
          message: `version ${outcome.currentVersion} never was`,
        }
  }
  const sequence = effects.get(mark)
  if (sequence === undefined) return undefined
  return { first: sequence, end: sequence + 1, isEffect: true, isAnswered: outcome.kind === 'done' }
}

function spanOfRead(
  operation: Extract<Operation, { kind: 'read' }>,
  timelines: ReadonlyMap<string, Timeline>,
): Span | Violation {
  let first = 0
  let end = Number.POSITIVE_INFINITY
  for (const [window, timeline] of timelines) {
    const seen = operation.windows[window]
    const index = seen && timeline.byVersion.get(seen.version)
    const moment = index === undefined ? undefined : timeline.moments[index]
    if (!seen || !moment || seen.content.join(' ') !== moment.content.join(' '))
      return {
        rule: 'unknown-state',
        at: `${placeOf(operation)} ${window}`,
        message: seen ? `version ${seen.version} never was with this content` : 'the window is missing',
      }
    const span = spanOfVersion(timeline, seen.version)
    first = Math.max(first, span?.first ?? 0)
    end = Math.min(end, span?.end ?? end)
  }
  return first < end
    ? { first, end, isEffect: false, isAnswered: true }
    : {
        rule: 'torn-read',
        at: placeOf(operation),
        message: `one window is of commit ${first}, another of before ${end}`,
      }
}

function spanOfVersion(
  timeline: Timeline | undefined,
  version: number,
): { first: number; end: number } | undefined {
  const index = timeline?.byVersion.get(version)
  const moment = index === undefined ? undefined : timeline?.moments[index]
  if (index === undefined || !moment) return undefined
  return { first: moment.sequence, end: timeline?.moments[index + 1]?.sequence ?? Number.POSITIVE_INFINITY }
}

const placeOf = ({ client, invoked, kind }: Operation): string => `${kind} of ${client} at ${invoked}`
