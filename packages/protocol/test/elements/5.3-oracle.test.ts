/** The rules of states, against a naive model that asks them element by element, path by path. */
import { focusPath, readAnswer, type TreeElement, walk } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer } from '../support/elements.ts'
import { trees } from '../support/trees.ts'

/** An element with everything it is in, outermost first, and where it stands. */
type Item = { element: TreeElement; above: TreeElement[]; at: string }

function itemsOf(element: TreeElement, above: TreeElement[] = [], at = '$.root'): Item[] {
  const below = (element.children ?? []).flatMap((child, index) =>
    itemsOf(child, [...above, element], `${at}.children[${index}]`),
  )
  return [{ element, above, at }, ...below]
}

const isVisible = ({ element, above }: Item): boolean =>
  [...above, element].findLast(each => each.visible !== undefined)?.visible ?? true

/** True for an element that is the one focused child of what it is in, and so is everything around it. */
const isOnPath = ({ element, above }: Item): boolean =>
  [...above, element].every(
    (each, depth, line) =>
      depth === 0 ||
      (each.focused === true && line[depth - 1]?.children?.filter(child => child.focused).length === 1),
  )

/** Where each rule is broken. */
function broken(items: Item[]): { [rule: string]: string[] } {
  const hovered = items.filter(({ element }) => element.hovered)
  return {
    'EL-5.3-focus-path': items
      .filter(({ element, above }) => {
        const parent = above.at(-1)
        if (!parent || !element.focused) return false
        const first = parent.children?.find(child => child.focused)
        return first !== element || (above.length > 1 && !parent.focused)
      })
      .map(({ at }) => at),
    'EL-5.3-visible-differs': items
      .filter(({ element, above }) => {
        if (element.visible === undefined) return false
        const parent = above.at(-1)
        return (
          !parent || element.visible === isVisible({ element: parent, above: above.slice(0, -1), at: '' })
        )
      })
      .map(({ at }) => at),
    'EL-5.3-one-hover': hovered.slice(1).map(({ at }) => at),
  }
}

/** Trees of which no id is used twice, so that nothing is refused. */
const named = trees.map(root => {
  let count = 0
  for (const { element } of walk(root)) {
    element.id = `e${count++}`
    element.role = count === 1 ? 'Application' : 'Group'
  }
  return root
})

verifies('EL-5.3-focus-path', 'any tree: exactly the places where a rule is broken', () =>
  fc.assert(
    fc.property(named, root => {
      const wanted = broken(itemsOf(root))
      const { findings } = readAnswer(answer(root))
      for (const [rule, places] of Object.entries(wanted)) {
        const told = findings.filter(({ requirement }) => requirement === rule).map(({ at }) => at)
        expect([...new Set(told)].toSorted()).toEqual(places.toSorted())
      }
    }),
    { numRuns: 1000 },
  ),
)

verifies('EL-5.3-focus-path', 'any tree: what a host keeps is one path, and the states that hold', () =>
  fc.assert(
    fc.property(named, root => {
      const items = itemsOf(root)
      const read = readAnswer(answer(root))
      if (read.kind !== 'answer') throw new Error('refused')
      const kept = new Map([...walk(read.root)].map(visit => [visit.element.id, visit]))
      const hovers = items.filter(({ element }) => element.hovered).length
      for (const item of items) {
        const { element } = item
        const visit = kept.get(element.id)
        expect(visit?.element.focused).toBe(
          element.focused && (item.above.length === 0 || isOnPath(item)) ? true : undefined,
        )
        expect(visit?.element.hovered).toBe(element.hovered && hovers === 1 ? true : undefined)
        expect(visit?.visible).toBe(isVisible(item))
      }
      expect(focusPath(read.root).map(({ id }) => id)).toEqual(
        items.filter(item => item.above.length > 0 && isOnPath(item)).map(({ element }) => element.id),
      )
    }),
    { numRuns: 1000 },
  ),
)
