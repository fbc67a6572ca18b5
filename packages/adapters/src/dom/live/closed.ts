/** Custom elements that draw something which can't be looked into: a closed shadow root (FR-62). */
import type { Appearance } from './appearance.js'
import { isText } from './flat-tree.js'
import { isBoxed } from './see.js'

/** Smaller ones are icons and spacers. Units: CSS pixels, squared. */
const LEAST_AREA = 48 * 48

/**
 * Says of a custom element whether it is closed.
 *
 * Shape   one that has a box, an upgraded tag, and shows nothing of what is inside it in the open.
 */
export function judgeClosed(it: Appearance, element: Element): void {
  if ((it.kind !== 'wrapper' && it.kind !== 'closed') || !it.tag.includes('-')) return
  const { left, top, right, bottom } = it.box
  const isClosed =
    element.shadowRoot === null &&
    (right - left) * (bottom - top) >= LEAST_AREA &&
    element.matches(':defined') &&
    !it.kids.some(kid => isBoxed(kid) && kid.kind !== 'run') &&
    !showsText(element)
  if (isClosed) {
    it.kind = 'closed'
    it.facts = { role: 'Group', attributes: { unreachable: true, reason: 'a closed shadow root' } }
  } else if (it.kind === 'closed') it.stale = true
}

/** True when text that stands directly in an element is drawn. */
function showsText(element: Element): boolean {
  const range = element.ownerDocument.createRange()
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (!isText(child) || child.data.trim() === '') continue
    range.selectNodeContents(child)
    if (range.getClientRects().length > 0) return true
  }
  return false
}
