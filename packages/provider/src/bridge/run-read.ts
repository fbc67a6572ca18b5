/** One read-only call: on one snapshot, outside the queue (D-53). */
import type { Call } from '@copane/protocol/bridge'
import type { Author } from '../store/store.js'
import { type CallOutcome, FAILED, failure, givenBy, UNFIT_ANSWER } from './outcome.js'
import { type RunOptions, startRunning } from './run.js'

/** Runs a read-only action; resolves once, never rejects. */
export async function runRead<State>(
  options: RunOptions<State>,
  call: Call,
  by: Author,
  cancelled: AbortSignal,
): Promise<CallOutcome> {
  const { store, judge, scope, onFault } = options
  const verdict = judge(call, by)
  if (verdict.kind === 'refused') return failure(verdict.error)
  if (verdict.kind === 'unknown-tool' || verdict.bound.kind !== 'reads') return { kind: 'unknown-tool' }
  const { action, windowId, bound } = verdict
  const { promise, resolve } = Promise.withResolvers<CallOutcome>()
  const running = startRunning(options, action.name, cancelled, resolve)
  const finish = (outcome: CallOutcome) => {
    if (running.decided()) return
    running.decide(outcome)
    resolve(outcome)
  }
  const settle = async () => {
    try {
      const context = { windowId, state: store.read(), by, signal: running.signal }
      const given = givenBy(await scope.run(running.mark, () => bound.start(context)))
      if (given.kind === 'refused') return finish(failure(given.error))
      if (given.kind === 'odd') {
        onFault('odd-outcome', action.name)
        return finish(failure(FAILED))
      }
      const { message, result } = given
      if (result === undefined) return finish({ kind: 'success', success: { message } })
      const judged = action.judgeResult(result)
      if (judged.kind === 'fits')
        return finish({ kind: 'success', success: { message, result: judged.result } })
      onFault('unfit-result', action.name, judged.error)
      finish(failure(UNFIT_ANSWER))
    } catch (error) {
      onFault('threw', action.name, error)
      finish(failure(FAILED))
    } finally {
      running.mark.isOver = true
    }
  }
  void settle()
  return promise
}
