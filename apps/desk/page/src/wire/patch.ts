/** Puts what is new into what a page shows; what did not change stays the same object. */
import type { PagePatch, PageState } from '../../../src/page/protocol.js'

/** What a page shows before it heard anything. */
export const EMPTY: PageState = {
  windows: [],
  focus: undefined,
  user: undefined,
  threadTitles: [],
  threads: {},
  changes: [],
  stopped: [],
}

/** The state after a patch. */
export function patched(state: PageState, patch: PagePatch): PageState {
  const { focus, user, threadTitles, changes, stopped } = patch
  return {
    windows: patchedWindows(state, patch),
    focus: focus === undefined ? state.focus : (focus ?? undefined),
    user: user === undefined ? state.user : (user ?? undefined),
    threadTitles: threadTitles ?? state.threadTitles,
    threads: patch.threads ? { ...state.threads, ...byId(patch.threads) } : state.threads,
    changes: changes ?? state.changes,
    stopped: stopped ?? state.stopped,
  }
}

function patchedWindows({ windows }: PageState, { order, windows: news }: PagePatch): PageState['windows'] {
  if (!order && !news) return windows
  const byWindow = new Map([...windows, ...(news ?? [])].map(window => [window.id, window]))
  return (order ?? windows.map(({ id }) => id)).flatMap(id => byWindow.get(id) ?? [])
}

const byId = <Thing extends { id: number }>(things: readonly Thing[]): { [id: number]: Thing } =>
  Object.fromEntries(things.map(thing => [thing.id, thing]))
