/** Which windows are open, which block which, and where the user is. */
import { blockedBy, operableIds, type Operand } from '@copane/protocol/bridge'
import { type Author, closingOrder } from '@copane/provider'
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

/** True for a window that was taken off the screen; its dialogs went with it. */
export const isMinimised = (window: DeskWindow): boolean => 'minimised' in window && window.minimised

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
 *         active (FR-45): it comes to lie behind the window the user is in, dialogs on that one aside.
 */
export function added(state: DeskState, by: Author, window: DeskWindow): DeskState {
  const next = raised({ ...state, windows: [...state.windows, window] }, window.id)
  if (by.kind === 'user' || !state.focus)
    return { ...next, focus: { window: window.id, spot: { kind: 'window' } } }
  return ownerOf(window) === state.focus.window ? next : raised(next, state.focus.window)
}

/** The state with a window in front of all others, right after the windows that it is a dialog on. */
export function raised(state: DeskState, id: string): DeskState {
  const line = lineOf(state, id)
  const others = state.windows.filter(window => !line.includes(window))
  const top = Math.max(0, ...others.map(window => levelOf(state, window)))
  const isInFront = line.every((window, at) => {
    const below = line[at - 1]
    return levelOf(state, window) > (below ? levelOf(state, below) : top)
  })
  if (isInFront) return state
  const screen = { ...state.screen }
  line.forEach((window, at) => (screen[window.id] = { ...screen[window.id], level: top + 1 + at }))
  return { ...state, screen }
}

/** The window in front of all others that are not minimised; of several, the one opened last. */
export function frontOf(state: DeskState): DeskWindow | undefined {
  let front: DeskWindow | undefined
  for (const window of state.windows)
    if (!isHidden(state, window) && !(front && levelOf(state, front) > levelOf(state, window))) front = window
  return front
}

/** How near to the front a window is; those nobody raised yet are behind all others. */
export const levelOf = ({ screen }: DeskState, { id }: DeskWindow): number => screen[id]?.level ?? 0

/**
 * The state without a window and all dialogs on it, in one change (D-33).
 *
 * Shape   who was there goes to the owner, else to the window in front.
 */
export function removed(state: DeskState, id: string): DeskState {
  const closing = state.windows.find(window => window.id === id)
  if (!closing) return state
  const gone = new Set(closingOrder(state.windows, id))
  const windows = state.windows.filter(window => !gone.has(window.id))
  const remaining = {
    ...state,
    windows,
    hover: state.hover && gone.has(state.hover.window) ? undefined : state.hover,
    passages: state.passages.filter(passage => !gone.has(passage.window)),
    outOfView: without(state.outOfView, gone),
    screen: without(state.screen, gone),
  }
  return state.focus && gone.has(state.focus.window) ? moved(remaining, ownerOf(closing)) : remaining
}

/** The state in which the user is at a place in a window; a minimised window comes back. */
export function focused(state: DeskState, id: string, spot: Spot = { kind: 'window' }): DeskState {
  const shown = state.windows.map(window =>
    window.id === id && isMinimised(window) ? { ...window, minimised: false } : window,
  )
  return raised({ ...state, windows: shown, focus: { window: id, spot } }, id)
}

/** The state in which a window is minimised; who was there goes to the next window. */
export function minimised(state: DeskState, id: string): DeskState {
  const gone = new Set(closingOrder(state.windows, id))
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
    if (isMinimised(at)) return true
    const owner = ownerOf(at)
    at = state.windows.find(candidate => candidate.id === owner)
  }
  return false
}

/** A window after the windows that it is a dialog on, outermost first. */
function lineOf({ windows }: DeskState, id: string): DeskWindow[] {
  const line: DeskWindow[] = []
  for (let at = windows.find(window => window.id === id); at; ) {
    line.unshift(at)
    const owner = ownerOf(at)
    at = windows.find(window => window.id === owner)
  }
  return line
}

const without = <Value>(byWindow: { readonly [window: string]: Value }, gone: Set<string>) =>
  Object.fromEntries(Object.entries(byWindow).filter(([window]) => !gone.has(window)))

function moved(state: DeskState, owner: string | null): DeskState {
  const next = state.windows.find(window => window.id === owner) ?? frontOf(state)
  return { ...state, focus: next && { window: next.id, spot: { kind: 'window' } } }
}
