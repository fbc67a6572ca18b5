/** Clients of others on ours: `npm run -s peers [-- PART…] [--json]`. */
import { parseArgs } from 'node:util'
import { BASELINE } from './baseline.ts'
import { runLibraries, runPrograms } from './clients.ts'
import { runConformance } from './conformance.ts'
import { runHabits } from './habits.ts'
import { type Check, createCheck } from './lib/checks.ts'
import { install } from './lib/install.ts'
import { type Ran, type Row, tally } from './lib/rows.ts'

/** The parts in the order in which they run; a row begins with the name of its part. */
const PARTS: { [name: string]: (check: Check) => Promise<void> } = {
  clients: runLibraries,
  programs: runPrograms,
  habits: runHabits,
  conformance: runConformance,
}

/** No part takes longer, even beside other work. */
const LIMIT_MS = 20 * 60_000

const given = read()
if (!given) {
  console.error(`usage: npm run -s peers -- [${Object.keys(PARTS).join('|')}] [--json]`)
  process.exit(2)
}
const { parts, json } = given
// So that what runs beside is ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
install()
const ran: Ran[] = []
const keep = (row: Ran): void => void ran.push(row)
for (const name of parts) {
  const start = performance.now()
  await createCheck(keep, LIMIT_MS)(`${name}/ran-to-its-end`, async () => {
    await PARTS[name]?.(createCheck(keep))
  })
  const rows = ran.filter(({ row }) => row.startsWith(`${name}/`))
  const held = rows.filter(({ passed }) => passed).length
  console.log(
    `${name.padEnd(12)} ${held} of ${rows.length} hold, ${((performance.now() - start) / 1000).toFixed(0)} s`,
  )
}
const isAsked = (row: string): boolean => parts.some(part => row.startsWith(`${part}/`))
const found = tally(ran, BASELINE, isAsked)
for (const row of found.rows)
  if (isNews(row)) console.log(`${row.verdict.padEnd(9)} ${row.row}  ${row.detail}`)
console.log(`${found.passed} passed, ${found.failed} failed, ${found.baseline} failed as the baseline says`)
if (json) console.log(JSON.stringify(found))
process.exit(found.failed > 0 ? 1 : 0)

function isNews({ verdict }: Row): boolean {
  return verdict !== 'passed' && verdict !== 'expected'
}

function read(): { parts: string[]; json: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    })
    if (!positionals.every(name => Object.hasOwn(PARTS, name))) return undefined
    return { parts: positionals.length > 0 ? positionals : Object.keys(PARTS), json: values.json }
  } catch {
    return undefined
  }
}
