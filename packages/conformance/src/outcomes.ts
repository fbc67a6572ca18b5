/** The outcomes that checks are written in. */
import type { CheckOutcome, Fault, Need } from './types.js'

/** The rule holds. */
export const passed: CheckOutcome = { kind: 'passed' }

/** The rule holds because nothing is there that could break it. */
export const vacuous = (why: string): CheckOutcome => ({ kind: 'passed', vacuous: why })

/** The check could not run. */
export const notRun = (...needs: Need[]): CheckOutcome => ({ kind: 'not-run', needs })

/** What is wrong, as data. */
export const fault = (at: string, saw: string, expected: string, remedy: string): Fault => ({
  at,
  saw,
  expected,
  remedy,
})

/** The outcome of a list of faults: the first MUST, else the first SHOULD, else passed. */
export function outcomeOf(faults: readonly (Fault | undefined)[]): CheckOutcome {
  const found = faults.filter(item => item !== undefined)
  const first = found.find(item => item.level === undefined) ?? found[0]
  return first ? { kind: 'failed', ...first } : passed
}

/** Judges each item in turn; without an item the check could not run. */
export async function outcomeOfEach<Item>(
  items: readonly Item[],
  need: Need,
  judge: (item: Item) => Fault | undefined | Promise<Fault | undefined>,
): Promise<CheckOutcome> {
  if (items.length === 0) return notRun(need)
  const faults: (Fault | undefined)[] = []
  for (const item of items) faults.push(await judge(item))
  return outcomeOf(faults)
}

/**
 * What several parts of one rule come to together.
 *
 * Shape   a MUST that failed, else a SHOULD, else what did not run, with every need once; vacuous only when all are.
 */
export function together(...outcomes: readonly CheckOutcome[]): CheckOutcome {
  const failed = outcomes.filter(outcome => outcome.kind === 'failed')
  const worst = failed.find(({ level }) => level === undefined) ?? failed[0]
  if (worst) return worst
  const needs = outcomes.flatMap(outcome => (outcome.kind === 'not-run' ? outcome.needs : []))
  if (needs.length > 0) return notRun(...new Set(needs))
  return (
    outcomes.find(outcome => outcome.kind === 'passed' && outcome.vacuous === undefined) ??
    outcomes[0] ??
    passed
  )
}
