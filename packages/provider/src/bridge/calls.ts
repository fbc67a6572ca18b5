/** The calls of a bridge: judged at once, writes in turn, reads beside them (GB §7, §10.1 · D-47, D-53, D-54). */
import { APP_HANDLE, type Call, checkCall, splitToolName, type ToolError } from '@copane/protocol/bridge'
import type { Author, Store } from '../store/store.js'
import type { Action, Prepared } from './action.js'
import type { CallScope } from './call-scope.js'
import type { Moment } from './model.js'
import {
  type CallOutcome,
  CANCELLED,
  CLOSING,
  FAILED,
  failure,
  NESTED,
  notAvailable,
  type OnFault,
  TIMED_OUT,
  TOO_MANY,
} from './outcome.js'
import { type After, createQueue } from './queue.js'
import type { RunOptions, Verdict } from './run.js'
import { runRead } from './run-read.js'
import { runWrite } from './run-write.js'

/** A call as a connection makes it. */
export type Caller = { connection: string; client: string; signal: AbortSignal }

/** Takes calls. */
export type Calls = {
  call: (call: Call, caller: Caller) => Promise<CallOutcome>
  close: () => void
}

/** What taking calls needs. */
export type CallsOptions<State> = {
  store: Store<State>
  moment: () => Moment<State>
  stopped?: (state: State, client: string) => string | undefined
  after: After
  scope: CallScope
  waitMs?: number
  runMs?: number
  onFault: OnFault
}

/** How many calls of one connection wait, and how many of its read-only calls run (D-53). */
const MOST_WAITING = 32

/** Takes the calls of a bridge. */
export function createCalls<State>(options: CallsOptions<State>): Calls {
  const { store, moment, stopped, after, scope, onFault, waitMs = 10_000, runMs = 10_000 } = options
  const queue = createQueue({ maxWaiting: MOST_WAITING, waitMs, after })
  const reading = new Map<string, number>()
  const closing = new AbortController()

  const stopError = (by: Author): ToolError | undefined => {
    if (by.kind !== 'client' || !stopped) return undefined
    try {
      const reason = stopped(store.read(), by.name)
      return reason === undefined ? undefined : notAvailable(reason, 'wait until the user allows it again')
    } catch (error) {
      onFault('judge-threw', '', error)
      return FAILED
    }
  }
  const judge = (call: Call, by: Author): Verdict<State> => {
    const stop = stopError(by)
    if (stop) return { kind: 'refused', error: stop }
    let prepared: Prepared<State> | undefined
    const verdict = checkCall(moment().model, call, (action: Action<State>, args) => {
      prepared = action.prepare(args)
      return prepared.kind === 'unfit' ? prepared.fields : []
    })
    if (verdict.kind !== 'allowed') return verdict
    const { action, window } = verdict
    return boundTo(prepared, action, window?.id ?? '')
  }
  const boundTo = (
    prepared: Prepared<State> | undefined,
    action: Action<State>,
    windowId: string,
  ): Verdict<State> => {
    if (prepared?.kind === 'ready') return { kind: 'allowed', action, windowId, bound: prepared.bound }
    if (prepared?.kind === 'broken') onFault(prepared.fault, action.name, prepared.error)
    return { kind: 'refused', error: FAILED }
  }
  const refusalOf = (call: Call, by: Author): ToolError | undefined => {
    const stop = stopError(by)
    if (stop) return stop
    const verdict = checkCall(moment().model, call, () => [])
    return verdict.kind === 'refused' ? verdict.error : undefined
  }
  const run: RunOptions<State> = {
    store,
    moment,
    judge,
    refusalOf,
    after,
    scope,
    runMs,
    settleMs: 1000,
    closing: closing.signal,
    onFault,
  }

  /** A read that waits for something counts as long as it runs: a client can't have any number of them. */
  const read = async (call: Call, by: Author, { connection, signal }: Caller): Promise<CallOutcome> => {
    const running = reading.get(connection) ?? 0
    if (running >= MOST_WAITING) return failure(TOO_MANY)
    reading.set(connection, running + 1)
    const outcome = await runRead(run, call, by, signal)
    const left = (reading.get(connection) ?? 1) - 1
    if (left > 0) reading.set(connection, left)
    else reading.delete(connection)
    return outcome
  }

  const write = (call: Call, by: Author, { connection, signal }: Caller): Promise<CallOutcome> => {
    const { promise, resolve } = Promise.withResolvers<CallOutcome>()
    const entry = queue.enter(
      connection,
      end => void runWrite(run, call, by, signal, end).then(resolve),
      () => resolve(failure(TIMED_OUT)),
    )
    if (entry.kind === 'full') return Promise.resolve(failure(TOO_MANY))
    const onAbort = () => {
      if (entry.leave()) resolve(failure(CANCELLED))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', onAbort))
  }

  return {
    async call(call, caller) {
      const by: Author = { kind: 'client', name: caller.client }
      const mark = scope.getStore()
      if (mark && !mark.isOver) {
        onFault('called-itself', mark.action)
        return failure(NESTED)
      }
      if (closing.signal.aborted) return failure(CLOSING)
      if (caller.signal.aborted) return failure(CANCELLED)
      const called = actionOf(moment(), call.name)
      if (!called) return outcomeWithoutRun(judge(call, by))
      if (called.runs === 'reads') return read(call, by, caller)
      // Refused as things stand: that is told at once, unless an earlier call of the same client may change it (FR-16).
      const mustWait = queue.isBusy() && !queue.holds(caller.connection)
      const refusal = mustWait ? refusalOf(call, by) : undefined
      return refusal ? failure(refusal) : write(call, by, caller)
    },
    close: () => closing.abort(),
  }
}

/** What a call comes to that names no action. */
const outcomeWithoutRun = <State>(verdict: Verdict<State>): CallOutcome =>
  verdict.kind === 'refused' ? failure(verdict.error) : { kind: 'unknown-tool' }

/** The action that a name means, whether it can be called or not; undefined for one that is known to nobody. */
function actionOf<State>({ model, entries }: Moment<State>, name: string): Action<State> | undefined {
  const split = splitToolName(name)
  if (!split) return undefined
  const actions = split.handle === APP_HANDLE ? model.appActions : entries.get(split.handle)?.window.actions
  return actions?.find(candidate => candidate.name === split.action)
}
