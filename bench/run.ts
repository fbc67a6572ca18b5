/** Measures one part of the product: `npm run -s bench -- <part> [--json] [--quick] [--save]`. */
import type { Measured, Part } from './lib/report.ts'
import { machine, render } from './lib/report.ts'
import { saveResults } from './lib/results.ts'

/** The parts that can be measured; each is loaded only when it is asked for. */
const PARTS: { [name: string]: () => Promise<{ measure: Part }> } = {
  dom: () => import('./dom/measure.ts'),
  floor: () => import('./floor/measure.ts'),
  growth: () => import('./growth/measure.ts'),
  host: () => import('./host/measure.ts'),
  load: () => import('./load/measure.ts'),
  task: () => import('./task/measure.ts'),
  validate: () => import('./validate/measure.ts'),
}

const given = process.argv.slice(2)
const names = given.filter(word => !word.startsWith('--'))
const options = given.filter(word => word.startsWith('--'))
const load = names.length === 1 ? PARTS[names[0] ?? ''] : undefined
const isKnown = options.every(option => ['--json', '--quick', '--save'].includes(option))

if (!load || !isKnown) {
  console.error(`usage: npm run -s bench -- ${Object.keys(PARTS).join('|')} [--json] [--quick] [--save]`)
  process.exit(2)
}
const run = { name: names[0] ?? '', options, date: new Date(), machine: machine() }
const { measure } = await load()
const { plots, ...measured }: Measured = await measure({ quick: options.includes('--quick') })
console.log(render(measured))
if (options.includes('--save'))
  for (const path of saveResults(run, { ...measured, ...(plots ? { plots } : {}) }))
    console.log(`       wrote ${path}`)
if (options.includes('--json')) console.log(JSON.stringify({ ...measured, machine: run.machine }))
