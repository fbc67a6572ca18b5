/** Holds the catalogue of requirements against the ids that tests cite. */

/** What the tally needs to know of a row. */
export type CatalogueRow = { id: string; pending?: number | 'later'; excluded?: string }

/**
 * The catalogue, counted.
 *
 * Shape   `total` = `tested` + the lengths of `excluded`, `pending` and `untested`. `unknown` ids are cited but
 *         not in the catalogue; `stale` rows are tested although marked pending or excluded.
 */
export type RequirementTally = {
  total: number
  tested: number
  excluded: string[]
  pending: string[]
  untested: string[]
  unknown: string[]
  stale: string[]
}

/** The requirement ids that stand at the start of test names, sorted, each once. */
export function citedIds(testNames: readonly string[]): string[] {
  const ids = testNames.flatMap(name => /(?:^| > )((?:EL|GB)-[^\s:]+):/.exec(name)?.[1] ?? [])
  return [...new Set(ids)].sort()
}

/** Counts every row once, in catalogue order; a test outweighs a mark. */
export function tally(rows: readonly CatalogueRow[], cited: readonly string[]): RequirementTally {
  const tested = new Set(cited)
  const known = new Set(rows.map(({ id }) => id))
  const open = rows.filter(({ id }) => !tested.has(id))
  const idsOf = (some: readonly CatalogueRow[]): string[] => some.map(({ id }) => id)
  return {
    total: rows.length,
    tested: rows.length - open.length,
    excluded: idsOf(open.filter(row => row.excluded !== undefined)),
    pending: idsOf(open.filter(row => row.excluded === undefined && row.pending !== undefined)),
    untested: idsOf(open.filter(row => row.excluded === undefined && row.pending === undefined)),
    unknown: cited.filter(id => !known.has(id)),
    stale: idsOf(rows.filter(row => tested.has(row.id) && (row.pending ?? row.excluded) !== undefined)),
  }
}

/** True when nothing is left that has to be mended before a change may land. */
export const isClean = ({ untested, unknown, stale }: RequirementTally): boolean =>
  untested.length + unknown.length + stale.length === 0

/** The tally for a reader: counts first, then every id that needs a hand. */
export function renderTally(counted: RequirementTally): string {
  const { total, tested, excluded, pending, untested, unknown, stale } = counted
  const counts =
    `${total} requirements: ${tested} tested, ${excluded.length} excluded, ` +
    `${pending.length} pending, ${untested.length} untested`
  return [
    counts,
    ...untested.map(id => `untested  ${id}  write a test that cites it, or mark it excluded with a reason`),
    ...unknown.map(id => `unknown   ${id}  a test cites it, the catalogue has no such row`),
    ...stale.map(id => `stale     ${id}  a test shows it: remove its pending or excluded mark`),
  ].join('\n')
}
