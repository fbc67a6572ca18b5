/** Compares the mutants that survived with those that MUTANTS.md explains; run by `npm run mutation`, `-- --list` prints all. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flags } from './lib/flags.ts'
import { linesInFences, type Report, scoreOf, survivors, unlike } from './lib/survivors.ts'

const { list } = flags('node tools/mutants.ts', ['list'])
const root = join(import.meta.dirname, '..')
const report: Report = JSON.parse(readFileSync(join(root, '.state/mutation-report.json'), 'utf8'))
const found = survivors(report)
const { killed, all } = scoreOf(report)
console.log(`${killed} of ${all} mutants killed, ${((100 * killed) / all).toFixed(1)} %`)

if (list) for (const line of found) console.log(line)
else {
  const listed = linesInFences(readFileSync(join(root, 'packages/protocol/MUTANTS.md'), 'utf8'))
  const inReport = listed.filter(line =>
    Object.keys(report.files).some(path => path.endsWith(`/${line.split(' | ')[0]}`)),
  )
  const unexplained = unlike(found, listed)
  const gone = unlike(inReport, found)
  for (const line of unexplained) console.log(`survived, and not in MUTANTS.md: ${line}`)
  for (const line of gone) console.log(`in MUTANTS.md, and killed by now: ${line}`)
  if (unexplained.length + gone.length > 0) process.exit(1)
}
