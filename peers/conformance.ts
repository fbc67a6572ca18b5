/** MCP's own conformance suite on a desk: what it requires of any server, without the tools that it would bring. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import { openDoor } from '../tools/lib/mcp-conformance/door.ts'
import { REVISIONS, runSuite } from '../tools/lib/mcp-conformance/suite.ts'
import { BASELINE } from './baseline.ts'
import { type Check, expect } from './lib/checks.ts'
import { spread } from './lib/rows.ts'
import { onStage, type Stage } from './lib/stage.ts'

/** Runs it on both faces, in both eras. */
export const runConformance = (check: Check): Promise<void> =>
  onStage(async ({ targets, folder }) => {
    for (const name of ['desk', 'elements'] as const) {
      const target = targets[name]
      if (target.transport !== 'http') continue
      const { port, pathname } = new URL(target.url)
      const door = await openDoor({ port: Number(port), path: pathname, token: target.token })
      for (const revision of REVISIONS) await runRevision(name, revision, { url: door.url, folder, check })
      door.close()
    }
  })

type Run = { url: string; folder: Stage['folder']; check: Check }

/**
 * Runs what a revision requires.
 *
 * Shape   a row for each scenario that passes whole, or that the baseline gives up whole; of any other a row for each check
 *         that fails, and one for the rest.
 */
async function runRevision(name: string, revision: string, { url, folder, check }: Run): Promise<void> {
  const into = folder(`conformance-${name}-${revision}`)
  const { rows } = await runSuite(url, revision, { into })
  const report = async (row: string, failures: readonly Failure[]) =>
    check(`conformance/${name}/${revision}/${row}`, async () =>
      expect(failures.length === 0, failures.map(({ id, why }) => `${id}: ${why}`).join('; ')),
    )
  await report('ran', rows.length > 20 ? [] : [{ id: 'suite', why: 'it broke off' }])
  for (const { scenario } of rows) {
    const failures = failuresIn(into, scenario)
    const isGivenUp = GIVEN_UP.has(`conformance/${name}/${revision}/${scenario}`)
    await report(scenario, isGivenUp ? failures : [])
    if (!isGivenUp) for (const failure of failures) await report(`${scenario}:${failure.id}`, [failure])
  }
}

const GIVEN_UP = new Set(BASELINE.flatMap(({ rows }) => rows.flatMap(spread)))

type Failure = { id: string; why: string }

function failuresIn(into: string, scenario: string): Failure[] {
  const folder = readdirSync(into).find(name => STAMP.exec(name)?.[1] === scenario)
  if (folder === undefined) return [{ id: 'suite', why: 'it wrote no checks' }]
  const checks: unknown = JSON.parse(readFileSync(join(into, folder, 'checks.json'), 'utf8'))
  return (Array.isArray(checks) ? checks : [])
    .filter(isRecord)
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage }) => ({ id: String(id), why: String(errorMessage).slice(0, 200) }))
}

/** A folder is named after its scenario and the time. */
const STAMP = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/
