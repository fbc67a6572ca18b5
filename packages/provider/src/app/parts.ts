/** The parts of an app, put together: one state, its windows, its actions, its elements. */
import { type Finding, isRecord } from '@copane/protocol/findings'
import { validateWindows } from '@copane/protocol/bridge'
import type { Location, TreeElement } from '@copane/protocol/elements'
import { type Bridge, createBridge } from '../bridge/bridge.js'
import type { Fingerprint } from '../bridge/mask.js'
import type { After } from '../bridge/queue.js'
import { createElements, type Elements } from '../elements/elements.js'
import { createIds } from '../elements/ids.js'
import { createStore, type Store } from '../store/store.js'
import { faultFinding } from './call-faults.js'
import { identityFault } from './identity.js'
import { actionFault, createOpenWindows } from './open-windows.js'
import type { DeveloperFinding } from './report-findings.js'
import type { AppIds, AppOptions, LiveApp } from './types.js'
import { windowElements, withoutPrivate } from './window-elements.js'

/** What comes from outside; without `report` no finding is looked for. */
export type PartsEffects = {
  mark: string
  fingerprint: Fingerprint
  after: After
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
  const { name, windows, actions = [], unavailable, elements, locate, stopped, durable } = options
  const { mark, fingerprint, after, report } = effects
  const tell = (finding: DeveloperFinding): void => report?.(finding)
  const tellAll = (findings: readonly Finding[]): void => findings.forEach(tell)
  let isMade = false
  const minted = createIds(mark)
  const store = createStore({ initial: options.state, ...(durable ? { durable } : {}) })
  const open = createOpenWindows({
    mint: minted.windowId,
    windows: windows ?? (() => []),
    ...(unavailable ? { unavailable } : {}),
    // What createApp throws itself needs no telling; inside an action the error goes no further.
    onFinding: finding => (isMade || finding.level === 'should') && tell(finding),
  })
  // Before the bridge watches: what hears of a commit finds the windows of it.
  store.watch(open.settle)
  const bridge =
    windows || actions.length > 0
      ? createBridge({
          store,
          windows: open.describe,
          appActions: actions,
          ...(stopped ? { stopped } : {}),
          fingerprint,
          after,
          onFault: (fault, action) => tell(faultFinding(fault, action)),
        })
      : undefined
  open.settle()
  isMade = true
  if (bridge && report) {
    const look = () => tellAll(validateWindows(bridge.snapshot()))
    look()
    bridge.watch(look)
  }
  const ids: AppIds = {
    of: minted.of,
    mint: minted.mint,
    dropScope: minted.dropScope,
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
    elements: instance =>
      createElements({
        instance,
        ids: minted,
        async tree() {
          const views = open.views()
          if (!elements) return windowElements(rootId, name, views)
          return withoutPrivate(await quietly(() => elements(store.read(), ids), 'elements()', tell), views)
        },
        ...(locate ? { locate: element => place(locate, element, store.read(), tell) } : {}),
        ...(report ? { onFindings: tellAll } : {}),
      }),
  }
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
  for (const [name, value] of Object.entries({ windows, elements, locate }))
    if (value !== undefined && typeof value !== 'function') return `${name} must be a function of the state`
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

/** What the app's own code throws may hold anything, so it goes no further (D-08). */
async function quietly<Result>(
  ask: () => Result | Promise<Result>,
  at: string,
  tell: (finding: DeveloperFinding) => void,
): Promise<Result> {
  try {
    return await ask()
  } catch {
    tell({
      requirement: 'D-08',
      level: 'must',
      at,
      message: 'threw, so the read was refused; catch it there',
    })
    throw new Error('the app could not say')
  }
}

const place = <State>(
  locate: NonNullable<AppOptions<State>['locate']>,
  element: TreeElement,
  state: State,
  tell: (finding: DeveloperFinding) => void,
): Promise<Location | undefined> => quietly(() => locate(element, state), 'locate()', tell)
