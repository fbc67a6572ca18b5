/** Runs checks against one target, each within a time limit, and counts what they came to. */
import type { RuleId } from '@copane/protocol/findings'
import type { Check, CheckOutcome, CheckReport, CheckResult, Level, Need, Verdict } from './types.js'

/** Gives what a promise gives, or `late` when that takes longer; a promise that rejects rejects. */
export type Bound = <Result>(work: Promise<Result>, timeMs: number) => Promise<Result | 'late'>

/** How checks are run. Shape: `only` are the ids of those that are reported; what they need is run with them. */
export type RunOptions = { bound: Bound; timeMs: number; only?: readonly string[] | undefined }

/**
 * Runs every check, one after the other, stage by stage.
 *
 * Shape   results in the order of the list; what a check comes to does not depend on that order.
 * Errors  throws on two checks of one id, and on needs that no check of the list meets: bugs of the list.
 */
export async function runChecks<Target>(
  checks: readonly Check<Target>[],
  target: Target,
  { bound, timeMs, only }: RunOptions,
): Promise<CheckReport> {
  const byId = indexOf(checks)
  const outcomes = new Map<RuleId, Promise<CheckOutcome>>()
  const settle = (check: Check<Target>): Promise<CheckOutcome> => {
    const known = outcomes.get(check.id)
    if (known) return known
    const outcome = judge(check)
    outcomes.set(check.id, outcome)
    return outcome
  }
  const judge = async (check: Check<Target>): Promise<CheckOutcome> => {
    const missing: RuleId[] = []
    for (const id of check.needs ?? []) {
      const need = byId.get(id)
      if (need && isMissing(need.level, await settle(need))) missing.push(id)
    }
    if (missing.length > 0) return { kind: 'not-run', needs: missing }
    const outcome = await bound(Promise.resolve(check.run(target)), timeMs)
    return outcome === 'late' ? lateOutcome(timeMs) : outcome
  }
  const asked = only ? checks.filter(({ id }) => only.includes(id)) : checks
  for (const stage of STAGES) for (const check of asked) if (check.stage === stage) await settle(check)
  const results: CheckResult[] = []
  for (const check of asked) {
    const { id, title, level } = check
    const outcome = await settle(check)
    results.push({ id, title, level, verdict: verdictOf(level, outcome), outcome })
  }
  return reportOf(results)
}

const STAGES: readonly Check<unknown>['stage'][] = [undefined, 'moves', 'ends']

/** The counts of results that were run. */
export function reportOf(checks: CheckResult[]): CheckReport {
  const count = (verdict: Verdict) => checks.filter(check => check.verdict === verdict).length
  const [failed, notRun] = [count('failed'), count('not-run')]
  return {
    ok: failed === 0 && notRun === 0,
    checks,
    passed: count('passed'),
    failed,
    warned: count('warned'),
    notRun,
  }
}

function indexOf<Target>(checks: readonly Check<Target>[]): ReadonlyMap<RuleId, Check<Target>> {
  const byId = new Map(checks.map(check => [check.id, check]))
  if (byId.size !== checks.length) throw new Error('two checks share an id; give each rule one check')
  for (const id of checks.flatMap(check => check.needs ?? []))
    if (!byId.has(id) || byId.get(id)?.needs)
      throw new Error(`a check needs ${id}, which is no check of the list without needs of its own`)
  return byId
}

/** What only lacked somebody to change the app held as far as it could be looked at. */
const isMissing = (level: Level, outcome: CheckOutcome): boolean =>
  outcome.kind === 'not-run' ? !outcome.needs.every(isAboutMoving) : verdictOf(level, outcome) === 'failed'

/** Whether a need is met by a driver, or by leave to change the peer. */
export const isAboutMoving = (need: Need): boolean => need === 'mayChange' || need.startsWith('driver step ')

function verdictOf(level: Level, outcome: CheckOutcome): Verdict {
  switch (outcome.kind) {
    case 'passed':
    case 'not-run':
      return outcome.kind
    case 'failed':
      return (outcome.level ?? level) === 'must' ? 'failed' : 'warned'
    default:
      return outcome satisfies never
  }
}

const lateOutcome = (timeMs: number): CheckOutcome => ({
  kind: 'failed',
  at: '$',
  saw: `no verdict within ${timeMs} ms`,
  expected: 'an answer to every request in good time',
  remedy: 'find out which request is never answered',
})
