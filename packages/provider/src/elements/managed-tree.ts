/** The elements of an app kept by id, each part of the answer written once until it changes. */
import { LIMITS, type Limits } from '@copane/protocol/elements'
import type { AppElement, AppFinding, OwnElement } from './app-element.js'
import { createKeptStates } from './kept-states.js'
import { type KeptTree, keptTree } from './kept-tree.js'
import { attach, depthOf, detach, isHidden, type KeptNode, nodesIn, touch } from './kept-node.js'
import { heightOf, isUnderMask, type Plant, plant, readNode } from './plant.js'
import { createRemembered } from './remembered.js'

/** What a change names: fields of an element, or undefined for one that it has no longer. */
export type ElementPatch = { [Name in keyof Omit<OwnElement, 'id'>]?: OwnElement[Name] | undefined }

/**
 * A tree of elements that the app changes by id.
 *
 * Shape   what is handed in is copied, so an object that the app changes later changes nothing here. Each change says
 *         whether it was made; one that was not (an id that is not there or is there already, a place inside itself,
 *         more than a limit) leaves the tree as it was and is a finding.
 */
export type ManagedTree = {
  has(id: string): boolean
  /** Changes some fields of an element; what is inside it stays. */
  patch(id: string, fields: ElementPatch): boolean
  /** Puts an element, with all inside it, in the place of the one that has its id. */
  replace(element: AppElement): boolean
  /** Puts an element inside another: before the one named, or as the last. */
  insert(parent: string, element: AppElement, before?: string): boolean
  move(id: string, parent: string, before?: string): boolean
  /** Takes an element away with all that is inside it. */
  remove(id: string): boolean
  /** Marks the one path down to where the user is; none without an id (EL-5.3-focus-path). */
  focus(id?: string): boolean
  /** Marks what the pointer is over; nothing without an id (EL-5.3-one-hover). */
  hover(id?: string): boolean
  /** Selects these elements and no others. */
  select(ids: readonly string[]): boolean
  /** What the elements face reads. */
  kept: KeptTree
}

/**
 * Makes a managed tree.
 *
 * Shape   `root` is the app, an Application; `limits` are those of the answers (D-16).
 * Errors  none thrown: a root that can't be told makes a tree that answers nothing and says so in its findings.
 * Source  elements §5 · EL-5.3-focus-path, EL-5.3-one-hover · D-15, D-16, D-45
 */
