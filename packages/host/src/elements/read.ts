/** Reading what a user points at, once and in bounded time (elements §4 · EL-9.2-never-wait). */
import {
  CURRENT_URI,
  type Expected,
  isElementId,
  LIMITS,
  type Limits,
  type Location,
  locateUri,
  parseAnswer,
  type ReadAnswer,
  readLocation,
} from '@copane/protocol/elements'
import type { Finding, RuleId } from '@copane/protocol/findings'
import type { Ask, NoReply } from '../wire/connection.js'
import { byDeadline } from '../wire/deadline.js'

/** What came of reading `current`. */
export type ReadOutcome = ReadAnswer | { kind: 'late' } | { kind: 'gone' }

/**
 * What came of asking where an element is.
 *
 * Shape   `unknown`: an id that was not issued in this run, or one that can't be placed (EL-4.2-cannot-place).
 */
export type LocateOutcome =
  | { kind: 'location'; location: Location; findings: Finding[] }
  | { kind: 'unknown' }
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'late' }
  | { kind: 'gone' }

/** What a read is held against; the descriptor's protocol and instance, and how much is taken. */
export type ReadOptions = { expected?: Expected; limits?: Limits }

/**
 * Reads `current` once.
 *
 * Errors  never rejects, never outlives the deadline; what arrives later is dropped.
 * Source  elements 0.2.0 §4.1 · EL-9.2-never-wait, EL-8-answer-matches · D-15, D-17
 */
export async function readCurrent(
  ask: Ask,
  deadline: AbortSignal | undefined,
  { expected, limits = LIMITS }: ReadOptions = {},
): Promise<ReadOutcome> {
  const reply = await byDeadline(safely(ask, CURRENT_URI, deadline), deadline)
  return reply.kind === 'answer' ? parseAnswer(reply.result, expected, limits) : withoutAnswer(reply, limits)
}

/**
 * Asks where one element is on screen, at this moment.
 *
 * Shape   nothing is kept: whether it moved is asked again (EL-6-one-moment).
 * Errors  never rejects, never outlives the deadline; an id of no legal form is `unknown` without asking.
 * Source  elements 0.2.0 §4.2 · D-07, D-14, D-17
 */
export async function locate(
  ask: Ask,
  id: string,
  deadline: AbortSignal | undefined,
): Promise<LocateOutcome> {
  if (!isElementId(id)) return { kind: 'unknown' }
  const reply = await byDeadline(safely(ask, locateUri(id), deadline), deadline)
  if (reply.kind === 'error' && reply.code < 0) return { kind: 'unknown' }
  if (reply.kind !== 'answer') return withoutAnswer(reply, LIMITS)
  const { location, findings } = readLocation(parseJson(reply.result))
  return location ? { kind: 'location', location, findings } : { kind: 'refused', findings }
}

async function safely(ask: Ask, uri: string, deadline: AbortSignal | undefined): ReturnType<Ask> {
  try {
    return await ask(uri, deadline)
  } catch {
    return { kind: 'gone' }
  }
}

function withoutAnswer(
  reply: NoReply,
  limits: Limits,
): { kind: 'late' | 'gone' } | { kind: 'refused'; findings: Finding[] } {
  switch (reply.kind) {
    case 'late':
    case 'gone':
      return { kind: reply.kind }
    case 'denied':
      return refused('EL-sec-bearer', 'the token was not accepted; find the app again')
    case 'too-large':
      return refused('D-16', `more than ${limits.maxBytes} bytes; report less`)
    case 'error':
      return refused(
        'EL-4-resources-not-tools',
        reply.code === 0
          ? 'answered in a form that is none of MCP'
          : `answered with error ${reply.code} instead of the resource`,
      )
    default:
      return reply satisfies never
  }
}

const refused = (requirement: RuleId, message: string): { kind: 'refused'; findings: Finding[] } => ({
  kind: 'refused',
  findings: [{ requirement, level: 'must', at: '$', message, consequence: 'refuse' }],
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
