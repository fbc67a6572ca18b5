/** Elements of the app on their way into a managed tree: read once, judged, linked to each other. */
import type { Limits } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { AppFinding } from './app-element.js'
import { attach, childrenOf, depthOf, type KeptNode } from './kept-node.js'
import { isSet, readOwn, toldOf } from './own-element.js'

/** What came of it; nothing of a refused one is kept. */
export type Plant =
  | { kind: 'planted'; root: KeptNode; nodes: ReadonlyMap<string, KeptNode> }
  | { kind: 'refused'; requirement: AppFinding['requirement']; message: string }

/** Where it goes, and which ids are there already. */
export type Soil = {
  parent: KeptNode | undefined
  isTaken: (id: string) => boolean
  room: number
  limits: Limits
}

/**
 * Reads an element with all inside it.
 *
 * Shape   a part that can't be told is left out with all inside it and is a finding of what it stood in.
 * Errors  refused: an element that has no id or can't be read, a root that is no Application, too many elements.
 */
export function plant(raw: unknown, soil: Soil): Plant {
  try {
    return planted(raw, soil)
  } catch {
    return {
      kind: 'refused',
      requirement: 'EL-5.1-fields',
      message: 'an element that throws when it is read',
    }
  }
}

function planted(raw: unknown, { parent, isTaken, room, limits }: Soil): Plant {
  const refused = (requirement: AppFinding['requirement'], message: string): Plant => ({
    kind: 'refused',
    requirement,
    message,
  })
  if (!isRecord(raw)) return refused('EL-5.1-fields', 'not an element')
  const root = nodeOf(raw, isUnderMask(parent), parent === undefined, limits)
  if (!root)
    return refused('EL-5.1-id-form', 'an element that has no id of the right form, or can not be read')
  if (parent === undefined && raw.role !== 'Application')
    return refused('EL-5.2-root-application', 'the root is not an Application')
  const { id } = root.own
  if (isTaken(id)) return refused('EL-5.1-id-unique', 'an id that is there already')
  if (room < 1) return refused('D-16', `more than ${limits.maxElements} elements; report less`)
  const top = parent ? depthOf(parent) + 1 : 0
  if (top > limits.maxDepth) return refused('D-16', `deeper than ${limits.maxDepth}`)
  const nodes = new Map([[id, root]])
  const holders = [{ node: root, raw, depth: top }]
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    const { node, depth } = holder
    const list = listOf(holder.raw)
    if (list === undefined || list.length === 0) continue
    if (list === 'unreadable' || depth >= limits.maxDepth) {
      tell(
        node,
        list === 'unreadable' ? 'EL-5.1-children' : 'D-16',
        'what is inside can not be read or is too deep; left out',
      )
      continue
    }
    for (const child of list) {
      const made = isRecord(child) ? nodeOf(child, isUnderMask(node), false, limits) : undefined
      if (!made || !isRecord(child))
        tell(node, 'EL-5.1-children', 'a child that has no id or can not be read; left out')
      else if (nodes.has(made.own.id) || isTaken(made.own.id))
        tell(node, 'EL-5.1-id-unique', 'a child whose id is there already; left out: mint one per appearance')
      else {
        nodes.set(made.own.id, made)
        attach(made, node, undefined)
        holders.push({ node: made, raw: child, depth: depth + 1 })
      }
      if (nodes.size > room) return refused('D-16', `more than ${limits.maxElements} elements; report less`)
    }
  }
  return { kind: 'planted', root, nodes }
}

/** Reads an element's own fields anew; false, and nothing changed, when they can't be read. */
export function readNode(node: KeptNode, app: KeptNode['app'], limits: Limits): boolean {
  const read = ownOf(app, node.isMasked, node.parent === undefined, limits)
  if (!read) return false
  Object.assign(node, read)
  node.head = undefined
  return true
}

/** True for what stands inside something sensitive. */
export const isUnderMask = (parent: KeptNode | undefined): boolean =>
  parent !== undefined && (parent.isMasked || parent.isSensitive)

/** How many levels are inside an element. */
export function heightOf(node: KeptNode): number {
  let level = [node]
  for (let height = 0; ; height++) {
    level = level.flatMap(each => [...childrenOf(each)])
    if (level.length === 0) return height
  }
}

type Read = Pick<KeptNode, 'app' | 'own' | 'whole' | 'found' | 'isPrivate' | 'isSensitive'>

function ownOf(raw: KeptNode['app'], isMasked: boolean, isRoot: boolean, limits: Limits): Read | undefined {
  try {
    const found: KeptNode['found'] = []
    const own = readOwn(raw, { isRoot, limits, tell: finding => void found.push(finding) })
    if (!own) return undefined
    const { isSensitive } = own
    const { element, whole } = toldOf(own, isMasked)
    const isPrivate = isSet(raw.private)
    const app: KeptNode['app'] = { ...own.element, private: isPrivate, sensitive: isSet(raw.sensitive) }
    if (own.whole) app.content = own.whole
    return { app, own: element, whole, isSensitive, isPrivate, found }
  } catch {
    return undefined
  }
}

function nodeOf(
  raw: KeptNode['app'],
  isMasked: boolean,
  isRoot: boolean,
  limits: Limits,
): KeptNode | undefined {
  const read = ownOf(raw, isMasked, isRoot, limits)
  return (
    read && {
      ...read,
      isMasked,
      parent: undefined,
      block: undefined,
      blocks: [],
      head: undefined,
      piece: undefined,
    }
  )
}

function listOf(raw: KeptNode['app']): readonly unknown[] | 'unreadable' | undefined {
  try {
    const { children } = raw
    return children === undefined || Array.isArray(children) ? children : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const tell = (node: KeptNode, requirement: AppFinding['requirement'], message: string): void =>
  void node.found.push({ requirement, level: 'must', consequence: 'repair', message })
