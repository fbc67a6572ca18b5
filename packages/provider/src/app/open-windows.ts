/** From windows with the app's own keys to windows with ids: one fresh id for each opening (D-30, D-33). */
import { MAX_ACTION_NAME } from '@copane/protocol/bridge'
import type { Action } from '../bridge/action.js'
import type { AppView, WindowView } from '../bridge/view.js'
import { createRemembered } from '../elements/remembered.js'
import type { DeveloperFinding } from './report-findings.js'

/**
 * One open window as an app says it.
 *
 * Shape   `key` is the app's own name for it, unlike that of every other open window; it never leaves the app.
 *         `modalOn` is the key of the window that it blocks; `modal` alone blocks the whole app. It closes with
 *         its owner (D-33). Sensitive values may be in plain text, they are masked on entry.
 */
export type KeyedWindow<State> = Omit<
  WindowView<State>,
  'id' | 'modal' | 'ownerId' | 'blocks' | 'actions'
> & {
  key: string
  modalOn?: string
  modal?: true
  blocks?: WindowView<State>['blocks']
  actions?: readonly Action<State>[]
}

/** What an app's function of its windows gives; what is false or undefined is not open. */
export type KeyedWindows<State> = readonly (KeyedWindow<State> | false | undefined)[]

/** The open windows, and which key has which id. */
export type OpenWindows<State> = {
  /** The windows of a state, in the order in which they opened; throws on a bug of the app's code. */
  describe(state: State): AppView<State>
  /** Makes what was described last the present. */
  settle(): void
  /** The windows now. */
  views(): readonly WindowView<State>[]
  /** True for the id of a window that is private, or was until it closed. */
  isPrivate(id: string): boolean
  /** The id of an open window. */
  idOf(key: string): string | undefined
  /** The key of a window that is open, or was until lately. */
  keyOf(id: string): string | undefined
}

type Opening<State> = { id: string; source: KeyedWindow<State>; view: WindowView<State> }
type Described<State> = { openings: ReadonlyMap<string, Opening<State>>; view: AppView<State> }

/** How many closed windows are remembered, for handlers that still run. */
const REMEMBERED = 1000

/** Makes the open windows of an app; `mint` gives a fresh window id. */
export function createOpenWindows<State>(options: {
  mint: () => string
  windows: (state: State) => KeyedWindows<State>
  unavailable?: (state: State) => { readonly [action: string]: string } | undefined
  onFinding: (finding: DeveloperFinding) => void
}): OpenWindows<State> {
  const { mint, windows, unavailable, onFinding } = options
  const keys = new Map<string, string>()
  let present: Described<State> = { openings: new Map(), view: { windows: [] } }
  let candidate = present
  let hidden: ReadonlySet<string> = new Set()
  const closedHidden = createRemembered(REMEMBERED)

  return {
    describe(state) {
      const listed = checked(windows(state), onFinding)
      const known = present.openings
      const keysInOrder = new Set([...known.keys(), ...listed.keys()].filter(key => listed.has(key)))
      const ids = new Map([...keysInOrder].map(key => [key, known.get(key)?.id ?? mint()]))
      const openings = new Map<string, Opening<State>>()
      for (const [key, id] of ids) {
        const source = listed.get(key)
        if (!source) continue
        const isHidden = isPrivateIn(listed, source)
        openings.set(key, { id, source, view: viewOf(source, id, ids, isHidden, known.get(key)) })
      }
      const views = [...openings.values()].map(opening => opening.view)
      const why = unavailable?.(state)
      candidate = { openings, view: { windows: views, ...(why ? { unavailable: why } : {}) } }
      return candidate.view
    },
    settle() {
      present = candidate
      const before = hidden
      hidden = new Set(present.view.windows.filter(window => window.private).map(window => window.id))
      if (before.size > 0) {
        const open = new Set(present.view.windows.map(({ id }) => id))
        for (const id of before) if (!open.has(id)) closedHidden.add(id)
      }
      for (const [key, { id }] of present.openings) {
        keys.delete(id)
        keys.set(id, key)
      }
      for (const id of keys.keys()) {
        if (keys.size <= present.openings.size + REMEMBERED) break
        keys.delete(id)
      }
    },
    views: () => present.view.windows,
    isPrivate: id => hidden.has(id) || closedHidden.has(id),
    idOf: key => present.openings.get(key)?.id,
    keyOf: id => keys.get(id),
  }
}