export function createManagedTree(root: AppElement, options: { limits?: Partial<Limits> } = {}): ManagedTree {
  const limits: Limits = {
    ...LIMITS,
    ...options.limits,
    maxDepth: Math.min(options.limits?.maxDepth ?? LIMITS.maxDepth, MOST_DEPTH),
  }
  const nodes = new Map<string, KeptNode>()
  /** The few elements that have to be found again: with links, with blocks that are too large. */
  const linked = new Set<KeptNode>()
  const large = new Set<KeptNode>()
  const refused: AppFinding[] = []
  const removed = createRemembered()
  let version = 0
  let top: KeptNode | undefined

  const changed = (): true => {
    version++
    return true
  }
  const refuse: Refuse = (message, requirement = 'EL-9.1-id-stable', id) => {
    version++
    const finding: AppFinding = { requirement, level: 'must', at: '$', message, consequence: 'refuse' }
    if (refused.length < MOST_REFUSED) refused.push(id === undefined ? finding : { ...finding, id })
    return false
  }
  const note = (node: KeptNode): void => {
    if (node.own.attributes?.related !== undefined) linked.add(node)
    else linked.delete(node)
    if (node.whole) large.add(node)
    else large.delete(node)
  }
  const read = (node: KeptNode, app: KeptNode['app']): boolean => {
    if (!readNode(node, app, limits)) return false
    note(node)
    touch(node)
    return true
  }
  const states = createKeptStates((node, state, isOn) => void read(node, { ...node.app, [state]: isOn }))
  const list = (planted: Extract<Plant, { kind: 'planted' }>): void => {
    for (const [id, node] of planted.nodes) {
      nodes.set(id, node)
      note(node)
    }
    states.adopt(planted.root)
  }
  const unlist = (node: KeptNode): void => {
    states.leave(node)
    const isSeen = !isHidden(node)
    for (const each of nodesIn(node)) {
      if (isSeen && !isHidden(each)) removed.add(each.own.id)
      nodes.delete(each.own.id)
      linked.delete(each)
      large.delete(each)
    }
  }
  /** Links to what is private are left out, so they are written anew when something becomes private or no longer is. */
  const relink = (): void => {
    for (const node of linked) {
      node.head = undefined
      touch(node)
    }
  }
  /** What stands inside something sensitive is read anew when that changes. */
  const remask = (node: KeptNode): void => {
    for (const each of nodesIn(node)) {
      const isMasked = isUnderMask(each.parent)
      if (each.isMasked === isMasked) continue
      each.isMasked = isMasked
      read(each, each.app)
    }
  }
  const soil = (parent: KeptNode | undefined, instead?: KeptNode) => ({
    parent,
    limits,
    room: limits.maxElements - nodes.size + (instead ? [...nodesIn(instead)].length : 0),
    isTaken(id: string) {
      const known = nodes.get(id)
      return known !== undefined && !(instead && isInside(known, instead))
    },
  })

  const start = plant(root, soil(undefined))
  if (start.kind === 'planted') {
    top = start.root
    list(start)
  } else refuse(start.message, start.requirement)

  return {
    has: id => nodes.has(id),
    patch(id, fields) {
      const node = nodes.get(id)
      if (!node) return refuse('patch of an id that is not there')
      const { isPrivate, isSensitive } = node
      if (!read(node, { ...node.app, ...fields, id }))
        return refuse('fields that can not be read', 'EL-5.1-fields', id)
      states.patched(node, fields)
      if (node.isSensitive !== isSensitive) remask(node)
      if (node.isPrivate !== isPrivate) relink()
      return changed()
    },
    replace(element) {
      const node = nodes.get(idOf(element))
      if (!node) return refuse('replace of an id that is not there')
      const { parent } = node
      const planted = plant(element, soil(parent, node))
      if (planted.kind === 'refused') return refuse(planted.message, planted.requirement, node.own.id)
      unlist(node)
      if (parent) attach(planted.root, parent, detach(node))
      else top = planted.root
      list(planted)
      relink()
      return changed()
    },
    insert(parent, element, before) {
      const into = placeAt(nodes, parent, before)
      if (!into) return refuse('insert at a place that is not there')
      const planted = plant(element, soil(into.parent))
      if (planted.kind === 'refused') return refuse(planted.message, planted.requirement)
      attach(planted.root, into.parent, into.before)
      list(planted)
      relink()
      return changed()
    },
    move(id, parent, before) {
      const node = nodes.get(id)
      const into = placeAt(nodes, parent, before)
      if (!node?.parent || !into) return refuse('move of what is not there, or to a place that is not there')
      if (isInside(into.parent, node)) return refuse('move of an element into itself', 'EL-9.1-id-stable', id)
      if (depthOf(into.parent) + 1 + heightOf(node) > limits.maxDepth)
        return refuse(`deeper than ${limits.maxDepth}`, 'D-16', id)
      if (into.before === node) return changed()
      detach(node)
      attach(node, into.parent, into.before)
      if (node.isMasked !== isUnderMask(node.parent)) remask(node)
      relink()
      states.moved(node)
      return changed()
    },
    remove(id) {
      const node = nodes.get(id)
      if (!node?.parent) return refuse('remove of an id that is not there, or of the root')
      unlist(node)
      detach(node)
      relink()
      return changed()
    },
    focus: id => setState(id, states.focus),
    hover: id => setState(id, states.hover),
    select(ids) {
      const chosen = ids.flatMap(id => nodes.get(id) ?? [])
      if (chosen.length < ids.length) return refuse('select of an id that is not there')
      states.select(chosen)
      return changed()
    },
    kept: keptTree({
      limits,
      nodes,
      large,
      refused,
      root: () => top,
      version: () => version,
      isRemoved: removed.has,
    }),
  }

  function setState(id: string | undefined, set: (node: KeptNode | undefined) => void): boolean {
    const node = id === undefined ? undefined : nodes.get(id)
    if (id !== undefined && !node) return refuse('a state of an id that is not there')
    set(node)
    return changed()
  }
}

type Refuse = (message: string, requirement?: AppFinding['requirement'], id?: string) => false

const MOST_REFUSED = 100

/** Texts are written by recursion, so the depth ends long before the stack. */
const MOST_DEPTH = 1000

function placeAt(nodes: ReadonlyMap<string, KeptNode>, parent: string, before: string | undefined) {
  const into = nodes.get(parent)
  const next = before === undefined ? undefined : nodes.get(before)
  if (!into || (before !== undefined && next?.parent !== into)) return undefined
  return { parent: into, before: next }
}

function isInside(node: KeptNode, outer: KeptNode): boolean {
  for (let at: KeptNode | undefined = node; at; at = at.parent) if (at === outer) return true
  return false
}

const idOf = (element: AppElement): string => element?.id
