/** The windows of an app as elements, for an app that says no more of itself (D-10, D-19). */
import type { TreeElement } from '@copane/protocol/elements'
import type { WindowView } from '../bridge/view.js'

/** What is told of a window here; an action of any state will do. */
type Shown = Pick<WindowView<unknown>, 'id' | 'title' | 'modal' | 'private'>

/** The root and a Window element for each window, under the same id; what is private is left out (D-45). */
export function windowElements(id: string, title: string, windows: readonly Shown[]): TreeElement {
  const children = windows.filter(window => !window.private).map(elementOf)
  return { id, role: 'Application', title, ...(children.length > 0 ? { children } : {}) }
}

/** The tree without the elements of private windows, and what is in them (D-45). */
export function withoutPrivate(root: TreeElement, windows: readonly Shown[]): TreeElement {
  const hidden = new Set(windows.filter(window => window.private).map(window => window.id))
  return hidden.size === 0 ? root : pruned(root, hidden)
}

const elementOf = ({ id, title, modal }: Shown): TreeElement => ({
  id,
  role: 'Window',
  ...(modal ? { subrole: 'dialog' } : {}),
  title,
})

function pruned(element: TreeElement, hidden: ReadonlySet<string>): TreeElement {
  const { children = [], ...rest } = element
  const shown = children.filter(child => !hidden.has(child.id)).map(child => pruned(child, hidden))
  return shown.length > 0 ? { ...rest, children: shown } : rest
}
