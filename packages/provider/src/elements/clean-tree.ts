/** The tree of an app as it goes on the wire, walked with a loop and within the limits (elements §5 · D-15, D-16). */
import type { ContentBlock, Limits, TreeElement } from '@copane/protocol/elements'
import { isElementId } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { AppElement, AppFinding, Tell } from './app-element.js'
import { unlinked } from './links.js'
import { isSet, type Own, readOwn, toldOf } from './own-element.js'

/** An element some of whose blocks are too large, with all of them in their order. */
export type Oversize = { element: TreeElement; whole: readonly ContentBlock[] }

/** What a tree came to. */
export type CleanTree =
  | {
      kind: 'tree'
      root: TreeElement
      oversize: Oversize[]
      /** The ids of the elements that are told, in the order in which they were read. */
      told: Set<string>
      /** The app's own object of the element that was sought, where that is told. */
      sought?: AppElement
      /** The ids of what is private, and of all inside it (D-45). */
      hidden: Set<string>
      findings: AppFinding[]
    }
  | { kind: 'refused'; findings: AppFinding[] }

type Raw = { [name: string]: unknown }

/** An element whose children are still to be read. */
type Holder = { children: unknown; element: TreeElement; isMasked: boolean; depth: number; at: string }

type Walk = {
  limits: Limits
  sought: string | undefined
  count: number
  chars: number
  tree: Extract<CleanTree, { kind: 'tree' }>
  isTold: boolean
  report: (requirement: AppFinding['requirement'], message: string, at: string, id?: string) => void
  /** Reads one element; where it stands and which it is are told with what is found. */
  read: (raw: Raw, at: string, isRoot: boolean) => Own | 'private' | undefined
}

/**
 * A tree that can be sent, from whatever the app gave.
 *
 * Shape   all objects are new. Left out with all inside it: what is private, what has no id or one that was used
 *         before (so rings and shared nodes end), what throws when it is read, what is deeper than the limit.
 * Errors  refused: no Application as root, or more elements or characters than a host takes.
 * Source  elements §5 · EL-5.1-id-unique, EL-5.2-root-application · D-15, D-16, D-45
 */
export function cleanTree(
  raw: unknown,
  limits: Limits,
  isTold: boolean,
  isPrivate: (id: string) => boolean = () => false,
  sought?: string,
): CleanTree {
  try {
    return walkTree(raw, limits, isTold, isPrivate, sought)
  } catch {
    const message = 'the tree throws when it is read; give plain objects'
    return {
      kind: 'refused',
      findings: [
        { requirement: 'EL-4.1-three-fields', level: 'must', at: '$.root', message, consequence: 'refuse' },
      ],
    }
  }
}

function walkTree(
  raw: unknown,
  limits: Limits,
  isTold: boolean,
  isPrivate: (id: string) => boolean,
  sought: string | undefined,
): CleanTree {
  const findings: AppFinding[] = []
  const report = reporter(findings, isTold)
  const refused = (requirement: AppFinding['requirement'], message: string): CleanTree => ({
    kind: 'refused',
    findings: [...findings, { requirement, level: 'must', at: '$.root', message, consequence: 'refuse' }],
  })
  if (!isRecord(raw))
    return refused('EL-4.1-three-fields', 'the tree is not an object; give the app as an element')
  const read = reader(findings, limits, isTold, isPrivate)
  const own = read(raw, '$.root', true)
  if (own === 'private') return refused('D-45', 'the root is private; turn the provider off instead')
  if (!own) return refused('EL-5.1-id-form', 'the root can not be told')
  if (raw.role !== 'Application') return refused('EL-5.2-root-application', 'the root is not an Application')
  const told = toldOf(own, false)
  const { element: root } = told
  const tree: Walk['tree'] = {
    kind: 'tree',
    root,
    oversize: [],
    told: new Set([root.id]),
    hidden: new Set(),
    findings,
  }
  const walk: Walk = { limits, sought, count: 1, chars: 0, tree, isTold, report, read }
  const holders: Holder[] = []
  take(told, raw, walk)
  hold(told.element, raw, own.isSensitive, 0, '$.root', holders)
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    enter(holder, walk, holders)
    if (walk.count > limits.maxElements)
      return refused('D-16', `more than ${limits.maxElements} elements; report less`)
    if (walk.chars > limits.maxBytes)
      return refused('D-16', `more than ${limits.maxBytes} bytes; report less`)
  }
  if (tree.hidden.size > 0) unlinkHidden(tree)
  return tree
}

