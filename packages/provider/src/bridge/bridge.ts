/** The bridge of an app: its windows as they are served, and its actions as they are called (GB §4, §5, §6). */
import {
  type Call,
  type Changes,
  changes,
  type ToolEntry,
  toolsOf,
  type WindowsSnapshot,
} from '@copane/protocol/bridge'
import type { Store } from '../store/store.js'
import type { Action } from './action.js'
import { type CallScope, createCallScope, OUTSIDE } from './call-scope.js'
import { type Caller, createCalls } from './calls.js'
import { withoutVersion } from './define-action.js'
import { createFindings, type OnFindings } from './findings.js'
import type { Fingerprint } from './mask.js'
import { type Moment, nextMoment, nothingYet } from './model.js'
import type { CallOutcome, OnFault } from './outcome.js'
import type { After } from './queue.js'
import { refuseTwins } from './refuse-broken.js'
import { createRetired } from './retired.js'
import { createServedText } from './served-text.js'
import type { AppView } from './view.js'

/** What the MCP binding serves. */
export type Bridge = {
  /** The present snapshot as JSON text; counts as a serving (D-41). */
  snapshotText: () => string
  /** The same text as it stands inside a JSON string, in pieces of UTF-8; counts as a serving. */
  snapshotEscaped?: () => readonly Uint8Array[]
  snapshot: () => WindowsSnapshot
  tools: () => ToolEntry[]
  /** Resolves once decided; never rejects. */
  call: (call: Call, caller: Caller) => Promise<CallOutcome>
  /** Tells what each commit calls for, after it took effect; gives back the way to stop that. */
  watch: (listener: (changes: Changes) => void) => () => void
  /** Ends the calls that run or wait, and refuses those that come; what was read stays readable. */
  close: () => void
}

/** What a bridge needs: the app's state and windows, and effects from outside. */
export type BridgeOptions<State> = {
  store: Store<State>
  windows: (state: State) => AppView<State>
  appActions?: readonly Action<State>[]
  /** Why a client may not act now; undefined lets it (D-54). */
  stopped?: (state: State, client: string) => string | undefined
  fingerprint: Fingerprint
  after: After
  /** Tells a handler's own calls from others, with Node an `AsyncLocalStorage`; without it only those it makes at once. */
  scope?: CallScope
  /** Waiting in the queue, and running from leaving it, in milliseconds (D-36). */
  waitMs?: number
  runMs?: number
  onFault?: OnFault
  /** For development: told what in the windows breaks a rule of the protocol, and the remedy. */
  onFindings?: OnFindings
}

/** Makes the bridge of a store; a state that breaks the protocol is refused before it takes effect. */
export function createBridge<State>(options: BridgeOptions<State>): Bridge {
  const { store, windows, fingerprint, scope = createCallScope() } = options
  const onFault = unharmed(options.onFault ?? (() => {}))
  const appActions = (options.appActions ?? []).map(withoutVersion)
  refuseTwins(appActions)
  const listeners = new Set<(changes: Changes) => void>()
  const untold: Changes[] = []
  const served = createServedText<State>()
  const retired = createRetired()
  const findings = options.onFindings && createFindings<State>(options.onFindings, onFault)
  let serving = 0
  let tools: ToolEntry[] | undefined
  let text: string | undefined
  let escaped: readonly Uint8Array[] | undefined

  const momentAfter = (before: Moment<State>, state: State): Moment<State> =>
    nextMoment(before, state, windows(state), {
      appActions,
      fingerprint,
      serving,
      lastVersion: retired.lastVersion,
    })
  let moment = momentAfter(nothingYet(), store.read())

  store.guard(state => {
    const next = momentAfter(moment, state)
    return () => {
      const changed = changes(moment.model, next.model)
      retired.note(moment.entries, next.entries)
      moment = next
      if (changed.updated) text = escaped = undefined
      if (changed.listChanged) tools = undefined
      untold.push(changed)
    }
  })
  store.watch(() => {
    const changed = untold.shift()
    if (!changed?.updated && !changed?.listChanged) return
    findings?.judge(moment, served.text(moment), retired)
    for (const listener of [...listeners])
      try {
        // What hears of a change in this process is no part of the handler that made it.
        scope.run(OUTSIDE, () => listener(changed))
      } catch (error) {
        onFault('listener-threw', '', error)
      }
  })
  findings?.judge(moment, served.text(moment), retired)

  const calls = createCalls({ ...options, scope, onFault, moment: () => moment })
  return {
    snapshot: () => snapshotOf(moment),
    snapshotText() {
      serving++
      return (text ??= served.text(moment))
    },
    snapshotEscaped() {
      serving++
      return (escaped ??= served.escaped(moment))
    },
    tools: () => (tools ??= toolsOf(moment.model)),
    call: calls.call,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: calls.close,
  }
}

/** A callback of the app that fails must not take a call with it. */
const unharmed =
  (onFault: OnFault): OnFault =>
  (fault, action, error) => {
    try {
      onFault(fault, action, error)
    } catch {
      return
    }
  }

const snapshotOf = <State>({ model, operable }: Moment<State>): WindowsSnapshot => ({
  operableWindowIds: [...operable],
  windows: model.windows
    .filter(window => !window.private)
    .map(({ actions: _, unavailable: __, private: ___, ...window }) => window),
})
