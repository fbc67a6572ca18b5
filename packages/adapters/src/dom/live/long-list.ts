/** A list that is too long to be read: the part of it that is on the screen is (FR-4). */
import type { Appearance } from './appearance.js'
import type { Expander } from './expand.js'
import { isElement } from './flat-tree.js'
import { windowOf } from './sibling-window.js'

/** Children in a row, and single ones before and after that the user points at. */
export type Part = { first: Element; count: number; before: Node[]; after: Node[] }

/** Which part of a long list is read; what is beyond is counted on its appearance. */
export function partToRead(
  it: Appearance,
  list: Element,
  container: Element | ShadowRoot,
  by: Expander,
): Part | undefined {
  const { children } = container
  const total = children.length
  const start = windowOf(children, by.mostKids, list)
  const [first, last] = [children[start], children[start + by.mostKids - 1]]
  if (!first || !last) return undefined
  const wanted = [...by.wanted].filter(node => node.parentNode === container && isElement(node))
  const before = wanted.filter(node => isOnSide(first, node, Node.DOCUMENT_POSITION_PRECEDING))
  const after = wanted.filter(node => isOnSide(last, node, Node.DOCUMENT_POSITION_FOLLOWING))
  it.windowStart = start
  it.windowSize = by.mostKids
  it.beyond = total - by.mostKids - before.length - after.length
  return { first, count: by.mostKids, before, after }
}

const isOnSide = (of: Node, node: Node, side: number): boolean =>
  (of.compareDocumentPosition(node) & side) !== 0

/** True when another part of a long list is on the screen now, or more of it is wanted, than was read. */
export function isElsewhere(it: Appearance, isOnScreen: boolean, by: Expander): boolean {
  const { element, windowSize, windowStart } = it
  if (!element || windowSize === 0) return false
  if (by.mostKids > windowSize) return true
  if (!isOnScreen) return false
  const start = windowOf((element.shadowRoot ?? element).children, windowSize, element)
  return Math.abs(start - windowStart) > windowSize / 4
}
