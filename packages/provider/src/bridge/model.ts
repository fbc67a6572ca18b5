/** From what an app says of its windows to the versioned, masked model that is served (GB §4.2, §7.1). */
import {
  MAX_ACTION_NAME,
  MAX_WINDOW_ID,
  type ModelWindow,
  sameJson,
  type WindowsModel,
} from '@copane/protocol/bridge'
import type { Action } from './action.js'
import { type Fingerprint, maskBlocks } from './mask.js'
import type { AppView, WindowView } from './view.js'

/** A window of the model, with what the next one is compared against. */
type Entry<State> = {
  view: WindowView<State>
  window: ModelWindow<Action<State>>
  print: string
  /** The serving in which a changed secret last raised the version (D-41). */
  raisedAt: number
}

/** A moment of the app's windows. */
export type Moment<State> = {
  model: WindowsModel<Action<State>>
  entries: ReadonlyMap<string, Entry<State>>
}

/** The moment before the first. */
export const nothingYet = <State>(): Moment<State> => ({
  model: { windows: [], appActions: [] },
  entries: new Map(),
})

/**
 * The next moment.
 *
 * Shape   an unchanged view keeps its window object; the version rises when blocks, summary or a secret changed,
 *         for a secret once per serving (`serving` counts them).
 * Errors  throws on a window that breaks the protocol in a way the app must mend (D-30, D-32): a bug of its code.
 * Source  GB §7.1 · GB-7.1-version-rises · D-39, D-41
 */
export function nextMoment<State>(
  before: Moment<State>,
  view: AppView<State>,
  appActions: readonly Action<State>[],
  serving: number,
  fingerprint: Fingerprint,
): Moment<State> {
  const entries = new Map<string, Entry<State>>()
  for (const window of view.windows) {
    if (entries.has(window.id))
      throw new Error('two windows share an id; mint one per window with ids.windowId()')
    const known = before.entries.get(window.id)
    entries.set(window.id, known?.view === window ? known : nextEntry(known, window, serving, fingerprint))
  }
  const windows = [...entries.values()].map(entry => entry.window)
  return {
    model: { windows, appActions, ...(view.unavailable ? { unavailable: view.unavailable } : {}) },
    entries,
  }
}

function nextEntry<State>(
  known: Entry<State> | undefined,
  view: WindowView<State>,
  serving: number,
  fingerprint: Fingerprint,
): Entry<State> {
  refuseBroken(view)
  const { blocks, print } = maskBlocks(view.blocks, fingerprint)
  const shown = !known || known.window.summary !== view.summary || !sameJson(known.window.blocks, blocks)
  const secret = known !== undefined && known.print !== print && known.raisedAt !== serving
  const version = (known?.window.version ?? 0) + (shown || secret ? 1 : 0)
  const { id, title, modal = false, ownerId = null, summary, actions } = view
  const window: ModelWindow<Action<State>> = {
    id,
    title,
    modal,
    ownerId,
    version,
    summary,
    blocks,
    actions,
    ...(view.unavailable ? { unavailable: view.unavailable } : {}),
    ...(view.private ? { private: true } : {}),
  }
  return { view, window, print, raisedAt: secret ? serving : (known?.raisedAt ?? -1) }
}

const NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/

function refuseBroken<State>(view: WindowView<State>): void {
  const { id, modal, ownerId, actions } = view
  if (ownerId && !modal)
    throw new Error(
      'a window that is owned but not modal is none of the three states; leave its ownerId null',
    )
  if (!NAME.test(id) || id.length > MAX_WINDOW_ID || id === 'app')
    throw new Error(
      `a window id must come from ids.windowId(): at most ${MAX_WINDOW_ID} characters, without "__"`,
    )
  for (const { name } of actions)
    if (!NAME.test(name) || name.length > MAX_ACTION_NAME)
      throw new Error(`an action name must be at most ${MAX_ACTION_NAME} of [A-Za-z0-9_-], without "__"`)
}
