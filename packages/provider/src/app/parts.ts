/** The parts of an app, put together: one state, its windows, its actions, its elements. */
import { isRecord } from '@copane/protocol/findings'
import { type Bridge, createBridge } from '../bridge/bridge.js'
import type { CallScope } from '../bridge/call-scope.js'
import type { BridgeFinding } from '../bridge/findings.js'
import type { Fingerprint } from '../bridge/mask.js'
import type { After } from '../bridge/queue.js'
import { createElements, type Elements } from '../elements/elements.js'
import { createIds } from '../elements/ids.js'
import type { AppFinding } from '../elements/app-element.js'
import { createStore, type Store } from '../store/store.js'
import { faultFinding } from './call-faults.js'
import { identityFault } from './identity.js'
import { actionFault, createOpenWindows } from './open-windows.js'
import type { DeveloperFinding } from './report-findings.js'
import type { AppIds, AppOptions, LiveApp } from './types.js'
import { hidePrivate, windowElements } from './window-elements.js'

/** What comes from outside; without `report` no finding is looked for. */
export type PartsEffects = {
  mark: string
  fingerprint: Fingerprint
  after: After
  scope: CallScope
  report?: (finding: DeveloperFinding) => void
}

/** The parts of an app. */
export type Parts<State> = Pick<LiveApp<State>, 'store' | 'ids' | 'commit' | 'idOf' | 'keyOf'> & {
  /** Absent where the app has neither windows nor actions. */
  bridge?: Bridge
  /** The elements face of one run. */
  elements(instance: string): Elements
}

/** Makes the parts of an app; throws on options that no app can run with. */
export function createParts<State>(options: AppOptions<State>, effects: PartsEffects): Parts<State> {
  refuseBroken(options)
  const { name, windows, actions = [], unavailable, elements, stopped, durable } = options
  const { mark, fingerprint, after, scope, report } = effects
  const tell = (finding: DeveloperFinding): void => report?.(finding)
  let isMade = false
  const minted = createIds(mark)
  const store = createStore({
    initial: options.state,
    ...(durable ? { durable } : {}),
    ...(report ? { freeze: true } : {}),
  })
  const open = createOpenWindows({
    mint: minted.windowId,
    windows: windows ?? (() => []),
    ...(unavailable ? { unavailable } : {}),
    // What createApp throws itself needs no telling; inside an action the error goes no further.
    onFinding: finding => (isMade || finding.level === 'should') && tell(finding),
  })
  const tellOfWindows = (findings: readonly BridgeFinding[]): void => {
    const places = new Map(open.views().map(({ id }, at) => [id, at]))
    for (const finding of findings) tell(placed(finding, places))
  }
  // Before the bridge looks at them: what it finds at once has its place.
  open.describe(store.read())
  open.settle()
  const bridge =
    windows || actions.length > 0
      ? createBridge({
          store,
          windows: open.describe,
          appActions: actions,
          ...(stopped ? { stopped } : {}),
          fingerprint,
          after,
          scope,
          onFault: (fault, action, error) => tell(faultFinding(fault, action, error)),
          ...(report ? { onFindings: tellOfWindows } : {}),
        })
      : undefined
  open.settle()
  // In the moment of each commit: one that answers it before everybody was told finds the windows of it.
  store.guard(() => open.settle)
  isMade = true
  const ids: AppIds = {
    of: minted.of,
    idFor: minted.idFor,
    mint: minted.mint,
    drop: minted.drop,
    dropScope: minted.dropScope,
    isIssued: minted.isIssued,
    window(key) {
      const id = open.idOf(key)
      if (id === undefined)
        throw new Error('no window with this key is open; ids.window() takes a key of windows()')
      return id
    },
  }
  const rootId = minted.of('', 'app', 'root')

  return {
    store,
    ids,
    ...(bridge ? { bridge } : {}),
    commit: change => commit(store, change),
    idOf: open.idOf,
    keyOf(id) {
      const key = open.keyOf(id)
      if (key === undefined) throw new Error('no window of this app has this id; keyOf() takes ctx.windowId')
      return key
    },
    elements: instance => {
      const kept = typeof elements === 'object' ? elements : undefined
      const tell = report && ((found: AppFinding[]) => found.forEach(report))
      const { locate, locateOther, shrink } = options
      const face = createElements({
        instance,
        ids: minted,
        after,
        tree:
          kept ??
          (() =>
            typeof elements === 'function'
              ? elements(store.read(), ids)
              : windowElements(rootId, name, open.views())),
        isPrivate: open.isPrivate,
        ...(locate ? { locate: element => locate(element, store.read()) } : {}),
        ...(locateOther ? { locateOther: id => locateOther(id, store.read()) } : {}),
        ...(shrink ? { shrink } : {}),
        ...(tell ? { onFindings: tell } : {}),
      })
      return kept ? hidingFace(face, () => hidePrivate(kept, open.views())) : face
    },
  }
}

/** The face with something done before each read. */
function hidingFace(face: Elements, hide: () => void): Elements {
  const { currentText, currentEscaped, locate } = face
  const after =
    <Given extends unknown[], Result>(read: (...given: Given) => Result) =>
    (...given: Given): Result => {
      hide()
      return read(...given)
    }
  return {
    currentText: after(currentText),
    ...(currentEscaped ? { currentEscaped: after(currentEscaped) } : {}),
    ...(locate ? { locate: after(locate) } : {}),
  }
}

/** A finding about a window says which in the list it is: ids and keys are not written anywhere (D-08). */
function placed(
  { window, at, ...finding }: BridgeFinding,
  places: ReadonlyMap<string, number>,
): DeveloperFinding {
  if (window === undefined) return { ...finding, at }
  const place = `$.windows[${places.get(window) ?? -1}]`
  return { ...finding, at: at === '$' ? place : `${place}.${at}` }
}

function refuseBroken<State>(options: AppOptions<State>): void {
  const fault = identityFault(options) ?? partsFault(options)
  if (fault !== undefined) throw new Error(`createApp: ${fault}`)
}

function partsFault<State>(options: AppOptions<State>): string | undefined {
  const { windows, actions, elements, locate } = options
  if (!('state' in options))
    return 'state is missing; add what the app shows at first, such as state: { text: "" }'
  if (!windows && !actions && !elements)
    return 'there is nothing to show; add windows, a function of the state that gives the open ones'
  for (const [name, value] of Object.entries({ windows, locate }))
    if (value !== undefined && typeof value !== 'function') return `${name} must be a function of the state`
  if (elements !== undefined && typeof elements !== 'function' && !('kept' in elements))
    return 'elements must be a function of the state, or what createManagedTree() gives'
  if (actions !== undefined && !Array.isArray(actions)) return 'actions must be a list: [defineAction({ … })]'
  return actionFault(actions ?? [])?.replace(/^\./, '')
}

function commit<State>(store: Store<State>, change: (state: State) => State): void {
  store.commit({ kind: 'user' }, state => {
    const next = change(state)
    if (isRecord(next) && typeof next.then === 'function')
      throw new Error(
        'commit: the change gave a promise; wait for what it needs first, then give the next state',
      )
    return { state: next, outcome: undefined }
  })
}
