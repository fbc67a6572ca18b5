/** Finds again, in an answer, the element that an appearance became. */
import type { TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'

/** An element with whether it is drawn. */
export type Found = { element: TreeElement; isShown: boolean }

/** The element of an appearance, or of the nearest one around it that has one. */
export type AnswerIndex = {
  at(it: Appearance): Found | undefined
  around(it: Appearance): (Found & { it: Appearance }) | undefined
}

/** Looks through an answer once, when the first thing is asked for. */
export function indexAnswer(children: readonly TreeElement[]): AnswerIndex {
  let found: Map<string, Found> | undefined
  const at = (it: Appearance): Found | undefined => (found ??= look(children)).get(it.id)
  return {
    at,
    around(it) {
      for (let outer: Appearance | undefined = it; outer; outer = outer.parent) {
        const element = outer.id === '' ? undefined : at(outer)
        if (element) return { ...element, it: outer }
      }
      return undefined
    },
  }
}

function look(children: readonly TreeElement[]): Map<string, Found> {
  const found = new Map<string, Found>()
  const stack: Found[] = children.map(element => ({ element, isShown: element.visible ?? true }))
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    found.set(entry.element.id, entry)
    for (const element of entry.element.children ?? [])
      stack.push({ element, isShown: element.visible ?? entry.isShown })
  }
  return found
}