/** An unchanged window stays the same object, so that the bridge need not compare it. */
function viewOf<State>(
  source: KeyedWindow<State>,
  id: string,
  ids: ReadonlyMap<string, string>,
  isHidden: boolean,
  known: Opening<State> | undefined,
): WindowView<State> {
  const { key: _, modalOn, modal, blocks = [], actions = [], private: __, ...rest } = source
  const ownerId = modalOn === undefined ? null : (ids.get(modalOn) ?? null)
  if (
    known?.source === source &&
    known.view.ownerId === ownerId &&
    (known.view.private ?? false) === isHidden
  )
    return known.view
  return {
    ...rest,
    id,
    ownerId,
    modal: modal === true || modalOn !== undefined,
    blocks,
    actions,
    ...(isHidden ? { private: true } : {}),
  }
}

/** A modal belongs to what it blocks: where that is private, so is the modal (D-45). Rings were left out before. */
function isPrivateIn<State>(
  listed: ReadonlyMap<string, KeyedWindow<State>>,
  window: KeyedWindow<State>,
): boolean {
  let at: KeyedWindow<State> | undefined = window
  while (at && !at.private) at = at.modalOn === undefined ? undefined : listed.get(at.modalOn)
  return at !== undefined
}

/** The open windows by key: each checked, and none without the window that it is modal on. */
function checked<State>(
  listed: KeyedWindows<State>,
  onFinding: (finding: DeveloperFinding) => void,
): ReadonlyMap<string, KeyedWindow<State>> {
  if (!Array.isArray(listed)) return broken('windows', whatInstead(listed), onFinding)
  const byKey = new Map<string, { window: KeyedWindow<State>; at: number }>()
  for (const [at, window] of listed.entries()) {
    if (!window) continue
    const fault = faultOf(window) ?? (byKey.has(window.key) ? SAME_KEY : undefined)
    if (fault !== undefined) return broken(`windows[${at}]`, fault, onFinding)
    byKey.set(window.key, { window, at })
  }
  const open = new Map<string, KeyedWindow<State>>()
  const isOpen = (key: string, depth: number): boolean => {
    const owner = byKey.get(key)?.window
    if (!owner || depth > byKey.size) return false
    return owner.modalOn === undefined || isOpen(owner.modalOn, depth + 1)
  }
  for (const [key, { window, at }] of byKey)
    if (isOpen(key, 0)) open.set(key, window)
    else onFinding({ requirement: 'D-33', level: 'should', at: `windows[${at}]`, message: WITHOUT_OWNER })
  return open
}

const SAME_KEY = 'has the key of a window before it; give each open window a key of its own'
const WITHOUT_OWNER =
  'is modal on a window that is not open, so it is left out; close it in the commit that closes its owner'

function faultOf<State>({ key, title, summary, actions = [] }: KeyedWindow<State>): string | undefined {
  if (typeof key !== 'string') return `has no key; add one that no other open window has, such as key: 'main'`
  if (typeof title !== 'string') return `has no title; add what its title bar shows, such as title: 'Pad'`
  if (typeof summary !== 'string')
    return `has no summary; add a sentence on what the window is for, such as summary: 'A pad with a text.'`
  return actionFault(actions)
}

/** What is wrong with a list of actions; undefined when nothing is. */
export function actionFault<State>(actions: readonly Action<State>[]): string | undefined {
  const names = new Set<string>()
  for (const [at, action] of actions.entries()) {
    if (typeof action?.prepare !== 'function')
      return `.actions[${at}] is no action; make it with defineAction()`
    if (!ACTION_NAME.test(action.name) || action.name.length > MAX_ACTION_NAME)
      return `.actions[${at}] needs another name: 1 to ${MAX_ACTION_NAME} letters, digits, "-" and single "_"`
    if (names.has(action.name)) return `.actions[${at}] has the name of an action before it; rename one`
    names.add(action.name)
  }
  return undefined
}

const ACTION_NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/

const whatInstead = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'then' in value
    ? 'gave a promise; it says at once what is open: load first, commit what came, then show it'
    : 'gave no list; return the open windows as [{ key, title, summary, blocks, actions }]'

/** Tells before it throws: inside an action's commit the error itself goes no further. */
function broken(at: string, message: string, onFinding: (finding: DeveloperFinding) => void): never {
  const gap = message.startsWith('.') ? '' : ' '
  onFinding({ requirement: 'D-30', level: 'must', at, message: message.replace(/^\./, '') })
  throw new Error(`${at}${gap}${message}`)
}
