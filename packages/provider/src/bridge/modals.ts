/** Modals as an app keeps them: what closes with a window, and what something outside the app blocks (D-33, D-45). */
import type { AppView, WindowView } from './view.js'
import { operableIds } from '@copane/protocol/bridge'

/** As much of an app's own window as the rules need. */
export type Owned = { readonly id: string; readonly ownerId?: string | null }

/**
 * The ids of what closes with a window, in the order in which it closes.
 *
 * Shape   the modals first, deepest first, the window itself last; [] when it is not open.
 * Source  D-33
 */
export function closingOrder(windows: readonly Owned[], id: string): string[] {
  if (!windows.some(window => window.id === id)) return []
  const modals = new Map<string, string[]>()
  for (const { id: modal, ownerId } of windows)
    if (ownerId) {
      const siblings = modals.get(ownerId)
      if (siblings) siblings.push(modal)
      else modals.set(ownerId, [modal])
    }
  const order = new Set([id])
  for (const at of order) for (const modal of modals.get(at) ?? []) order.add(modal)
  return [...order].toReversed()
}

/**
 * An app's windows without one of them and without its modals: closing a window in one change (D-33).
 *
 * Shape   the same list when the window is not open.
 */
export function withoutWindow<W extends Owned>(windows: readonly W[], id: string): readonly W[] {
  const gone = new Set(closingOrder(windows, id))
  return gone.size === 0 ? windows : windows.filter(window => !gone.has(window.id))
}

/**
 * A view while something outside the app's own windows blocks it, such as the system's file chooser.
 *
 * Shape   nothing is operable, and each window that was says in a notice what the user is asked (FR-20); `id` is a
 *         window id of its own, minted once for the blocker.
 * Source  GB §12.5 · GB-12.5-empty · D-45
 */
export function blockedOutside<State>(
  view: AppView<State>,
  blocker: { id: string; text: string },
): AppView<State> {
  const operands = view.windows.map(window => ({ modal: false, ownerId: null, ...window }))
  const operable = new Set(operableIds(operands))
  const told = (window: WindowView<State>): WindowView<State> => ({
    ...window,
    blocks: [
      ...window.blocks,
      { type: 'notice', id: 'blocked-outside', severity: 'warn', text: blocker.text },
    ],
  })
  return {
    ...view,
    windows: [
      ...view.windows.map(window => (operable.has(window.id) ? told(window) : window)),
      { id: blocker.id, title: '', summary: '', modal: true, private: true, blocks: [], actions: [] },
    ],
  }
}