/** Reads the children of one element into it. */
function enter({ children, element, isMasked, depth, at }: Holder, walk: Walk, holders: Holder[]): void {
  const { limits, tree, isTold, report } = walk
  const list = listOf(children)
  if (list === 'unreadable')
    return report('EL-5.1-children', 'children can not be read; give a list of elements', at, element.id)
  if (list.length === 0) return
  if (depth >= limits.maxDepth)
    return report('D-16', `deeper than ${limits.maxDepth}; what is inside was left out`, at, element.id)
  walk.count += list.length
  if (walk.count > limits.maxElements) return
  const kept: TreeElement[] = []
  for (const child of list) {
    const place = isTold ? `${at}.children[${kept.length}]` : at
    if (!isRecord(child)) {
      report('EL-5.1-children', 'a child that is no element; left out', at, element.id)
      continue
    }
    const own = walk.read(child, place, false)
    if (own === 'private') hide(child, walk)
    else if (own && tree.told.size === tree.told.add(own.element.id).size)
      report(
        'EL-5.1-id-unique',
        'id used twice in one answer; the second was left out: mint one per appearance',
        place,
        own.element.id,
      )
    else if (own) {
      const told = toldOf(own, isMasked)
      kept.push(told.element)
      take(told, child, walk)
      hold(told.element, child, isMasked || own.isSensitive, depth + 1, place, holders)
    }
  }
  if (kept.length > 0) element.children = kept
}

function take({ element, whole }: Omit<Own, 'isSensitive'>, raw: Raw, walk: Walk): void {
  if (walk.sought === element.id && isJudged(raw)) walk.tree.sought = raw
  if (whole) walk.tree.oversize.push({ element, whole })
  walk.chars += charsOf(element)
}

/** Puts off what is inside an element; most have nothing. */
function hold(
  element: TreeElement,
  raw: Raw,
  isMasked: boolean,
  depth: number,
  at: string,
  holders: Holder[],
): void {
  const children = childrenOf(raw)
  if (children !== undefined) holders.push({ children, element, isMasked, depth, at })
}

/** True by construction: it was read as an element, and the app said that it is one. */
const isJudged = (raw: Raw): raw is Raw & AppElement => isRecord(raw)

function reporter(findings: AppFinding[], isTold: boolean): Walk['report'] {
  return (requirement, message, at, id) => {
    if (isTold)
      push(findings, {
        requirement,
        level: 'must',
        at,
        message,
        consequence: 'repair',
        ...(id === undefined ? {} : { id }),
      })
  }
}

/** Reads elements that may throw at every touch. */
function reader(
  findings: AppFinding[],
  limits: Limits,
  isTold: boolean,
  isPrivate: (id: string) => boolean,
): Walk['read'] {
  const found: Parameters<Tell>[0][] = []
  const tell = isTold ? (finding: Parameters<Tell>[0]) => void found.push(finding) : undefined
  const rules = { isRoot: false, limits, tell }
  return (raw, at, isRoot) => {
    found.length = 0
    try {
      if (isSet(raw.private) || (typeof raw.id === 'string' && isPrivate(raw.id))) return 'private'
      rules.isRoot = isRoot
      const own = readOwn(raw, rules)
      for (const finding of found) push(findings, { ...finding, at, ...(own ? { id: own.element.id } : {}) })
      return own
    } catch {
      const message = 'an element that throws when it is read; left out with all inside it'
      push(findings, { requirement: 'EL-5.1-fields', level: 'must', at, message, consequence: 'repair' })
      return undefined
    }
  }
}

/** What an element says is inside it; undefined for nothing. */
function childrenOf(raw: Raw): unknown {
  try {
    return raw.children
  } catch {
    return 'unreadable'
  }
}

function listOf(children: unknown): readonly unknown[] | 'unreadable' {
  try {
    return Array.isArray(children) ? children.slice(0, MOST_CHILDREN) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

/** More than any host takes, so that a list that calls itself endless costs little. */
const MOST_CHILDREN = 100_001

/** Notes the ids of what is private; as many as a host would take elements. */
function hide(raw: Raw, walk: Walk): void {
  const { hidden } = walk.tree
  const within: Raw[] = [raw]
  const seen = new Set<object>()
  for (let at = within.pop(); at && seen.size < walk.limits.maxElements; at = within.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    try {
      if (isElementId(at.id)) hidden.add(at.id)
    } catch {
      continue
    }
    const list = listOf(childrenOf(at))
    if (list !== 'unreadable') for (const each of list) if (isRecord(each)) within.push(each)
  }
}

/** What is told links to nothing that is not (D-45). */
function unlinkHidden({ told, root, hidden }: Extract<CleanTree, { kind: 'tree' }>): void {
  for (const id of told) hidden.delete(id)
  const within = [root]
  for (let element = within.pop(); element; element = within.pop()) {
    if (element.attributes) element.attributes = unlinked(element, id => hidden.has(id)).attributes ?? {}
    for (const child of element.children ?? []) within.push(child)
  }
}

/** A lower bound of what an element takes on the wire. Units: UTF-16 code units. */
function charsOf({ title, content, url }: TreeElement): number {
  let chars = (title?.length ?? 0) + (url?.length ?? 0)
  for (const block of content ?? [])
    chars += block.type === 'text' ? block.text.length : block.type === 'image' ? block.data.length : 0
  return chars
}

const MOST_FINDINGS = 1000

/** A hostile tree costs no finding a field. */
function push(findings: AppFinding[], finding: AppFinding): void {
  if (findings.length < MOST_FINDINGS) findings.push(finding)
}
