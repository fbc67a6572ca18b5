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
  const appModal = windows.findLast(isAppModal)
  const modals = modalsByOwner(windows)
  // A window that carries no modal is its own top: most are so, and need no walk.
  const isFree = (window: Operand) => !appModal && isTopLevel(window) && !modals.has(window.id)
  const roots = appModal ? [appModal] : windows.filter(window => isTopLevel(window) && modals.has(window.id))
  const tops = topsOf(roots, modals)
  return windows
    .filter(window => (isFree(window) || tops.has(window)) && !window.private)
    .map(window => window.id)
}

/**
 * The ids of the windows that a caller must deal with before the given one can be operated.
 *
 * Shape   in opening order; [] when nothing blocks it, and when only a private window does (D-45).
 * Source  D-44 · GB-7.2-runtime
 */
export function blockedBy(windows: readonly Operand[], id: string): string[] {
  const byId = new Map(windows.map(window => [window.id, window]))
  const window = byId.get(id)
  const appModal = windows.findLast(isAppModal)
  const root = appModal && !descends(window, appModal, byId) ? appModal : window
  if (!root) return []
  const tops = topsOf([root], modalsByOwner(windows))
  return windows.filter(top => tops.has(top) && top !== window && !top.private).map(top => top.id)
}

/** True for a modal of the whole app. */
export const isAppModal = (window: Operand): boolean => window.modal && window.ownerId === null

const isTopLevel = (window: Operand): boolean => !window.modal && window.ownerId === null

/** The modals that stand on each window, by its id. */
export function modalsByOwner<W extends Operand>(windows: readonly W[]): Map<string, W[]> {
  const modals = new Map<string, W[]>()
  for (const window of windows)
    if (window.modal && window.ownerId !== null) {
      const siblings = modals.get(window.ownerId)
      if (siblings) siblings.push(window)
      else modals.set(window.ownerId, [window])
    }
  return modals
}

/** The ends of the chains that stand on some roots, each with its root; a root that carries no modal is its own end. */
export function topsOf<W extends Operand>(roots: readonly W[], modals: ReadonlyMap<string, W[]>): Map<W, W> {
  const tops = new Map<W, W>()
  const seen = new Set<W>()
  const stack = roots.map(root => ({ at: root, root }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { at, root } = next
    if (seen.has(at)) continue
    seen.add(at)
    const above = modals.get(at.id)
    if (!above) tops.set(at, root)
    else for (const modal of above) stack.push({ at: modal, root })
  }
  return tops
}

function descends(
  window: Operand | undefined,
  ancestor: Operand,
  byId: ReadonlyMap<string, Operand>,
): boolean {
  const seen = new Set<Operand>()
  for (let at = window; at && !seen.has(at); at = byId.get(at.ownerId ?? '')) {
    if (at === ancestor) return true
    seen.add(at)
  }
  return false
}
