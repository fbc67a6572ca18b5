/** From what an app says of its windows to the versioned, masked model that is served (GB §4.2, §7.1). */
import { type ModelWindow, operableIds, sameJson, type WindowsModel } from '@copane/protocol/bridge'
import type { Action } from './action.js'
import { type Fingerprint, maskBlocks } from './mask.js'
import { hiddenIds, refuseBroken, refuseTwins } from './refuse-broken.js'
import type { AppView, WindowView } from './view.js'

/** A window of the model, with what the next one is compared against. */
export type Entry<State> = {
  view: WindowView<State>
  window: ModelWindow<Action<State>>
  /** The masked blocks as they are served. */
  blocksText: string
  print: string
  /** The serving in which a changed secret last raised the version (D-41). */
  raisedAt: number
}

/** A moment of the app's windows. */
export type Moment<State> = {
  model: WindowsModel<Action<State>>
  entries: ReadonlyMap<string, Entry<State>>
  operable: readonly string[]
}

/** The ids of the windows that are served in one moment and were not in the other, in the order of their opening. */
export function openedIds<State>(before: Moment<State>, after: Moment<State>): string[] {
  if (before === after) return []
  const isShown = (moment: Moment<State>, id: string) => moment.entries.get(id)?.window.private === undefined
  return [...after.entries.keys()].filter(
    id => isShown(after, id) && !(before.entries.has(id) && isShown(before, id)),
  )
}

/** What a moment is made with. */
export type MomentOptions<State> = {
  appActions: readonly Action<State>[]
  fingerprint: Fingerprint
  /** Counts the servings of the snapshot (D-41). */
  serving: number
  /** The last version of a window that closed, should its id come back: a version never falls. */
  lastVersion: (id: string) => number | undefined
}

/** The moment before the first. */
export const nothingYet = <State>(): Moment<State> => ({
  model: { windows: [], appActions: [] },
  entries: new Map(),
  operable: [],
})

/**
 * The next moment.
 *
 * Shape   a window that did not change keeps its object; the version rises when blocks, summary or a secret changed,
 *         for a secret once per serving (`serving` counts them). A modal on a private window is private too.
 * Errors  throws on windows that break the protocol in a way the app must mend (D-30, D-32, D-33), or that can't be
 *         sent: a bug of its code.
 * Source  GB §7.1 · GB-7.1-version-rises · D-39, D-41
 */
export function nextMoment<State>(
  before: Moment<State>,
  state: State,
  view: AppView<State>,
  options: MomentOptions<State>,
): Moment<State> {
  const hidden = hiddenIds(view.windows)
  const entries = new Map<string, Entry<State>>()
  for (const window of view.windows) {
    if (entries.has(window.id))
      throw new Error('two windows share an id; mint one per window with ids.windowId()')
    const known = before.entries.get(window.id)
    const said = {
      isPrivate: hidden.has(window.id),
      unavailable: unavailableOf(window.actions, window.unavailable, state, window.id),
    }
    entries.set(window.id, nextEntry(known, window, said, options))
  }
  const windows = [...entries.values()].map(entry => entry.window)
  const { appActions } = options
  const unavailable = unavailableOf(appActions, view.unavailable, state, '')
  return {
    model: { windows, appActions, ...(unavailable ? { unavailable } : {}) },
    entries,
    operable: operableIds(windows),
  }
}

type Reasons = { readonly [action: string]: string }
type Said = { isPrivate: boolean; unavailable: Reasons | undefined }

function nextEntry<State>(
  known: Entry<State> | undefined,
  view: WindowView<State>,
  { isPrivate, unavailable }: Said,
  { fingerprint, serving, lastVersion }: MomentOptions<State>,
): Entry<State> {
  const isSame =
    known !== undefined &&
    known.window.private === (isPrivate || undefined) &&
    sameJson(known.window.unavailable, unavailable)
  if (isSame && known.view === view) return known
  refuseBroken(view)
  if (known?.view.actions !== view.actions) refuseTwins(view.actions)
  const { blocks, print } = maskBlocks(view.blocks, fingerprint)
  const blocksText = JSON.stringify(blocks)
  const { id, title, modal = false, ownerId = null, summary, actions } = view
  const isShownSame =
    known !== undefined &&
    known.window.summary === summary &&
    (known.blocksText === blocksText || isReordered(known.blocksText, blocksText))
  const secret = known !== undefined && known.print !== print && known.raisedAt !== serving
  const version = (known?.window.version ?? lastVersion(id) ?? 0) + (isShownSame && !secret ? 0 : 1)
  const raisedAt = secret ? serving : (known?.raisedAt ?? -1)
  if (
    isSame &&
    known.window.version === version &&
    known.window.title === title &&
    known.window.modal === modal &&
    known.window.ownerId === ownerId &&
    known.window.actions === actions
  )
    return { ...known, view, print, raisedAt }
  const window: ModelWindow<Action<State>> = {
    id,
    title,
    modal,
    ownerId,
    version,
    summary,
    blocks,
    actions,
    ...(unavailable ? { unavailable } : {}),
    ...(isPrivate ? { private: true } : {}),
  }
  return { view, window, blocksText, print, raisedAt }
}

/**
 * True for two texts that say the same with their fields in another order.
 *
 * The texts are compared and not the app's objects, which it may have changed in place since.
 */
const isReordered = (before: string, after: string): boolean =>
  before.length === after.length && sameJson(JSON.parse(before), JSON.parse(after))

const NOT_NOW = 'It can not be done now'

/** What the view says comes first; an action's own `available` adds to it. */
function unavailableOf<State>(
  actions: readonly Action<State>[],
  said: Reasons | undefined,
  state: State,
  windowId: string,
): Reasons | undefined {
  // A copy: what the app changes in place later is a difference then.
  let reasons: Reasons | undefined = said && { ...said }
  for (const { name, available } of actions) {
    if (!available || (said && Object.hasOwn(said, name))) continue
    const verdict = available(state, windowId)
    if (verdict !== true) reasons = { ...reasons, [name]: verdict === false ? NOT_NOW : verdict }
  }
  return reasons
}
