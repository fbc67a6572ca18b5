/** One element of the answer, from what was read of its appearance. */
import type { ContentBlock, Json, TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'
import type { Reason } from './pass.js'
import type { Registry } from './registry.js'

/** The element without its children; `visible` is sent only where it is given. */
export function toElement(
  it: Appearance,
  visible: boolean | undefined,
  isFocused: boolean,
  registry: Registry,
): TreeElement {
  const { facts } = it
  const element: TreeElement = { id: registry.idOf(it), role: facts.role }
  if (facts.subrole !== undefined) element.subrole = facts.subrole
  if (facts.title !== undefined) element.title = facts.title
  const content = contentOf(it)
  if (content) element.content = content
  if (facts.url !== undefined) element.url = facts.url
  if (facts.selected) element.selected = true
  if (isFocused) element.focused = true
  if (visible !== undefined) element.visible = visible
  if (facts.attributes) element.attributes = { ...facts.attributes }
  if (facts.cut || (it.quiet && facts.text)) tell(element, 'cut', true)
  return element
}

function contentOf({ facts, quiet }: Appearance): ContentBlock[] | undefined {
  if (facts.text !== undefined) return quiet ? undefined : [{ type: 'text', text: facts.text }]
  return facts.link && [{ type: 'resource_link', ...facts.link }]
}

function tell(element: TreeElement, name: string, value: Json): void {
  ;(element.attributes ??= {})[name] = value
}

/** Says on an element that some of what is inside it is not in the answer, how much, and why (FR-1, FR-4). */
export function tellMissing(element: TreeElement, count: number, because: Reason | undefined): void {
  const before = element.attributes?.missing
  tell(element, 'missing', (typeof before === 'number' ? before : 0) + count)
  tell(element, 'missingBecause', because ?? 'budget')
}
