/** What can be seen of an app at one moment, and how two moments differ. */
import type { WindowTool } from '@copane/host'
import { APP_HANDLE, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'

/** The windows of an app with the actions that can be called. */
export type Sight = { snapshot: SeenSnapshot; tools: readonly WindowTool[] }

/** A sight without what windows show: an app may show megabytes, and a sight is kept while an agent thinks. */
export const withoutBlocks = ({ snapshot, tools }: Sight): Sight => ({
  snapshot: { ...snapshot, windows: snapshot.windows.map(window => ({ ...window, blocks: [] })) },
  tools,
})

/**
 * What differs between two moments.
 *
 * Shape   ids of windows; `changed`: their version, title, owner or summary differs; `unblocked` and `blocked`: whether they
 *         can be operated does; `actions`: what can be called there does, `app` for the app's own.
 */
export type Difference = {
  opened: string[]
  closed: string[]
  changed: string[]
  unblocked: string[]
  blocked: string[]
  actions: string[]
}

/** Compares two moments; nothing is looked at but what is told here. */
export function differenceOf(before: Sight, after: Sight): Difference {
  const was = new Map(before.snapshot.windows.map(window => [window.id, window]))
  const is = new Map(after.snapshot.windows.map(window => [window.id, window]))
  const stayed = [...is.keys()].filter(id => was.has(id))
  const could = new Set(before.snapshot.operableWindowIds)
  const can = new Set(after.snapshot.operableWindowIds)
  const calledBefore = actionsByWindow(before)
  const callsNow = actionsByWindow(after)
  return {
    opened: [...is.keys()].filter(id => !was.has(id)),
    closed: [...was.keys()].filter(id => !is.has(id)),
    changed: stayed.filter(id => headOf(was.get(id)) !== headOf(is.get(id))),
    unblocked: stayed.filter(id => can.has(id) && !could.has(id)),
    blocked: stayed.filter(id => could.has(id) && !can.has(id)),
    actions: ['app', ...stayed].filter(
      id => String(calledBefore.get(id) ?? '') !== String(callsNow.get(id) ?? ''),
    ),
  }
}

/** True when something differs. */
export const isDifferent = (difference: Difference): boolean =>
  Object.values(difference).some(ids => ids.length > 0)

/** The names of the actions that can be called, by window. */
export function actionsByWindow({ tools }: Sight): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { window, action } of tools) found.set(window, [...(found.get(window) ?? []), action])
  return found
}

/** True where nothing differs that two moments are compared by. */
export const isSameHead = (one: SeenWindow, other: SeenWindow): boolean => headOf(one) === headOf(other)

/** What an agent knows that was shown some windows and the app's own actions: those as they are, all others as they were. */
export function withShown(last: Sight, now: Sight, shown: readonly string[]): Sight {
  const isShown = new Set([...shown, APP_HANDLE])
  const merged = <Part>(
    idOf: (part: Part) => string,
    old: readonly Part[],
    fresh: readonly Part[],
  ): Part[] => [
    ...old.filter(part => !isShown.has(idOf(part))),
    ...fresh.filter(part => isShown.has(idOf(part))),
  ]
  return {
    snapshot: {
      windows: merged(({ id }) => id, last.snapshot.windows, now.snapshot.windows),
      operableWindowIds: merged(id => id, last.snapshot.operableWindowIds, now.snapshot.operableWindowIds),
    },
    tools: merged(({ window }) => window, last.tools, now.tools),
  }
}

const headOf = (window: SeenWindow | undefined): string =>
  window
    ? JSON.stringify([
        window.exactVersion ?? window.version,
        window.title,
        window.ownerId,
        window.modal,
        window.summary,
      ])
    : ''
