/** What shows a requirement broken: a case of `spec/cases` that is refused, or a check with a broken peer. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The ids that a refused case or a check of the kit is about. */
export type Refusals = { cases: ReadonlySet<string>; checks: ReadonlySet<string> }

/** What a row says of where it can be seen to hold. */
export type CheckedRow = {
  id: string
  level: string
  check: readonly string[]
  pending?: number | 'later'
  excluded?: string
}

/** The refused cases of a folder. */
export function refusedCases(folder: string): Set<string> {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  return new Set(
    files.flatMap(name => {
      const { cases }: { cases: { requirement: string; accepted: boolean }[] } = JSON.parse(
        readFileSync(join(folder, name), 'utf8'),
      )
      return cases.filter(({ accepted }) => !accepted).map(({ requirement }) => requirement)
    }),
  )
}

/**
 * Rows that must hold and that nothing shows broken.
 *
 * Shape   one that a schema, a rule or the wire checks wants a refused case or a check of the kit (whose own tests see
 *         to it that each has a broken peer); what only this project's tests show is left to them.
 */
export function unrefused(rows: readonly CheckedRow[], { cases, checks }: Refusals): string[] {
  const settled = rows.filter(row => row.pending === undefined && row.excluded === undefined)
  return settled
    .filter(({ level }) => level === 'must' || level === 'must-not')
    .filter(({ id, check }) => {
      const wantsCase = check.includes('schema') || check.includes('rule')
      const wantsCheck = check.includes('wire')
      return (wantsCase || wantsCheck) && !cases.has(id) && !checks.has(id)
    })
    .map(({ id }) => id)
}
