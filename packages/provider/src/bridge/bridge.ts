/** The bridge of an app: its windows as they are served, and its actions as they are called (GB §4, §5, §6). */
import {
  appActionsAllowed,
  type Call,
  type CallVerdict,
  type Changes,
  checkCall,
  changes,
  operableIds,
  splitToolName,
  type ToolEntry,
  type ToolError,
  toolsOf,
  type WindowsModel,
  type WindowsSnapshot,
} from '@copane/protocol/bridge'
import type { Author, Store } from '../store/store.js'
import { type Action, withoutVersion } from './action.js'
import { judgeArguments } from './judge-arguments.js'
import type { Fingerprint } from './mask.js'
import { type Moment, nextMoment, nothingYet } from './model.js'
import { type After, createQueue } from './queue.js'
import {
  CANCELLED,
  type CallFault,
  type CallOutcome,
  failure,
  runRead,
  runWrite,
  TIMED_OUT,
} from './run-call.js'
import type { AppView } from './view.js'

/** A call as a connection makes it. */
export type Caller = { connection: string; client: string; signal: AbortSignal }

/** What the MCP binding serves. */
export type Bridge = {
  /** The present snapshot as JSON text; counts as a serving (D-41). */
  snapshotText: () => string
  snapshot: () => WindowsSnapshot
  tools: () => ToolEntry[]
  /** Resolves once decided; never rejects. */
  call: (call: Call, caller: Caller) => Promise<CallOutcome>
  /** Tells what each commit calls for, after it took effect; gives back the way to stop that. */
  watch: (listener: (changes: Changes) => void) => () => void
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
  /** Waiting in the queue, and running from leaving it, in milliseconds (D-36). */
  waitMs?: number
  runMs?: number
  onFault?: (fault: CallFault, action: string) => void
}

/** Makes the bridge of a store; a state that breaks the protocol is refused before it takes effect. */
export function createBridge<State>(options: BridgeOptions<State>): Bridge {
  const { store, windows, stopped, fingerprint, after, waitMs = 10_000, runMs = 10_000 } = options
  const { onFault = () => {} } = options
  const appActions = (options.appActions ?? []).map(withoutVersion)
  const queue = createQueue({ maxWaiting: 32, waitMs, after })
  const listeners = new Set<(changes: Changes) => void>()
  let serving = 0
  let text: string | undefined
  let tools: ToolEntry[] | undefined
  let moment: Moment<State> = nextMoment(
    nothingYet(),
    windows(store.read()),
    appActions,
    serving,
    fingerprint,
  )
  let candidate = moment

  store.guard(state => {
    candidate = nextMoment(moment, windows(state), appActions, serving, fingerprint)
  })
  store.watch(() => {
    const changed = changes(moment.model, candidate.model)
    moment = candidate
    if (changed.updated) text = undefined
    if (changed.listChanged) tools = undefined
    if (changed.updated || changed.listChanged) for (const listener of [...listeners]) listener(changed)
  })

  const judge = (call: Call, by: Author): CallVerdict<Action<State>> => {
    const reason = by.kind === 'client' ? stopped?.(store.read(), by.name) : undefined
    return reason === undefined
      ? checkCall(moment.model, call, judgeArguments)
      : { kind: 'refused', error: stoppedError(reason) }
  }
  const run = { store, model: () => moment.model, judge, after, runMs, settleMs: 1000, onFault }
  const snapshot = () => snapshotOf(moment.model)

  return {
    snapshot,
    snapshotText() {
      serving++
      return (text ??= JSON.stringify(snapshot()))
    },
    tools: () => (tools ??= toolsOf(moment.model)),
    async call(call, { connection, client, signal }) {
      const by: Author = { kind: 'client', name: client }
      if (isReadOnly(moment.model, call.name)) return runRead(run, call, by, signal)
      const { promise, resolve } = Promise.withResolvers<CallOutcome>()
      const entry = queue.enter(
        connection,
        end => void runWrite(run, call, by, signal, end).then(resolve),
        () => resolve(failure(TIMED_OUT)),
      )
      if (entry.kind === 'full')
        return failure({
          code: 'action_failed',
          message: 'Too many of your calls wait already: await their answers first.',
        })
      const onAbort = () => {
        if (entry.leave()) resolve(failure(CANCELLED))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', onAbort))
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A client is stopped wherever its call is: before the queue, at its head, and at the commit (D-54). */
const stoppedError = (reason: string): ToolError => ({
  code: 'action_not_available',
  message: `${reason}: wait until the user allows it again.`,
  reason,
})

function snapshotOf<State>(model: WindowsModel<Action<State>>): WindowsSnapshot {
  const windows = model.windows
    .filter(window => !window.private)
    .map(({ actions: _, unavailable: __, private: ___, ...window }) => window)
  return { operableWindowIds: operableIds(model.windows), windows }
}

function isReadOnly<State>(model: WindowsModel<Action<State>>, name: string): boolean {
  const split = splitToolName(name)
  if (!split) return true
  const window = model.windows.find(candidate => candidate.id === split.handle)
  const actions = window?.actions ?? (appActionsAllowed(model) ? model.appActions : [])
  const action = actions.find(candidate => candidate.name === split.action)
  return action !== undefined && 'reads' in action.run
}
