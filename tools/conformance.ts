/** What the kit says of everybody here, and how well it judges: `npm run -s conformance [-- --json] [--gate]`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { renderReport } from '@copane/conformance'
import { flags } from './lib/flags.ts'
import { isAsWanted, judgeAgain, judgePlanted } from './lib/conformance/planted.ts'
import { goalsOf } from './lib/conformance/goals.ts'
import { checkApp, checkHosts, type Checked } from './lib/conformance/peers.ts'
import { inTurn } from './lib/in-turn.ts'
import { runOnSources } from './lib/on-sources.ts'

const { json, gate } = flags('npm run -s conformance', ['json', 'gate'])
const root = join(import.meta.dirname, '..')
const began = performance.now()
const node = (path: string) => ({ command: process.execPath, args: [join(root, path)] })
const python = (path: string) => ({ command: 'python3', args: [join(root, path), '--driver'] })
const isThere = ({ args }: { args: readonly string[] }): boolean => existsSync(args[0] ?? '')

/** Those who must pass; each starts from its driver. */
const APPS = [
  { name: 'desk', subjects: ['elements', 'bridge'], driver: node('apps/desk/bin/steps.js') },
  { name: 'python-elements', subjects: ['elements'], driver: python('examples/python-elements/provider.py') },
  { name: 'python-bridge', subjects: ['bridge'], driver: python('examples/python-bridge/server.py') },
] as const

runOnSources(root)
const { PLANTED } = await import('../packages/conformance/test/all-planted.ts')

/** Peers mostly wait; hosts are few at a time, or their own time limits would fail them. */
const judge = (subjects: readonly string[], atMost: number) =>
  inTurn(
    PLANTED.filter(({ subject }) => subjects.includes(subject)),
    atMost,
    judgePlanted,
  )

const peers = async (): Promise<Checked[]> => {
  const checked: Checked[] = []
  for (const { name, subjects, driver } of APPS)
    if (isThere(driver)) checked.push(...(await checkApp(name, subjects, driver)))
  return [...checked, ...(await checkHosts('our own', node('test/conformance/support/host-driver.ts')))]
}

const [checked, servers] = await Promise.all([peers(), judge(['elements', 'bridge'], 8)])
const [hosts, clients] = await Promise.all([judge(['host'], 3), judge(['client'], 4)])
const { judged, again } = await judgeAgain([...servers, ...hosts, ...clients], PLANTED)
const seconds = (performance.now() - began) / 1000

for (const { name, subject, outcome } of checked) {
  console.log(`${name}, ${subject}`)
  const lines = outcome.kind === 'report' ? renderReport(outcome.report) : [outcome.reason]
  for (const line of lines) console.log(`  ${line}`)
}
for (const { subject, id, title, isCaught, bystanders } of judged.filter(one => !isAsWanted(one)))
  console.log(
    `broken ${subject}, ${id}, ${title}: ${[isCaught ? '' : 'not caught', ...bystanders].filter(Boolean).join(', ')}`,
  )
const absent = APPS.filter(({ driver }) => !isThere(driver)).map(({ name }) => name)
for (const name of absent) console.log(`${name}: not there`)

if (again > 0) console.log(`${again} broken peers were judged once more, alone: the machine is busy`)

const result = goalsOf({ checked, judged, again, absent, seconds })
const { checks, passed, failed, broken } = result
console.log(`${checks} checks of those who must pass: ${passed} passed, ${failed} did not`)
console.log(
  `${broken.planted} broken peers: ${broken.caught} caught, ${broken.bystanders} bystanders; ${seconds.toFixed(0)} s`,
)
if (json) console.log(JSON.stringify(result))
if (gate && !Object.values(result.goals).every(({ met }) => met)) process.exit(1)
