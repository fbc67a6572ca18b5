/** An answer to `current`, judged and repaired in one walk (elements §4.1, §5 · D-15). */
import { compatible } from '../findings/compatible.js'
import { isRecord } from '../findings/shape.js'
import type { Finding, RuleId } from '../findings/types.js'
import { ELEMENTS_PROTOCOL, LIMITS, type Limits } from './binding.js'
import { isElementId } from './id.js'
import { type Note, type Report, readElement } from './read-element.js'
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
 * Errors  none: bytes, nonsense and broken trees come back as findings.
 * Source  D-15, D-16 · EL-8-answer-matches
 */
export function parseAnswer(text: string, expected?: Expected, limits: Limits = LIMITS): ReadAnswer {
  if (text.length > limits.maxBytes || utf8Length(text) > limits.maxBytes)
    return refusal('D-16', '$', `more than ${limits.maxBytes} bytes; report less`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refusal('EL-4.1-three-fields', '$', 'not JSON; send one JSON object')
  }
  return readAnswer(value, expected, limits)
}

/** Every finding about an answer that a provider is about to send; [] when it keeps every rule. */
export const validateAnswer = (value: unknown, limits: Limits = LIMITS): Finding[] =>
  readAnswer(value, undefined, limits).findings

/** Judges and repairs a parsed answer; what is returned shares no object with it. */
export function readAnswer(value: unknown, expected?: Expected, limits: Limits = LIMITS): ReadAnswer {
  const findings: Finding[] = []
  const report: Report = (requirement, level, consequence, at, message) => {
    findings.push({ requirement, level, consequence, at: typeof at === 'string' ? at : pathOf(at), message })
  }
  const envelope = readEnvelope(value, expected, report)
  const root = envelope && walk(envelope.root, limits, report)
  if (!envelope || !root || findings.some(finding => finding.consequence === 'refuse'))
    return { kind: 'refused', findings }
  return { kind: 'answer', protocol: envelope.protocol, instance: envelope.instance, root, findings }
}

const refusal = (requirement: RuleId, at: string, message: string): ReadAnswer => ({
  kind: 'refused',
  findings: [{ requirement, level: 'must', at, message, consequence: 'refuse' }],
})

function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}

type Envelope = { protocol: string; instance: string; root: { [name: string]: unknown } }

function readEnvelope(value: unknown, expected: Expected | undefined, report: Report): Envelope | undefined {
  const rule = 'EL-4.1-three-fields'
  if (!isRecord(value)) {
    report(rule, 'must', 'refuse', '$', 'not an object; send { protocol, instance, root }')
    return undefined
  }
  const { protocol, instance, root } = value
  const extra = Object.keys(value).length - ['protocol', 'instance', 'root'].filter(n => n in value).length
  if (extra > 0) report(rule, 'must', 'note', '$', 'a fourth field; everything reported belongs inside root')
  if (typeof protocol !== 'string')
    report(rule, 'must', 'refuse', '$.protocol', 'not a string; send the protocol version')
  else if (!compatible(ELEMENTS_PROTOCOL, protocol))
    report(
      'EL-10-compatible',
      'must',
      'refuse',
      '$.protocol',
      `not a version that works with ${ELEMENTS_PROTOCOL}`,
    )
  else if (expected && protocol !== expected.protocol)
    report(
      'EL-8-answer-matches',
      'must',
      'refuse',
      '$.protocol',
      'differs from the descriptor; read it again',
    )
  if (typeof instance !== 'string' || instance === '' || instance.length > 128)
    report(
      rule,
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
  if (!isRecord(root)) report(rule, 'must', 'refuse', '$.root', 'not an object; send the app as an element')
  return typeof protocol === 'string' && typeof instance === 'string' && isRecord(root)
    ? { protocol, instance, root }
    : undefined
}

/** An element that waits to be read: where it stands, and what its parent said. */
type Frame = Note & {
  raw: { [name: string]: unknown }
  depth: number
  /** Undefined for the root. */
  into: (TreeElement | undefined)[] | undefined
  slot: number
  parentFocused: boolean
  parentVisible: boolean
  /** False below a break of the focus path. */
  mayFocus: boolean
}

function walk(rawRoot: Frame['raw'], limits: Limits, report: Report): TreeElement | undefined {
  const ids = new Set<string>()
  const hovered: { element: TreeElement; frame: Frame }[] = []
  const lists: { element: TreeElement; children: (TreeElement | undefined)[] }[] = []
  const links: { id: string; frame: Frame }[] = []
  let root: TreeElement | undefined
  let count = 0
  let cut = 0
  const stack: Frame[] = [
    {
      raw: rawRoot,
      depth: 0,
      into: undefined,
      slot: 0,
      parent: undefined,
      index: 0,
      parentFocused: true,
      parentVisible: true,
      mayFocus: true,
    },
  ]
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    if (++count > limits.maxElements) {
      report('D-16', 'must', 'refuse', '$.root', `more than ${limits.maxElements} elements; report less`)
      return undefined
    }
    const element = readElement(frame.raw, frame, frame.into === undefined, limits, report)
    if (frame.into) frame.into[frame.slot] = element
    else root = element
    if (!isElementId(element.id))
      report(
        'EL-5.1-id-form',
        'must',
        'refuse',
        frame,
        'id is not 1 to 128 letters, digits, hyphens, underscores',
      )
    else if (ids.has(element.id))
      report(
        'EL-5.1-id-unique',
        'must',
        'refuse',
        frame,
        'id used twice in one answer; mint one per appearance',
      )
    ids.add(element.id)
    judgeStates(element, frame, report)
    if (element.hovered) hovered.push({ element, frame })
    for (const id of relatedIds(element)) links.push({ id, frame })
    const children = childFrames(frame, element, report)
    if (children.length === 0) continue
    if (frame.depth >= limits.maxDepth) {
      cut++
      report('D-16', 'should', 'repair', frame, `deeper than ${limits.maxDepth}; what is inside was cut`)
      if (cut > 100) return undefined
      continue
    }
    const built: (TreeElement | undefined)[] = []
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (child) stack.push({ ...child, into: built, slot: at })
    }
    lists.push({ element, children: built })
  }
  for (const { element, children } of lists) element.children = children.filter(child => child !== undefined)
  if (hovered.length > 1)
    for (const { element, frame } of hovered.toReversed()) {
      delete element.hovered
      if (frame !== hovered[0]?.frame)
        report(
          'EL-5.3-one-hover',
          'must',
          'repair',
          frame,
          'a second hovered element; mark only the innermost',
        )
    }
  for (const { id, frame } of links)
    if (!ids.has(id))
      report(
        'EL-5.6-related',
        'should',
        'note',
        frame,
        'related names an id that is in no element of the answer',
      )
  return root
}

