/** An answer to `current`, judged and repaired (elements §4.1, §5 · D-15). */
import { compatible } from '../findings/compatible.js'
import { isRecord } from '../findings/shape.js'
import type { Finding, RuleId } from '../findings/types.js'
import { isWithin } from '../json/bytes.js'
import { wholeJson } from '../json/whole.js'
import { ELEMENTS_PROTOCOL, LIMITS, type Limits } from './binding.js'
import { isInstance } from './descriptor.js'
import { holdsState, isStateName } from './misplaced-state.js'
import { type Report, reportTo } from './place.js'
import { type Ownership, readTree } from './read-tree.js'
import type { TreeElement } from './types.js'

/** What the descriptor said, for EL-8-answer-matches. */
export type Expected = { protocol: string; instance: string }

/** What came of an answer: a tree that keeps every rule, or a refusal; with all that was found. */
export type ReadAnswer =
  | { kind: 'answer'; protocol: string; instance: string; root: TreeElement; findings: Finding[] }
  | { kind: 'refused'; findings: Finding[] }

/**
 * Reads the text of an answer.
 *
 * Shape   half a surrogate pair is U+FFFD wherever it stood: in titles, content and attributes.
 * Errors  none: bytes, nonsense and broken trees come back as findings.
 * Source  D-15, D-16 · EL-8-answer-matches
 */
export function parseAnswer(text: string, expected?: Expected, limits: Limits = LIMITS): ReadAnswer {
  if (!isWithin(text, limits.maxBytes))
    return refusal('D-16', '$', `more than ${limits.maxBytes} bytes; report less`)
  let value: unknown
  try {
    value = JSON.parse(wholeJson(text))
  } catch {
    return refusal('EL-4.1-three-fields', '$', 'not JSON; send one JSON object')
  }
  return judged(value, expected, limits, 'ours')
}

/** Every finding about an answer that a provider is about to send; [] when it keeps every rule. */
export const validateAnswer = (value: unknown, limits: Limits = LIMITS): Finding[] =>
  readAnswer(value, undefined, limits).findings

/**
 * Judges and repairs a parsed answer.
 *
 * Shape   holds no field that 0.2.0 does not know. What needs no repair below the root is shared with the value that came in, which
 *         is never changed; only what is repaired, and what holds it, is new. Expects what JSON can say: a field that
 *         is computed when it is read is handed on as one.
 */
export const readAnswer = (value: unknown, expected?: Expected, limits: Limits = LIMITS): ReadAnswer =>
  judged(value, expected, limits, "the caller's")

function judged(
  value: unknown,
  expected: Expected | undefined,
  limits: Limits,
  whose: Ownership,
): ReadAnswer {
  const findings: Finding[] = []
  const report = reportTo(findings)
  const envelope = readEnvelope(value, expected, report)
  const root = envelope && readTree(envelope.root, limits, report, whose)
  if (!envelope || !root || findings.some(finding => finding.consequence === 'refuse'))
    return { kind: 'refused', findings }
  return { kind: 'answer', protocol: envelope.protocol, instance: envelope.instance, root, findings }
}

const refusal = (requirement: RuleId, at: string, message: string): ReadAnswer => ({
  kind: 'refused',
  findings: [{ requirement, level: 'must', at, message, consequence: 'refuse' }],
})

type Envelope = { protocol: string; instance: string; root: { [name: string]: unknown } }

const RULE = 'EL-4.1-three-fields'

function readEnvelope(value: unknown, expected: Expected | undefined, report: Report): Envelope | undefined {
  if (!isRecord(value)) {
    report(RULE, 'must', 'refuse', '$', 'not an object; send { protocol, instance, root }')
    return undefined
  }
  const { protocol, instance, root, ...more } = value
  if (Object.keys(more).length > 0) judgeMore(more, report)
  if (typeof protocol !== 'string')
    report(RULE, 'must', 'refuse', '$.protocol', 'not a string; send the protocol version')
  else if (!compatible(ELEMENTS_PROTOCOL, protocol))
    report('EL-10-compatible', 'must', 'refuse', '$.protocol', `does not work with ${ELEMENTS_PROTOCOL}`)
  else if (expected && protocol !== expected.protocol)
    report(
      'EL-8-answer-matches',
      'must',
      'refuse',
      '$.protocol',
      'differs from the descriptor; read it again',
    )
  if (typeof instance !== 'string' || !isInstance(instance))
    report(
      RULE,
      'must',
      'refuse',
      '$.instance',
      'not a string of 1 to 128 characters; mint one at each start',
    )
  else if (expected && instance !== expected.instance)
    report(
      'EL-8-answer-matches',
      'must',
      'refuse',
      '$.instance',
      'differs from the descriptor; read it again',
    )
  if (!isRecord(root)) report(RULE, 'must', 'refuse', '$.root', 'not an object; send the app as an element')
  return typeof protocol === 'string' && typeof instance === 'string' && isRecord(root)
    ? { protocol, instance, root }
    : undefined
}

/** What stands beside the three fields. */
function judgeMore(more: { [name: string]: unknown }, report: Report): void {
  report(RULE, 'must', 'note', '$', 'a fourth field; everything reported belongs inside root')
  if (['focus', 'items'].some(name => Object.hasOwn(more, name)))
    report('EL-rfc1-removed-fields', 'should', 'note', '$', 'a field of version 0.1; leave it out')
  if (Object.keys(more).some(isStateName))
    report('EL-5.3-state-once', 'must', 'note', '$', 'a state beside the tree; state it on its element only')
  if (Object.values(more).some(holdsState))
    report(
      'EL-5.3-reachable',
      'must',
      'note',
      '$',
      'a selected or focused element outside root; put it inside',
    )
}
