/** One write from the head of the queue to its answer: judged, run, committed once or never (D-36). */
import type { Call, ToolSuccess } from '@copane/protocol/bridge'
import { type Author, refusePromise } from '../store/store.js'
import type { Action, BoundWrite, Done, Refusal } from './action.js'
import { type CallOutcome, CANCELLED, CLOSING, FAILED, failure, type Given, givenBy } from './outcome.js'
import { openedIds } from './model.js'
import { type RunOptions, startRunning, type Verdict } from './run.js'

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
  const { store, after, scope, settleMs, refusalOf, onFault } = options
  const ended = cancelled.aborted ? CANCELLED : options.closing.aborted ? CLOSING : undefined
  const verdict: Verdict<State> = ended ? { kind: 'refused', error: ended } : options.judge(call, by)
  if (verdict.kind !== 'allowed' || verdict.bound.kind !== 'writes') {
    end()
    return Promise.resolve(outcomeOf(verdict))
  }
  const { action, windowId, bound } = verdict
  const { promise, resolve } = Promise.withResolvers<CallOutcome>()
  const running = startRunning(options, action.name, cancelled, outcome => {
    end()
    resolve(outcome)
  })
  let cancelSettle = () => {}
  const answer = (outcome: CallOutcome) => {
    cancelSettle()
    running.mark.isOver = true
    if (!running.decided()) {
      running.decide(outcome)
      end()
    }
    resolve(outcome)
  }

  const context: BoundWrite<State> = {
    windowId,
    state: store.read(),
    by,
    signal: running.signal,
    commit(change) {
      const decided = running.decided()
      if (decided) {
        onFault(decided.kind === 'success' ? 'committed-twice' : 'committed-late', action.name)
        throw new Error('this call is decided already; a call commits at most once, and not after it ended')
      }
      const refusal = refusalOf(call, by)
      const outcome = refusal ? failure(refusal) : commit(options, action, by, change)
      running.decide(outcome)
      cancelSettle = after(settleMs, () => {
        onFault('slow-after-commit', action.name)
        answer(outcome)
      })
      end()
      return outcome.kind === 'success' ? 'done' : 'refused'
    },
  }

  const settle = async () => {
    try {
      const returned = await scope.run(running.mark, () => bound.start(context))
      const decided = running.decided()
      if (decided) answer(decided)
      else answer(withoutCommit(returned, action, onFault))
    } catch (error) {
      const decided = running.decided()
      // One that was ended from outside may throw for that very reason: it did not commit, and nothing is to mend.
      if (decided?.kind === 'success') onFault('threw-after-commit', action.name, error)
      else if (!running.signal.aborted) onFault('threw', action.name, error)
      answer(decided ?? failure(FAILED))
    }
  }
  void settle()
  return promise
}

const outcomeOf = <State>(verdict: Verdict<State>): CallOutcome =>
  verdict.kind === 'refused' ? failure(verdict.error) : { kind: 'unknown-tool' }

/** A handler that did not commit has to say why not. */
function withoutCommit<State>(
  returned: unknown,
  action: Action<State>,
  onFault: RunOptions<State>['onFault'],
): CallOutcome {
  const given: Given = returned === undefined ? { kind: 'odd' } : givenBy(returned)
  if (given.kind === 'refused') return failure(given.error)
  onFault(returned === undefined ? 'no-commit' : 'odd-outcome', action.name)
  return failure(FAILED)
}

function commit<State>(
  { store, moment, onFault }: RunOptions<State>,
  action: Action<State>,
  by: Author,
  change: (state: State) => Done<State, object> | Refusal,
): CallOutcome {
  const before = moment()
  const given = store.commit(by, state => {
    const outcome = change(state)
    refusePromise(outcome)
    const read = givenBy(outcome)
    const next = read.kind === 'odd' ? undefined : outcome.kind === 'done' ? outcome.state : state
    if (read.kind === 'odd' || next === undefined) {
      onFault('odd-outcome', action.name)
      throw new Error('a change gives { kind: "done", state, message } or a refusal')
    }
    return { state: next, outcome: read }
  })
  if (given.kind === 'refused') return failure(given.error)
  const opened = openedIds(before, moment())
  const success = successOf(given, action, onFault)
  return { kind: 'success', success: opened.length > 0 ? { ...success, openedWindowIds: opened } : success }
}

/** The change took effect, so the call has succeeded; a result that does not fit is left out and that is said. */
function successOf<State>(
  { message, result }: Given & { kind: 'done' },
  action: Action<State>,
  onFault: RunOptions<State>['onFault'],
): ToolSuccess {
  if (result === undefined) return { message }
  const judged = action.judgeResult(result)
  if (judged.kind === 'fits') return { message, result: judged.result }
  onFault('unfit-result', action.name, judged.error)
  return { message: `${message} (${LEFT_OUT})` }
}

const LEFT_OUT =
  'Its result is left out, for it does not fit what this action declares; the change took effect.'
