/** The windows of an app as elements, for an app that says no more of itself (D-10, D-19). */
import type { TreeElement } from '@copane/protocol/elements'
import type { WindowView } from '../bridge/view.js'
import type { ManagedTree } from '../elements/managed-tree.js'

/** What is told of a window here; an action of any state will do. */
type Shown = Pick<WindowView<unknown>, 'id' | 'title' | 'modal' | 'private'>

/** The root and a Window element for each window, under the same id; what is private is left out (D-45). */
export function windowElements(id: string, title: string, windows: readonly Shown[]): TreeElement {
  const children = windows.filter(window => !window.private).map(elementOf)
  return { id, role: 'Application', title, ...(children.length > 0 ? { children } : {}) }
}

/** Hides the elements of private windows in a tree that is kept; they stay hidden until the app says otherwise (D-45). */
export function hidePrivate(tree: ManagedTree, windows: readonly Shown[]): void {
  for (const { id, private: isPrivate } of windows)
    if (isPrivate && tree.has(id) && tree.kept.find(id) !== 'hidden') tree.patch(id, { private: true })
}

const elementOf = ({ id, title, modal }: Shown): TreeElement => ({
  id,
  role: 'Window',
  ...(modal ? { subrole: 'dialog' } : {}),
  title,
})
