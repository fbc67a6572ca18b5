/** MCP's own conformance suite on every server, as far as it goes without the tools that it would bring. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import { openDoor } from '../tools/lib/mcp-conformance/door.ts'
import { REVISIONS, runSuite } from '../tools/lib/mcp-conformance/suite.ts'
import { BASELINE } from './baseline.ts'
import { openStdioDoor } from './conformance/stdio-door.ts'
import { type Check, expect } from './lib/checks.ts'
import type { Target } from './lib/peer.ts'
import { spread } from './lib/rows.ts'
import { onStage, type Stage } from './lib/stage.ts'

/** Runs it on every server, in both eras. */
export const runConformance = (check: Check): Promise<void> =>
  onStage(async ({ targets, folder }) => {
    for (const name of ['desk', 'elements', 'attach', 'gateway'] as const) {
      const door = await doorTo(targets[name])
      const isAsked = (scenario: string) => targets[name].transport === 'http' || MESSAGES.has(scenario)
      for (const revision of REVISIONS)
        await runRevision(name, revision, { url: door.url, folder, check, isAsked })
      await door.close()
    }
  })

/** What a server on stdio is asked: scenarios about messages, neither about HTTP nor about what only a fixture has. */
const MESSAGES = new Set([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'caching',
  'sep-2164-resource-not-found',
  'server-stateless',
  'input-required-result-unsupported-methods',
])

function doorTo(target: Target): Promise<{ url: string; close: () => void | Promise<void> }> {
  if (target.transport === 'stdio') return openStdioDoor(target)
  const { port, pathname } = new URL(target.url)
  return openDoor({ port: Number(port), path: pathname, token: target.token })
}

type Run = {
  url: string
  folder: Stage['folder']
  check: Check
  isAsked: (scenario: string) => boolean
}

/**
 * Runs what a revision requires.
 *
 * Shape   a row for each scenario that passes whole, or that the baseline gives up whole; of any other a row for each check
 *         that fails, and one for the rest.
 */
async function runRevision(
  name: string,
  revision: string,
  { url, folder, check, isAsked }: Run,
): Promise<void> {
  const into = folder(`conformance-${name}-${revision}`)
  const { rows } = await runSuite(url, revision, { into })
  const report = async (row: string, failures: readonly Failure[]) =>
    check(`conformance/${name}/${revision}/${row}`, async () =>
      expect(failures.length === 0, failures.map(({ id, why }) => `${id}: ${why}`).join('; ')),
    )
  await report('ran', rows.length > 20 ? [] : [{ id: 'suite', why: 'it broke off' }])
  for (const { scenario } of rows) {
    if (!isAsked(scenario)) continue
    const failures = failuresIn(into, scenario)
    const isGivenUp = GIVEN_UP.has(`conformance/${name}/${revision}/${scenario}`)
    await report(scenario, isGivenUp ? failures : [])
    if (isGivenUp) continue
    for (const id of new Set(failures.map(failure => failure.id)))
      await report(
        `${scenario}:${id}`,
        failures.filter(failure => failure.id === id),
      )
  }
}

const GIVEN_UP = new Set(BASELINE.flatMap(({ rows }) => rows.flatMap(spread)))

type Failure = { id: string; why: string }

function failuresIn(into: string, scenario: string): Failure[] {
  const folder = readdirSync(into).find(name => STAMP.exec(name)?.[1] === scenario)
  if (folder === undefined || !existsSync(join(into, folder, 'checks.json')))
    return [{ id: 'suite', why: 'it wrote no checks' }]
  const checks: unknown = JSON.parse(readFileSync(join(into, folder, 'checks.json'), 'utf8'))
  return (Array.isArray(checks) ? checks : [])
    .filter(isRecord)
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage }) => ({ id: String(id), why: String(errorMessage).slice(0, 200) }))
}

/** A folder is named after its scenario and the time. */
const STAMP = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/
