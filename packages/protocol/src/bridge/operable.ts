/** Which windows can be operated, and what blocks the others (GB §2, §10.2 · D-31, D-45). */

/** As much of a window as the rule needs. */
export type Operand = { id: string; modal: boolean; ownerId: string | null; private?: true }

/**
 * The ids of the operable windows.
 *
 * Shape   in opening order; with app modals, the tops of the chains rooted at the one opened last.
 *         Private windows block, and are never listed.
 * Errors  none: a window whose owner is missing or that is its own ancestor is not operable.
 * Source  GB §2, §10.2 · GB-2-operable-set · D-31, D-45
 */
export function operableIds(windows: readonly Operand[]): string[] {
  const modals = modalsByOwner(windows)
  const appModal = windows.findLast(isAppModal)
  const roots = appModal ? [appModal] : windows.filter(window => !window.modal && window.ownerId === null)
  const tops = new Set(roots.flatMap(root => topsFrom(root, modals)))
  return windows.filter(window => tops.has(window) && !window.private).map(window => window.id)
}

/**
 * The ids of the windows that a caller must deal with before the given one can be operated.
 *
 * Shape   [] when nothing blocks it, and when only a private window does (D-45).
 * Source  D-44 · GB-7.2-runtime
 */
export function blockedBy(windows: readonly Operand[], id: string): string[] {
  const window = windows.find(candidate => candidate.id === id)
  const modals = modalsByOwner(windows)
  const appModal = windows.findLast(isAppModal)
  const root = appModal && !descends(windows, window, appModal) ? appModal : window
  if (!root) return []
  return topsFrom(root, modals)
    .filter(top => top.id !== id && !top.private)
    .map(top => top.id)
}

const isAppModal = (window: Operand) => window.modal && window.ownerId === null

function modalsByOwner(windows: readonly Operand[]): Map<string, Operand[]> {
  const modals = new Map<string, Operand[]>()
  for (const window of windows)
    if (window.modal && window.ownerId !== null) {
      const siblings = modals.get(window.ownerId)
      if (siblings) siblings.push(window)
      else modals.set(window.ownerId, [window])
    }
  return modals
}

/** The leaves below a window; the window itself when no modal hangs on it. */
function topsFrom(root: Operand, modals: Map<string, Operand[]>): Operand[] {
  const tops: Operand[] = []
  const seen = new Set<Operand>()
  const stack = [root]
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const above = modals.get(at.id)
    if (above) stack.push(...above)
    else tops.push(at)
  }
  return tops
}

function descends(windows: readonly Operand[], window: Operand | undefined, ancestor: Operand): boolean {
  const seen = new Set<Operand>()
  for (let at = window; at && !seen.has(at); ) {
    if (at === ancestor) return true
    seen.add(at)
    const { ownerId } = at
    at = windows.find(candidate => candidate.id === ownerId)
  }
  return false
}
