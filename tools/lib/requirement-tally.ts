/** Holds the catalogue of requirements against the ids that tests cite. */
import { type CheckedRow, type Refusals, unrefused } from './refusals.ts'

/**
 * The catalogue, counted.
 *
 * Shape   `total` = `tested` + the lengths of `excluded`, `pending` and `untested`. `started` are those of `pending`
 *         that have a first test: a row stays pending until all that its `check` names is shown. `unknown` ids are
 *         cited but not in the catalogue; `stale` rows are tested although marked excluded.
 */
export type RequirementTally = {
  total: number
  tested: number
  excluded: string[]
  pending: string[]
  started: string[]
  untested: string[]
  unknown: string[]
  stale: string[]
  /** Rows that must hold and that no refused case and no broken peer shows broken. */
  unrefused: string[]
}

/** The requirement ids that stand at the start of test names, sorted, each once. */
export function citedIds(testNames: readonly string[]): string[] {
  const ids = testNames.flatMap(name => /(?:^| > )((?:EL|GB)-[^\s:]+):/.exec(name)?.[1] ?? [])
  return [...new Set(ids)].sort()
}

/** Counts every row once, in catalogue order. */
export function tally(
  rows: readonly CheckedRow[],
  cited: readonly string[],
  refusals: Refusals,
): RequirementTally {
  const tested = new Set(cited)
  const known = new Set(rows.map(({ id }) => id))
  const idsOf = (some: readonly CheckedRow[]): string[] => some.map(({ id }) => id)
  const isTested = ({ id }: CheckedRow) => tested.has(id)
  const pending = rows.filter(row => row.pending !== undefined)
  const settled = rows.filter(row => row.pending === undefined)
  const open = settled.filter(row => !isTested(row))
  return {
    total: rows.length,
    tested: settled.length - open.length,
    excluded: idsOf(open.filter(row => row.excluded !== undefined)),
    pending: idsOf(pending),
    started: idsOf(pending.filter(isTested)),
    untested: idsOf(open.filter(row => row.excluded === undefined)),
    unknown: cited.filter(id => !known.has(id)),
    stale: idsOf(settled.filter(row => isTested(row) && row.excluded !== undefined)),
    unrefused: unrefused(rows, refusals),
  }
}

/** True when nothing is left that has to be mended before a change may land. */
export const isClean = ({ untested, unknown, stale, unrefused: open }: RequirementTally): boolean =>
  untested.length + unknown.length + stale.length + open.length === 0

/** The tally for a reader: counts first, then every id that needs a hand. */
export function renderTally(counted: RequirementTally): string {
  const { total, tested, excluded, pending, started, untested, unknown, stale } = counted
  const counts =
    `${total} requirements: ${tested} tested, ${excluded.length} excluded, ` +
    `${pending.length} pending (${started.length} of them begun), ${untested.length} untested, ${counted.unrefused.length} unrefused`
  return [
    counts,
    ...untested.map(id => `untested  ${id}  write a test that cites it, or mark it excluded with a reason`),
    ...unknown.map(id => `unknown   ${id}  a test cites it, the catalogue has no such row`),
    ...counted.unrefused.map(
      id => `unrefused ${id}  write a case in spec/cases that is refused, or a check with a broken peer`,
    ),
    ...stale.map(id => `stale     ${id}  a test shows it: remove its excluded mark`),
  ].join('\n')
}
