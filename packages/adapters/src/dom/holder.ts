/** Elements in the making: what opens them, the words that go into them, and how they are finished. */
import type { Role, TreeElement } from '@copane/protocol/elements'
import { attribute, type DomNode, HINTS } from './node.js'
import { blockText } from './text.js'

/** What elements and words go into: an element, or the list that is given back. */
export type Holder = {
  element: TreeElement | undefined
  parent: Holder | undefined
  children: TreeElement[]
  visible: boolean
  level: number
  words: string[]
  /** Spaces and line ends in its words have a meaning. */
  asWritten: boolean
  /** The loose words of a container that the next words go on with. */
  run: Holder | undefined
}

/** The list at the top, which is visible. */
export const topHolder = (): Holder => holderOf(undefined, undefined, true, false)

/** Puts a new element into a holder; what follows stands behind it. */
export function openHolder(
  element: TreeElement,
  parent: Holder,
  visible: boolean,
  asWritten: boolean,
): Holder {
  if (visible !== parent.visible) element.visible = visible
  parent.run = undefined
  parent.children.push(element)
  return holderOf(element, parent, visible, asWritten)
}

const holderOf = (
  element: TreeElement | undefined,
  parent: Holder | undefined,
  visible: boolean,
  asWritten: boolean,
): Holder => ({
  element,
  parent,
  children: [],
  visible,
  level: parent ? parent.level + 1 : 0,
  words: [],
  asWritten,
  run: undefined,
})

const TEXT_ROLES: readonly Role[] = ['Text', 'Heading', 'Link']
const WORD_ROLES: readonly Role[] = [...TEXT_ROLES, 'Row', 'Cell']

/** True for what is text itself. */
export const isText = ({ element }: Holder): boolean =>
  element !== undefined && TEXT_ROLES.includes(element.role)

/** True where words are the element's own; elsewhere they are elements of their own. */
export const takesWords = ({ element }: Holder): boolean =>
  element !== undefined && WORD_ROLES.includes(element.role)

/** Adds words, to the text that they are part of as well: a paragraph says what the links in it say. */
export function addWords(holder: Holder, words: string): void {
  holder.words.push(words)
  for (let at = holder.parent; at?.element && TEXT_ROLES.includes(at.element.role); at = at.parent)
    at.words.push(words)
}

/** Ends a line of words: what follows stands below. */
export function endLine(holder: Holder): void {
  if (takesWords(holder)) addWords(holder, '\n')
  else holder.run = undefined
}

/** Elements whose being there says something; others must say something themselves. */
const KEPT: readonly Role[] = ['Window', 'Document', 'Cell', 'Page']

/** Fills in what is only known at the end; false for an element that says nothing and falls out. */
export function finish(holder: Holder, dropped: ReadonlySet<TreeElement>): boolean {
  const { element } = holder
  if (!element) return true
  const text = blockText(holder.words, holder.asWritten, element.selected === true)
  if (text !== undefined) element.content = [{ type: 'text', text }]
  if (element.title === text && TEXT_ROLES.includes(element.role)) delete element.title
  const children = holder.children.filter(child => !dropped.has(child))
  if (children.length > 0) element.children = children
  const { title, subrole, content, url, selected, focused, hovered } = element
  return (
    KEPT.includes(element.role) ||
    children.length > 0 ||
    [title, subrole, content, url, selected, focused, hovered].some(said => said !== undefined)
  )
}

/** The address of a link, a picture or a page; none that is a program or the thing itself. */
export function urlOf(node: DomNode, role: Role): string | undefined {
  const written =
    role === 'Link' ? attribute(node, 'href') : isShown(role) ? attribute(node, 'src') : undefined
  return written !== undefined && ADDRESS.test(written) && written.length <= 2048 ? written : undefined
}

const isShown = (role: Role): boolean => role === 'Image' || role === 'Document'

const ADDRESS = /^(?!javascript:|vbscript:|data:|blob:|about:)[a-z][a-z0-9+.-]*:\S+$/i

/** What the app calls a thing. */
export const subroleHint = (node: DomNode): string | undefined => attribute(node, HINTS.subrole) || undefined
