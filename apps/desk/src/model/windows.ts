/** Which windows are open, which block which, and where the user is. */
import { blockedBy, operableIds, type Operand } from '@copane/protocol/bridge'
import type { Author } from '@copane/provider'
import type { DeskState, DeskWindow, Spot } from './state.js'

/** Windows of one kind. */
export type WindowOf<Kind extends DeskWindow['kind']> = Extract<DeskWindow, { kind: Kind }>

/** The window with an id, if it is of that kind. */
export function windowOf<Kind extends DeskWindow['kind']>(
  state: DeskState,
  id: string,
  kind: Kind,
): WindowOf<Kind> | undefined {
  const isOfKind = (window: DeskWindow): window is WindowOf<Kind> => window.kind === kind
  return state.windows.filter(isOfKind).find(window => window.id === id)
}

/** The window it hangs on; null for top-level windows and app modals. */
export const ownerOf = (window: DeskWindow): string | null => ('ownerId' in window ? window.ownerId : null)

/** True for dialogs. */
export const isModal = (window: DeskWindow): boolean => !('minimised' in window)

/** The window's dialog state, as the rules of the bridge want it. */
export const operands = (state: DeskState): Operand[] =>
  state.windows.map(window => ({ id: window.id, modal: isModal(window), ownerId: ownerOf(window) }))

/** What must be dealt with before the user can act on a window: an id, or undefined when nothing blocks it. */
export function blockerOf(state: DeskState, id: string): string | undefined {
  const windows = operands(state)
  return operableIds(windows).includes(id) ? undefined : blockedBy(windows, id)[0]
}

/** True while the app as a whole is blocked (D-34). */
export const isAppBlocked = (state: DeskState): boolean =>
  state.windows.some(window => window.kind === 'sign-in')

/** The state with one window replaced by its next form. */
export const replaced = (state: DeskState, window: DeskWindow): DeskState => ({
  ...state,
  windows: state.windows.map(present => (present.id === window.id ? window : present)),
})

/**
 * The state with one more window.
 *
 * Shape   the user goes to what the user opens; what a client opens takes the user nowhere, unless no window was
 *         active (FR-45).
 */
export const added = (state: DeskState, by: Author, window: DeskWindow): DeskState => ({
  ...state,
  windows: [...state.windows, window],
  focus: by.kind === 'user' || !state.focus ? { window: window.id, spot: { kind: 'window' } } : state.focus,
})

/**
 * The state without a window and all dialogs on it, in one change (D-33).
 *
 * Shape   who was there goes to the owner, else to the window opened last that is not minimised.
 */
export function removed(state: DeskState, id: string): DeskState {
  const closing = state.windows.find(window => window.id === id)
  if (!closing) return state
  const gone = withDialogs(state, id)
  const windows = state.windows.filter(window => !gone.has(window.id))
  const remaining = {
    ...state,
    windows,
    hover: state.hover && gone.has(state.hover.window) ? undefined : state.hover,
    passages: state.passages.filter(passage => !gone.has(passage.window)),
    outOfView: Object.fromEntries(Object.entries(state.outOfView).filter(([window]) => !gone.has(window))),
  }
  return state.focus && gone.has(state.focus.window) ? moved(remaining, ownerOf(closing)) : remaining
}

/** The state in which the user is at a place in a window; a minimised window comes back. */
export function focused(state: DeskState, id: string, spot: Spot = { kind: 'window' }): DeskState {
  const shown = state.windows.map(window =>
    window.id === id && 'minimised' in window && window.minimised ? { ...window, minimised: false } : window,
  )
  return { ...state, windows: shown, focus: { window: id, spot } }
}

/** The state in which a window is minimised; who was there goes to the next window. */
export function minimised(state: DeskState, id: string): DeskState {
  const gone = withDialogs(state, id)
  const next = {
    ...state,
    windows: state.windows.map(window =>
      window.id === id && 'minimised' in window ? { ...window, minimised: true } : window,
    ),
    hover: state.hover && gone.has(state.hover.window) ? undefined : state.hover,
  }
  return state.focus && gone.has(state.focus.window) ? moved(next, null) : next
}

/** True when a window, or the window its dialog is on, is minimised. */
export function isHidden(state: DeskState, window: DeskWindow): boolean {
  for (let at: DeskWindow | undefined = window; at; ) {
    if ('minimised' in at && at.minimised) return true
    const owner = ownerOf(at)
    at = state.windows.find(candidate => candidate.id === owner)
  }
  return false
}

function withDialogs(state: DeskState, id: string): Set<string> {
  const ids = new Set([id])
  for (const window of state.windows) if (ids.has(ownerOf(window) ?? '')) ids.add(window.id)
  return ids
}

function moved(state: DeskState, owner: string | null): DeskState {
  const next =
    state.windows.find(window => window.id === owner) ??
    state.windows.findLast(window => !isHidden(state, window))
  return { ...state, focus: next && { window: next.id, spot: { kind: 'window' } } }
}
