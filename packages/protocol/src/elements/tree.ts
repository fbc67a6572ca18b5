/** What a tree of elements says: where the user is, what is drawn, what is where (elements §5.3). */
import type { TreeElement } from './types.js'

/** An element with its way down from the root. */
export type Visit = { element: TreeElement; parent: Visit | undefined; depth: number; visible: boolean }

/**
 * Every element, parents first, children in the app's order.
 *
 * Shape   `visible` is the effective value: an absent one is the parent's, the root is visible.
 * Source  elements 0.2.0 §5.3 · EL-5.3-visible-differs
 */
export function* walk(root: TreeElement): Generator<Visit> {
  const stack: Visit[] = [{ element: root, parent: undefined, depth: 0, visible: root.visible ?? true }]
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    yield visit
    const children = visit.element.children ?? []
    for (let at = children.length - 1; at >= 0; at--) {
      const element = children[at]
      if (element)
        stack.push({
          element,
          parent: visit,
          depth: visit.depth + 1,
          visible: element.visible ?? visit.visible,
        })
    }
  }
}

/** The first element for which a test holds, with its way down; undefined when there is none. */
export function find(root: TreeElement, test: (element: TreeElement) => boolean): Visit | undefined {
  for (const visit of walk(root)) if (test(visit.element)) return visit
  return undefined
}

/** What an element stands in, innermost first; the root is the last. */
export function ancestors(visit: Visit): TreeElement[] {
  const above: TreeElement[] = []
  for (let at = visit.parent; at; at = at.parent) above.push(at.element)
  return above
}

/**
 * The elements from a child of the root down to the user's position.
 *
 * Shape   outermost first; [] when nothing is focused; never holds the root.
 * Errors  none: expects a tree that was repaired first (D-15).
 * Source  elements 0.2.0 §5.3 "Focus is a path" · EL-5.3-focus-path
 */
export function focusPath(root: TreeElement): TreeElement[] {
  const path: TreeElement[] = []
  for (let at = focusedChild(root); at; at = focusedChild(at)) path.push(at)
  return path
}

/** What the user selected, in the app's order. */
export const selectedElements = (root: TreeElement): TreeElement[] =>
  [...walk(root)].filter(visit => visit.element.selected).map(visit => visit.element)

const focusedChild = (element: TreeElement) => element.children?.find(child => child.focused)
