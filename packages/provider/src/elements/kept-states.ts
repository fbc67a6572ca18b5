/** The states of a managed tree: one path of focus, one hover, any selection, whatever is moved or taken away. */
import { type KeptNode, nodesIn } from './kept-node.js'

type State = 'focused' | 'hovered' | 'selected'

/** Keeps the states of the elements right by itself (elements §5.3). */
export type KeptStates = {
  focus(node: KeptNode | undefined): void
  hover(node: KeptNode | undefined): void
  select(nodes: readonly KeptNode[]): void
  /** Takes over what new elements say of themselves. */
  adopt(root: KeptNode): void
  /** An element is about to be taken away: the user is then in what it stands in. */
  leave(root: KeptNode): void
  /** An element stands somewhere else. */
  moved(root: KeptNode): void
  patched(node: KeptNode, fields: { [Name in State]?: unknown }): void
}

/**
 * Makes the keeper; `mark` sets or clears a state of one element.
 *
 * Source  elements §5.3 · EL-5.3-focus-path, EL-5.3-one-hover, EL-5.3-many-selected
 */
export function createKeptStates(mark: (node: KeptNode, state: State, isOn: boolean) => void): KeptStates {
  let position: KeptNode | undefined
  let hovered: KeptNode | undefined
  let path = new Set<KeptNode>()
  let selected = new Set<KeptNode>()

  const exchange = (state: State, old: ReadonlySet<KeptNode>, now: ReadonlySet<KeptNode>) => {
    for (const node of old) if (!now.has(node)) mark(node, state, false)
    for (const node of now) if (!node.own[state]) mark(node, state, true)
  }
  const focus = (node: KeptNode | undefined) => {
    const now = new Set<KeptNode>()
    for (let at = node; at?.parent; at = at.parent) now.add(at)
    exchange('focused', path, now)
    path = now
    position = node
  }
  const hover = (node: KeptNode | undefined) => {
    exchange('hovered', new Set(hovered ? [hovered] : []), new Set(node ? [node] : []))
    hovered = node
  }
  const select = (nodes: readonly KeptNode[]) => {
    const now = new Set(nodes)
    exchange('selected', selected, now)
    selected = now
  }

  return {
    focus,
    hover,
    select,
    adopt(root) {
      let deepest: { node: KeptNode; depth: number } | undefined
      const depths = new Map<KeptNode | undefined, number>()
      for (const node of nodesIn(root)) {
        const depth = (depths.get(node.parent) ?? 0) + 1
        depths.set(node, depth)
        if (node.own.selected) selected.add(node)
        if (node.own.hovered) {
          mark(node, 'hovered', false)
          hover(node)
        }
        if (!node.own.focused) continue
        mark(node, 'focused', false)
        if (!deepest || depth > deepest.depth) deepest = { node, depth }
      }
      if (deepest) focus(deepest.node)
    },
    leave(root) {
      for (const node of nodesIn(root)) {
        selected.delete(node)
        if (node === hovered) hovered = undefined
      }
      if (path.has(root) || !root.parent) focus(root.parent)
    },
    moved(root) {
      if (path.has(root)) focus(position)
    },
    patched(node, fields) {
      if (fields.focused) focus(node)
      else if ('focused' in fields && path.has(node)) focus(node.parent)
      if (fields.hovered) hover(node)
      else if ('hovered' in fields && node === hovered) hovered = undefined
      if (node.own.selected) selected.add(node)
      else selected.delete(node)
    },
  }
}
