/** One write from the head of the queue to its answer: judged, run, committed once or never (D-36). */
import {
  type Call,
  type CallVerdict,
  type ModelWindow,
  type ToolError,
  type ToolSuccess,
  validationFailed,
  type WindowsModel,
} from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Author, Store } from '../store/store.js'
import type { Action, Arguments, Done, Refusal, Reply, WriteContext } from './action.js'
import type { After } from './queue.js'

/** What a call came to. */
export type CallOutcome =
  | { kind: 'success'; success: ToolSuccess }
  | { kind: 'error'; error: ToolError }
  | { kind: 'unknown-tool' }

/** What the app's developer should hear of; holds no content (D-08). */
export type CallFault =
  | 'threw'
  | 'threw-after-commit'
  | 'no-commit'
  | 'slow-after-commit'
  | 'committed-late'
  | 'committed-twice'

/** What running a call needs. */
export type RunOptions<State> = {
  store: Store<State>
  model: () => WindowsModel<Action<State>>
  /** Whether this client may make this call at this moment; asked again at the commit. */
  judge: (call: Call, by: Author) => CallVerdict<Action<State>>
  after: After
  runMs: number
  /** How long after its commit a handler may go on before the answer leaves without it. */
  settleMs: number
  onFault: (fault: CallFault, action: string) => void
}

/**
 * Runs one write.
 *
 * Shape   resolves once, never rejects; `end` is called as soon as the call is decided, so that the queue moves on.
 * Source  GB §5.4, §7.1, §7.2, §7.4 · D-36
 */
export function runWrite<State>(
  options: RunOptions<State>,
  call: Call,
  by: Author,
  cancelled: AbortSignal,
  end: () => void,
): Promise<CallOutcome> {
  const { store, model, judge, after, runMs, settleMs, onFault } = options
  const verdict = judge(call, by)
  if (verdict.kind !== 'allowed' || !('writes' in verdict.action.run) || cancelled.aborted) {
    end()
    return Promise.resolve(
      verdict.kind === 'refused'
        ? failure(verdict.error)
        : verdict.kind === 'unknown-tool'
          ? verdict
          : failure(CANCELLED),
    )
  }
  const { action } = verdict
  const { writes } = verdict.action.run
  const { promise, resolve } = Promise.withResolvers<CallOutcome>()
  const stop = new AbortController()
  let decided: CallOutcome | undefined
  let cancelSettle = () => {}

  const decide = (outcome: CallOutcome) => {
    decided = outcome
    cancelRun()
    cancelled.removeEventListener('abort', onCancel)
    end()
  }
  const answer = (outcome: CallOutcome) => {
    cancelSettle()
    if (!decided) decide(outcome)
    resolve(outcome)
  }
  const cancelRun = after(runMs, () => {
    stop.abort()
    answer(failure(TIMED_OUT))
  })
  const onCancel = () => {
    stop.abort()
    answer(failure(CANCELLED))
  }
  cancelled.addEventListener('abort', onCancel, { once: true })

  const context: WriteContext<State> = {
    windowId: verdict.window?.id ?? '',
    args: argumentsOf(call),
    state: store.read(),
    by,
    signal: stop.signal,
    commit(change) {
      if (decided) {
        onFault(decided.kind === 'success' ? 'committed-twice' : 'committed-late', action.name)
        throw new Error('this call is decided already; a call commits at most once, and not after it ended')
      }
      const again = judge(call, by)
      const outcome = again.kind === 'refused' ? failure(again.error) : commit(store, model, by, change)
      decide(outcome)
      cancelSettle = after(settleMs, () => {
        onFault('slow-after-commit', action.name)
        resolve(outcome)
      })
      return outcome.kind === 'success' ? 'done' : 'refused'
    },
  }

  const settle = async () => {
    try {
      const refusal = await writes(context)
      if (decided) answer(decided)
      else if (refusal) answer(failure(errorOf(refusal)))
      else {
        onFault('no-commit', action.name)
        answer(failure(FAILED))
      }
    } catch {
      onFault(decided ? 'threw-after-commit' : 'threw', action.name)
      answer(decided ?? failure(FAILED))
    }
  }
  void settle()
  return promise
}