function judgeStates(element: TreeElement, frame: Frame, report: Report): void {
  const isRoot = frame.into === undefined
  if (element.focused && !isRoot) {
    if (!frame.parentFocused)
      report(
        'EL-5.3-focus-path',
        'must',
        'repair',
        frame,
        'focused inside an unfocused parent; mark the whole path',
      )
    if (!frame.mayFocus || !frame.parentFocused) delete element.focused
  }
  if (isRoot && element.visible !== undefined)
    report('EL-5.3-visible-differs', 'should', 'note', frame, 'the root carries no visible; mark the windows')
  else if (element.visible === frame.parentVisible)
    report('EL-5.3-visible-differs', 'should', 'note', frame, "visible equals the parent's; leave it out")
}

function childFrames(frame: Frame, element: TreeElement, report: Report): Omit<Frame, 'into' | 'slot'>[] {
  const raw = frame.raw.children
  if (!Array.isArray(raw)) return []
  const isRoot = frame.into === undefined
  const focused = raw.filter(child => isRecord(child) && child.focused === true).length
  const parentFocused = isRoot || frame.raw.focused === true
  const children: Omit<Frame, 'into' | 'slot'>[] = []
  let seen = 0
  for (let index = 0; index < raw.length; index++) {
    const child: unknown = raw[index]
    const at: Note = { parent: frame, index }
    if (!isRecord(child)) {
      report('EL-5.1-children', 'must', 'repair', at, 'not an object; send elements only')
      continue
    }
    if (child.focused === true && ++seen > 1)
      report('EL-5.3-focus-path', 'must', 'repair', at, 'a second focused sibling; focus is one path')
    children.push({
      ...at,
      raw: child,
      depth: frame.depth + 1,
      parentFocused,
      parentVisible: element.visible ?? frame.parentVisible,
      mayFocus: focused < 2 && (isRoot || element.focused === true),
    })
  }
  return children
}

function relatedIds(element: TreeElement): string[] {
  const related = element.attributes?.related
  if (!Array.isArray(related)) return []
  return related.flatMap(entry => (isRecord(entry) && typeof entry.id === 'string' ? [entry.id] : []))
}

function pathOf(note: Note): string {
  const steps: string[] = []
  for (let at: Note | undefined = note; at?.parent; at = at.parent) steps.push(`.children[${at.index}]`)
  return `$.root${steps.toReversed().join('')}`
}
