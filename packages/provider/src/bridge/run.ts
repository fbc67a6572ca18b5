/** What running a call needs, and what reads and writes have in common (D-36). */
import type { Call, ToolError } from '@copane/protocol/bridge'
import type { Author, Store } from '../store/store.js'
import type { Action, Bound } from './action.js'
import type { CallMark, CallScope } from './call-scope.js'
import { type CallFault, type CallOutcome, CANCELLED, CLOSING, failure, TIMED_OUT } from './outcome.js'
import type { Moment } from './model.js'
import type { After } from './queue.js'

/** What may become of a call at this moment. */
export type Verdict<State> =
  | { kind: 'allowed'; action: Action<State>; windowId: string; bound: Bound<State> }
  | { kind: 'refused'; error: ToolError }
  | { kind: 'unknown-tool' }

/** What running a call needs. */
export type RunOptions<State> = {
  store: Store<State>
  moment: () => Moment<State>
  /** Whether this client may make this call at this moment, with its arguments. */
  judge: (call: Call, by: Author) => Verdict<State>
  /** The same without the arguments, which can't change: asked again at the commit. */
  refusalOf: (call: Call, by: Author) => ToolError | undefined
  after: After
  scope: CallScope
  runMs: number
  /** How long after its commit a handler may go on before the answer leaves without it. */
  settleMs: number
  /** Fires when the app closes. */
  closing: AbortSignal
  /** Never throws. */
  onFault: (fault: CallFault, action: string, error?: unknown) => void
}

/** A call that runs: answered once, by itself or by what ends it. */
export type Running = {
  readonly signal: AbortSignal
  readonly mark: CallMark
  /** The outcome, once decided. */
  decided(): CallOutcome | undefined
  /** Decides: whatever comes later changes nothing. */
  decide(outcome: CallOutcome): void
}

/**
 * Starts the clock of a call, and listens for what ends it from outside.
 *
 * Shape   `onEnd` hears when time, client or app ended the call before it was decided; the signal has fired by then.
 */
export function startRunning<State>(
  { after, runMs, closing }: RunOptions<State>,
  action: string,
  cancelled: AbortSignal,
  onEnd: (outcome: CallOutcome) => void,
): Running {
  const stop = new AbortController()
  const mark: CallMark = { action, isOver: false }
  let decided: CallOutcome | undefined
  const endWith = (error: ToolError) => () => {
    if (decided) return
    const outcome = failure(error)
    decide(outcome)
    mark.isOver = true
    stop.abort()
    onEnd(outcome)
  }
  const onCancel = endWith(CANCELLED)
  const onClose = endWith(CLOSING)
  const cancelTimer = after(runMs, endWith(TIMED_OUT))
  cancelled.addEventListener('abort', onCancel, { once: true })
  closing.addEventListener('abort', onClose, { once: true })
  const decide = (outcome: CallOutcome) => {
    decided = outcome
    cancelTimer()
    cancelled.removeEventListener('abort', onCancel)
    closing.removeEventListener('abort', onClose)
  }
  return { signal: stop.signal, mark, decided: () => decided, decide }
}
