/** What no window of an app may be; it is refused before it takes effect, with the remedy (D-30, D-32, D-33). */
import { MAX_WINDOW_ID } from '@copane/protocol/bridge'
import type { Action } from './action.js'
import type { WindowView } from './view.js'

const NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/

/**
 * Refuses a window that the app must mend.
 *
 * Errors  throws, without a word of what the window shows.
 */
export function refuseBroken<State>({ id, title, summary, modal, ownerId }: WindowView<State>): void {
  if (ownerId && !modal)
    throw new Error(
      'a window that is owned but not modal is none of the three states; leave its ownerId null',
    )
  if (typeof id !== 'string' || !NAME.test(id) || id.length > MAX_WINDOW_ID || id === 'app')
    throw new Error(
      `a window id must come from ids.windowId(): at most ${MAX_WINDOW_ID} characters, without "__"`,
    )
  if (typeof title !== 'string' || typeof summary !== 'string')
    throw new Error('a window has a title and a summary; both are texts')
}

/** Refuses two actions of one name, of which only one could be called. */
export function refuseTwins<State>(actions: readonly Action<State>[]): void {
  if (new Set(actions.map(({ name }) => name)).size !== actions.length)
    throw new Error('two actions of one window, or of the app, share a name; give each its own')
}

/**
 * The ids of the windows that are outside the protocol: private ones, and every modal on one (D-45).
 *
 * Errors  throws on a modal without its owner and on a ring of owners (D-32, D-33).
 */
export function hiddenIds<State>(windows: readonly WindowView<State>[]): ReadonlySet<string> {
  const owned = windows.filter(window => window.ownerId || window.private)
  const hidden = new Set<string>()
  if (owned.length === 0) return hidden
  const byId = new Map(windows.map(window => [window.id, window]))
  const walked = new Set<string>()
  for (const window of owned) {
    const path: string[] = []
    let isHidden = false
    for (let at = window; ; ) {
      if (walked.has(at.id)) {
        isHidden ||= hidden.has(at.id)
        break
      }
      if (path.length > windows.length)
        throw new Error('windows own each other in a ring; a modal has one owner')
      path.push(at.id)
      isHidden ||= at.private === true
      if (!at.ownerId) break
      const owner = byId.get(at.ownerId)
      if (!owner)
        throw new Error(
          'a modal outlives its owner; close a window and its modals in one change (withoutWindow)',
        )
      at = owner
    }
    // What lies above a hidden window is hidden; what lies below it is not.
    for (const id of path) walked.add(id)
    if (isHidden) hideAbove(path, byId, hidden)
  }
  return hidden
}

/** A path goes from a modal down to its root: what comes before a private window stands on it. */
function hideAbove<State>(
  path: readonly string[],
  byId: ReadonlyMap<string, WindowView<State>>,
  hidden: Set<string>,
): void {
  let isHidden = hidden.has(byId.get(path.at(-1) ?? '')?.ownerId ?? '')
  for (const id of path.toReversed()) {
    isHidden ||= byId.get(id)?.private === true
    if (isHidden) hidden.add(id)
  }
}
