/** The desk as one tree: what is open, selected, focused, under the pointer (elements §5). */
import { find, type TreeElement, walk } from '@copane/protocol/elements'
import type { Ids } from '@copane/provider'
import type { DeskState } from '../model/state.js'
import { isHidden } from '../model/windows.js'
import { createParts, type Parts } from './parts.js'
import { contentsOf } from './window-contents.js'

/**
 * The tree of a state.
 *
 * Shape   a window's element has the window's own id (D-19). While no page is connected no window is visible.
 *         A place that is not in the tree gives way to the nearest one around it.
 * Source  elements §5.3, §5.7 · EL-5.7-what-to-report
 */
export function elements(state: DeskState, ids: Ids): TreeElement {
  const windows = state.windows.map(window => {
    const parts = createParts(state, ids, window)
    const element: TreeElement = { id: window.id, role: 'Window', ...contentsOf(parts, window) }
    parts.at({ kind: 'window' }, element)
    if (!state.shown || isHidden(state, window)) element.visible = false
    else for (const spot of state.outOfView[window.id] ?? []) hide(parts.nearest(spot), element)
    return { element, parts }
  })
  const root: TreeElement = {
    id: 'app',
    role: 'Application',
    title: 'Desk',
    ...(windows.length > 0 ? { children: windows.map(({ element }) => element) } : {}),
  }
  const partsOf = (id: string): Parts | undefined => windows.find(({ element }) => element.id === id)?.parts
  if (state.focus) markFocus(root, partsOf(state.focus.window)?.nearest(state.focus.spot))
  if (state.hover) markHover(root, partsOf(state.hover.window)?.nearest(state.hover.spot))
  return root
}

/** A window is never out of its own view, and inside what is hidden nothing says so again (EL-5.3-visible-differs). */
function hide(target: TreeElement | undefined, window: TreeElement): void {
  if (!target || target === window) return
  for (const { element } of walk(target)) delete element.visible
  const within = find(window, element => element === target)
  if (within?.visible) target.visible = false
}

function markFocus(root: TreeElement, target: TreeElement | undefined): void {
  for (let at = find(root, element => element === target); at && at.element !== root; at = at.parent)
    at.element.focused = true
}

/** What is not drawn has no pointer over it. */
function markHover(root: TreeElement, target: TreeElement | undefined): void {
  const visit = find(root, element => element === target)
  if (visit?.visible) visit.element.hovered = true
}
