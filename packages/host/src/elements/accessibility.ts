/** Reading an app that is no provider through the platform's accessibility interface, into the same tree (EL-rfc1-accessibility). */
import {
  ELEMENTS_PROTOCOL,
  LIMITS,
  type Limits,
  readAnswer,
  type TreeElement,
} from '@copane/protocol/elements'
import type { Finding } from '@copane/protocol/findings'
import { byDeadline } from '../wire/deadline.js'

/**
 * What a platform's interface told of an app.
 *
 * Shape   `tree` is judged like the answer of a provider; `missed` counts the objects that vanished or could not be
 *         read, each with all below it. `absent`: the interface does not know the process.
 */
export type AccessibleTree = { kind: 'tree'; root: unknown; missed: number } | { kind: 'absent' }

/** One platform's accessibility interface; what an adapter brings. */
export type AccessibilitySource = {
  read: (pid: number, deadline: AbortSignal) => Promise<AccessibleTree>
  /** Asks an app that makes its tree only on demand for it, and resolves when it may be there; false where it can't be asked. */
  enable: (pid: number, deadline: AbortSignal) => Promise<boolean>
}

/** Why a tree may not hold all that the app shows. */
export type Incomplete = 'empty' | 'parts-missing' | 'cut'

/**
 * What came of reading an app by its accessibility interface.
 *
 * Shape   the ids hold for this one answer; `incomplete` is absent where nothing is known to be missing.
 */
export type AccessibleOutcome =
  | { kind: 'answer'; root: TreeElement; findings: Finding[]; incomplete?: Incomplete }
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'absent' }
  | { kind: 'late' }
  | { kind: 'gone' }

/**
 * Reads an app once; one that told nothing of what it shows is enabled and read once more.
 *
 * Errors  never rejects, never outlives the deadline: what was read before it passed is the answer.
 * Source  EL-rfc1-accessibility, EL-9.2-never-wait
 */
export async function readAccessible(
  source: AccessibilitySource,
  pid: number,
  deadline: AbortSignal,
  limits: Limits = LIMITS,
): Promise<AccessibleOutcome> {
  const read = () => readOnce(source, pid, deadline, limits)
  const first = await read()
  if (!isWorthEnabling(first)) return first
  const isEnabled = await byDeadline(
    safely(() => source.enable(pid, deadline), false),
    deadline,
  )
  if (isEnabled !== true) return first
  const second = await read()
  return second.kind === 'answer' ? second : first
}

async function readOnce(
  source: AccessibilitySource,
  pid: number,
  deadline: AbortSignal,
  limits: Limits,
): Promise<AccessibleOutcome> {
  const tree = await byDeadline(
    safely<AccessibleTree | { kind: 'gone' }>(() => source.read(pid, deadline), { kind: 'gone' }),
    deadline,
  )
  if (tree.kind !== 'tree') return tree
  const { root, missed } = tree
  const answer = readAnswer(
    { protocol: ELEMENTS_PROTOCOL, instance: 'accessibility', root },
    undefined,
    limits,
  )
  if (answer.kind === 'refused') return answer
  const { findings } = answer
  const incomplete = whyIncomplete(answer.root, missed, findings)
  return { kind: 'answer', root: answer.root, findings, ...(incomplete ? { incomplete } : {}) }
}

async function safely<Value>(work: () => Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await work()
  } catch {
    return instead
  }
}

const isWorthEnabling = (outcome: AccessibleOutcome): boolean =>
  outcome.kind === 'absent' || (outcome.kind === 'answer' && outcome.incomplete === 'empty')

function whyIncomplete(
  root: TreeElement,
  missed: number,
  findings: readonly Finding[],
): Incomplete | undefined {
  if (isEmpty(root)) return 'empty'
  if (missed > 0) return 'parts-missing'
  return findings.some(({ requirement }) => requirement === 'D-16') ? 'cut' : undefined
}

/** An app whose windows hold nothing has not told what it shows: no app shows nothing. */
function isEmpty(root: TreeElement): boolean {
  const windows = root.children ?? []
  return !windows.some(({ children = [] }) => children.some(saysSomething))
}

/** Frames within frames are all that a web view tells before it is asked. */
function saysSomething(element: TreeElement): boolean {
  for (let level = [element]; level.length > 0; level = level.flatMap(({ children = [] }) => children))
    if (
      level.some(
        ({ role, title, content }) => role !== 'Group' || title !== undefined || content !== undefined,
      )
    )
      return true
  return false
}
