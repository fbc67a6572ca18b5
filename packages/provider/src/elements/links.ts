/** Links between elements never lead to what is private (elements §5.6 · D-45). */
import type { TreeElement } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'

/** An element without its links to ids that are hidden; the element itself where there are none. */
export function unlinked(element: TreeElement, isHidden: (id: string) => boolean): TreeElement {
  const related = element.attributes?.related
  if (!Array.isArray(related)) return element
  const kept = related.filter(link => !(isRecord(link) && typeof link.id === 'string' && isHidden(link.id)))
  if (kept.length === related.length) return element
  return { ...element, attributes: { ...element.attributes, related: kept } }
}
