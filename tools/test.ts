/** Builds, then runs every lane of tests the machine can run: `npm test [-- <vitest arguments>]`. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADD_GUI_PACKAGES, LANES, type Lane } from './lib/lanes.ts'
import { canInstall, install, missingCommands } from './lib/machine.ts'
import { withScratchFolder } from './lib/scratch-folder.ts'
import {
  isSuccess,
  laneCounts,
  renderCounts,
  type TestCounts,
  totalCounts,
  type VitestReport,
} from './lib/test-summary.ts'

const root = join(import.meta.dirname, '..')
const inCI = process.env.CI === 'true'
const vitestArguments = process.argv.slice(2)

const build = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { cwd: root, stdio: 'inherit' })
const built = build.status === 0
const lanes = built ? LANES.filter(hasFiles) : []
if (inCI && lanes.some(({ needs }) => missingCommands(needs).length > 0) && canInstall()) {
  console.log(ADD_GUI_PACKAGES)
  install(ADD_GUI_PACKAGES)
}
const total = built ? totalCounts(lanes.map(countsOf)) : laneCounts(undefined, build.status)
console.log(renderCounts(total))
process.exit(isSuccess(total) ? 0 : 1)

function hasFiles({ include, exclude }: Lane): boolean {
  return globSync([...include], { cwd: root, exclude: [...exclude] }).length > 0
}

function countsOf(lane: Lane): TestCounts {
  const missing = missingCommands(lane.needs)
  if (missing.length === 0) return withScratchFolder(folder => runLane(lane, join(folder, 'report.json')))
  console.log(`The ${lane.name} lane could not run: ${missing.join(', ')} not found. To add what it needs:`)
  console.log(`  ${ADD_GUI_PACKAGES}`)
  return { passed: 0, failed: inCI ? 1 : 0, skipped: 0 }
}

function runLane({ name, wrap }: Lane, report: string): TestCounts {
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs')]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (!process.stdout.isTTY) reporters.push('--no-color')
  const [command, ...args] = [...wrap, ...vitest, 'run', `--project=${name}`, '--passWithNoTests']
  const { status, error } = spawnSync(command, [...args, ...reporters, ...vitestArguments], {
    cwd: root,
    stdio: 'inherit',
  })
  const counts = laneCounts(readReport(report), status)
  if (status !== 0) console.log(`The ${name} lane ended with ${error?.message ?? `code ${status}`}.`)
  return counts
}

function readReport(path: string): VitestReport | undefined {
  try {
    const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
    return report
  } catch {
    return undefined
  }
}
