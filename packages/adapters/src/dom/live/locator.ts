/** Finds what an id stands for, and tells where that is. */
import type { Location } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'
import type { FindOrigin } from './find-origin.js'
import { isDrawnIn, isPrivate } from './flat-tree.js'
import { type Display, placeOfNode, placeOfPassage } from './locate.js'
import type { Passages } from './passages.js'
import type { Registry } from './registry.js'

/** What is needed to tell a place. */
export type Locator = {
  root: Appearance
  registry: Registry
  passages: Passages
  origin: FindOrigin
  window: () => number | undefined
}

/**
 * The place of an id, at this moment; of the root, without one.
 *
 * Shape   `gone` for what was issued and no longer exists; undefined for what was never issued or can't be placed.
 * Source  elements §4.2 · EL-4.2-gone, EL-4.2-never-issued, EL-4.2-cannot-place · D-14
 */
export function locateIn(
  { root, registry, passages, origin, window }: Locator,
  id: string | undefined,
): Location | undefined {
  if (id !== undefined && !registry.isIssued(id)) return undefined
  const display: Display = { origin: origin(), window: window() }
  if (id === undefined) return placeOfNode(root.node, undefined, display)
  const passage = passages.byId(id)
  if (passage) {
    const node = passage.kind === 'range' ? passage.range.startContainer : passage.field.deref()
    return node && isWithin(node, root.node) ? placeOfPassage(passage, display) : { state: 'gone' }
  }
  const it = registry.find(id, root)
  if (!it || !isWithin(it.node, root.node)) {
    registry.tellGone(id)
    return { state: 'gone' }
  }
  return placeOfNode(it.node, it.last, display)
}

/** True for a node that is drawn in the root, and in nothing that the app keeps private. */
const isWithin = (node: Node, root: Node): boolean =>
  node.isConnected && isDrawnIn(node, root) && !isPrivate(node)
