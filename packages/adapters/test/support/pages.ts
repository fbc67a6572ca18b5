/** Short forms for tests of the converter: pages from tags, and what they become as outlines. */
import { convertDom, type DomNode, type IdOf } from '@copane/adapters/dom'
import { printOutline, type TreeElement } from '@copane/protocol/elements'

/** What stands on a node besides its tag: its own fields, or attributes. */
export type Marks = Omit<DomNode, 'tag' | 'attributes' | 'children'> & {
  attributes?: { [name: string]: string }
}

/** A tag with marks and children; a text is a run of text. */
export const tag = (name: string, marks: Marks = {}, ...children: (DomNode | string)[]): DomNode => ({
  tag: name,
  ...marks,
  ...(children.length > 0
    ? { children: children.map(child => (typeof child === 'string' ? { text: child } : child)) }
    : {}),
})

/** A tag with attributes alone. */
export const withAttributes = (
  name: string,
  attributes: { [name: string]: string },
  ...children: (DomNode | string)[]
): DomNode => tag(name, { attributes }, ...children)

/** Ids in the order in which they are asked for; an app's own is taken as it is. */
export function countingIds(): IdOf {
  let last = 0
  return (_, hint) => hint ?? `e${++last}`
}

/** An app whose one window holds a page; it has the focus where something in it has. */
export function appAround(children: TreeElement[]): TreeElement {
  const focused = children.some(child => child.focused) ? { focused: true as const } : {}
  const window: TreeElement = {
    id: 'w',
    role: 'Window',
    ...focused,
    ...(children.length > 0 ? { children } : {}),
  }
  return { id: 'app', role: 'Application', title: 'A', children: [window] }
}

/** What a page becomes, one line an element. */
export const shown = (page: DomNode): string =>
  convertDom(page, countingIds())
    .map(each => printOutline(each))
    .join('\n')
