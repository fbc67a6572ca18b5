/** A tree with parts of it taken out; what is given is never changed. */
import { type TreeElement, type Visit, walk } from '@copane/protocol/elements'

/** What is left of a tree, and what went: the tops of what went, and how many elements in all. */
export type Pruned = { root: TreeElement | undefined; tops: TreeElement[]; count: number }

/**
 * A copy of a tree without the elements for which a test holds, and without all that is inside them.
 *
 * Shape   `change` gives what stands for an element that stays; its children are seen to here.
 * Errors  none; a loop, whatever the depth.
 */
export function prune(
  root: TreeElement,
  isOut: (visit: Visit) => boolean,
  change: (element: TreeElement, visit: Visit) => TreeElement = element => element,
): Pruned {
  const copies = new Map<TreeElement, TreeElement>()
  const tops: TreeElement[] = []
  let top: TreeElement | undefined
  let count = 0
  for (const visit of walk(root)) {
    const { element, parent } = visit
    const above = parent && copies.get(parent.element)
    if ((parent && !above) || isOut(visit)) {
      count++
      if (!parent || above) tops.push(element)
      continue
    }
    const { children: _, ...copy } = change(element, visit)
    copies.set(element, copy)
    if (above) addChild(above, copy)
    else top = copy
  }
  return { root: top, tops, count }
}

function addChild(parent: TreeElement, child: TreeElement): void {
  if (parent.children) parent.children.push(child)
  else parent.children = [child]
}
