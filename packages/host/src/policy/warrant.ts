/** What the user's act calls for: which elements are pointed at, and what stands nearest (EL-9.2-warranted). */
import { focusPath, type TreeElement, type Visit, walk } from '@copane/protocol/elements'

/**
 * How much an act calls for.
 *
 * Shape   `pointed`: what is selected and where the user is, with their way down from the root. `shown`: that, and what is
 *         drawn on screen. `open`: that, and what is not drawn.
 */
export type Scope = 'pointed' | 'shown' | 'open'

/**
 * How near an element is to what the user means.
 *
 * Shape   `pointed`: the root, a selected element, the way down to one, the way down to the user's position. `inside`:
 *         within a selected element, or within the position when nothing is selected. `beside`: drawn, in the focused
 *         document. `shown`: drawn elsewhere. `hidden`: not drawn. Hover counts for nothing (EL-9.2-hover-weaker).
 */
export type Nearness = 'pointed' | 'inside' | 'beside' | 'shown' | 'hidden'

/** An element with how near it is; `isMeant`: its own text is what the user means. */
export type Warranted = { visit: Visit; nearness: Nearness; isMeant: boolean; isDocument: boolean }

/**
 * Every element with its nearness, parents first, in the app's order.
 *
 * Source  elements 0.2.0 §5.3, §5.7 · EL-9.2-hover-weaker, EL-9.2-warranted
 */
export function warrant(root: TreeElement): Warranted[] {
  const path = focusPath(root)
  const position = path.at(-1)
  const document = path.findLast(({ role }) => role === 'Document' || role === 'Page') ?? position
  const visits = [...walk(root)]
  const pointed = new Set<TreeElement>([root, ...path])
  const selected = visits.filter(({ element }) => element.selected)
  for (const visit of selected)
    for (let at: Visit | undefined = visit; at && !(at !== visit && pointed.has(at.element)); at = at.parent)
      pointed.add(at.element)
  const isInside = insideOf(
    visits,
    element => element.selected ?? (selected.length === 0 && element === position),
  )
  const isBeside = insideOf(visits, element => element === document)
  return visits.map((visit, at) => {
    const { element, visible } = visit
    return {
      visit,
      nearness: pointed.has(element)
        ? 'pointed'
        : isInside[at]
          ? 'inside'
          : !visible
            ? 'hidden'
            : isBeside[at]
              ? 'beside'
              : 'shown',
      isMeant: element.selected === true || element === position || element === document,
      isDocument: element === document,
    }
  })
}

/** For each element in order whether it is within one for which a test holds. */
function insideOf(visits: readonly Visit[], test: (element: TreeElement) => boolean): boolean[] {
  const within = new Set<TreeElement>()
  return visits.map(({ element, parent }) => {
    const isWithin = parent !== undefined && within.has(parent.element)
    if (isWithin || test(element)) within.add(element)
    return isWithin
  })
}