/** Runs a read-only action on one snapshot, outside the queue (D-53). */
export async function runRead<State>(
  options: RunOptions<State>,
  call: Call,
  by: Author,
  cancelled: AbortSignal,
): Promise<CallOutcome> {
  const verdict = options.judge(call, by)
  if (verdict.kind === 'refused') return failure(verdict.error)
  if (verdict.kind === 'unknown-tool' || !('reads' in verdict.action.run)) return { kind: 'unknown-tool' }
  const { promise, resolve } = Promise.withResolvers<CallOutcome>()
  const stop = new AbortController()
  const finish = (outcome: CallOutcome) => {
    cancelTimer()
    cancelled.removeEventListener('abort', onCancel)
    resolve(outcome)
  }
  const onCancel = () => {
    stop.abort()
    finish(failure(CANCELLED))
  }
  const cancelTimer = options.after(options.runMs, () => {
    stop.abort()
    finish(failure(TIMED_OUT))
  })
  cancelled.addEventListener('abort', onCancel, { once: true })
  try {
    const reply = await verdict.action.run.reads({
      windowId: verdict.window?.id ?? '',
      args: argumentsOf(call),
      state: options.store.read(),
      by,
      signal: stop.signal,
    })
    finish(reply.kind === 'done' ? { kind: 'success', success: successOf(reply) } : failure(errorOf(reply)))
  } catch {
    options.onFault('threw', verdict.action.name)
    finish(failure(FAILED))
  }
  return promise
}

/** The outcome of a failure. */
export const failure = (error: ToolError): CallOutcome => ({ kind: 'error', error })

/** The error of a call whose time was up before it took effect (GB-7.4-timeout). */
export const TIMED_OUT: ToolError = {
  code: 'action_timeout',
  message: 'The app took too long and nothing was changed: read app://windows, then try again.',
}

/** The error of a call that its client took back before it took effect. */
export const CANCELLED: ToolError = {
  code: 'action_failed',
  message: 'The call was cancelled before it took effect; nothing was changed.',
}
const FAILED: ToolError = {
  code: 'action_failed',
  message: 'The app could not do this; nothing was changed. Read app://windows before you go on.',
}

function commit<State>(
  store: Store<State>,
  model: () => WindowsModel<Action<State>>,
  by: Author,
  change: (state: State) => Done<State> | Refusal,
): CallOutcome {
  const before = idsOf(model().windows)
  const effect = store.commit(by, state => {
    const outcome = change(state)
    return { state: outcome.kind === 'done' ? outcome.state : state, outcome }
  })
  if (effect.kind !== 'done') return failure(errorOf(effect))
  const opened = [...idsOf(model().windows)].filter(id => !before.has(id))
  const success = successOf(effect)
  return { kind: 'success', success: opened.length > 0 ? { ...success, openedWindowIds: opened } : success }
}

const idsOf = (windows: readonly ModelWindow[]): Set<string> =>
  new Set(windows.filter(window => !window.private).map(window => window.id))

const successOf = ({ message, result }: Reply): ToolSuccess => ({
  message,
  ...(result === undefined ? {} : { result }),
})

function errorOf(refusal: Refusal): ToolError {
  switch (refusal.kind) {
    case 'invalid':
      return validationFailed(refusal.fields)
    case 'unavailable':
      return {
        code: 'action_not_available',
        message: `${refusal.reason}: list the tools again and use one of those.`,
        reason: refusal.reason,
      }
    case 'failed':
      return { code: 'action_failed', message: refusal.message }
    default:
      return refusal satisfies never
  }
}

/** What came over the wire as an object is a JSON object; the version is the protocol's and not the action's. */
function argumentsOf(call: Call): Arguments {
  const { expectedVersion: _, ...args } = call.arguments
  return isJsonObject(args) ? args : {}
}

const isJsonObject = (value: unknown): value is { [name: string]: Json } => isRecord(value)
