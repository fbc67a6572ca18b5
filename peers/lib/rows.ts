/** Checks as rows, and what they come to beside the failures that are expected for a reason. */

/** One check that ran. */
export type Ran = { row: string; passed: boolean; detail: string }

/** Rows that are expected to fail, and why. */
export type Expected = { reason: string; rows: readonly string[] }

/** A row judged: `failed` was not expected, `expected` was, `healed` passes all the same, `missing` never ran. */
export type Row = {
  row: string
  verdict: 'passed' | 'failed' | 'expected' | 'healed' | 'missing'
  detail: string
}

/** All rows, and how many passed, failed against the baseline, and failed as it says. */
export type Tally = { passed: number; failed: number; baseline: number; rows: Row[] }

/**
 * Judges what ran against the baseline.
 *
 * Shape   `failed` counts new failures, healed ones, expected ones that were asked for and never ran, and rows that
 *         ran twice.
 */
export function tally(
  ran: readonly Ran[],
  baseline: readonly Expected[],
  isAsked: (row: string) => boolean = () => true,
): Tally {
  const expected = baseline.flatMap(({ reason, rows }) => rows.flatMap(spread).map(row => ({ row, reason })))
  const reasons = new Map(expected.map(({ row, reason }) => [row, reason]))
  const seen = new Set<string>()
  const judged = ran.map(({ row, passed, detail }): Row => {
    const reason = reasons.get(row)
    const isTwice = seen.has(row)
    seen.add(row)
    if (isTwice) return { row, verdict: 'failed', detail: 'ran twice' }
    if (reason === undefined) return { row, verdict: passed ? 'passed' : 'failed', detail }
    return passed
      ? { row, verdict: 'healed', detail: 'take it out of the baseline' }
      : { row, verdict: 'expected', detail: reason }
  })
  const missing = [...reasons.keys()]
    .filter(row => isAsked(row) && !seen.has(row))
    .map((row): Row => ({ row, verdict: 'missing', detail: 'the baseline names it, and it never ran' }))
  const rows = [...judged, ...missing]
  const count = (...verdicts: Row['verdict'][]) =>
    rows.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    passed: count('passed'),
    failed: count('failed', 'healed', 'missing'),
    baseline: count('expected'),
    rows,
  }
}

/** A name with choices in braces as all the names that it stands for. */
export function spread(name: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(name) ?? []
  return whole === undefined || choices === undefined
    ? [name]
    : choices.split(',').flatMap(choice => spread(name.replace(whole, choice)))
}
