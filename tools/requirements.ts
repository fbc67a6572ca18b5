/** Counts which requirements the tests cite: `npm run -s requirements [-- --json] [--gate]`. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REQUIREMENTS } from '@copane/protocol/findings'
import { BRIDGE_CHECKS } from '../packages/conformance/dist/checks/bridge/index.js'
import { CLIENT_CHECKS } from '../packages/conformance/dist/checks/client/index.js'
import { ELEMENTS_CHECKS } from '../packages/conformance/dist/checks/elements/index.js'
import { HOST_CHECKS } from '../packages/conformance/dist/checks/host/index.js'
import { flags } from './lib/flags.ts'
import { citedIds, isClean, renderTally, tally } from './lib/requirement-tally.ts'
import { refusedCases } from './lib/refusals.ts'
import { withScratchFolder } from './lib/scratch-folder.ts'

const { json, gate } = flags('npm run -s requirements', ['json', 'gate'])
const root = join(import.meta.dirname, '..')

const names = withScratchFolder(listTestNames)
if (names === undefined) process.exit(1)
const judged = [...ELEMENTS_CHECKS, ...BRIDGE_CHECKS, ...HOST_CHECKS, ...CLIENT_CHECKS]
const checks = new Set(judged.map(({ id }): string => id))
const counted = tally(REQUIREMENTS, citedIds(names), {
  cases: refusedCases(join(root, 'spec/cases')),
  checks,
})
console.log(renderTally(counted))
if (json) console.log(JSON.stringify(counted))
if (gate && !isClean(counted)) process.exit(1)

/** Loads every test file of every lane without running a test; undefined, after a word on stderr, when one won't load. */
function listTestNames(folder: string): string[] | undefined {
  const list = join(folder, 'list.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['list', '--passWithNoTests', '--staticParse=false', `--json=${list}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...options], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`)
    return undefined
  }
  const tests: { name: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return tests.map(({ name }) => name)
}
