/** Tortures the product in phases: `npm run -s torture -- [phase…] [--json] [--quick] [--gate] [--seconds N] [--seed N]`. */
import { parseArgs } from 'node:util'
import { atLeast, machine, rounded } from '../bench/lib/report.ts'
import { within } from './lib/deadline.ts'
import { type Phase, type PhaseResult, renderPhase } from './lib/phase.ts'

/** The phases in the order in which they run; each is loaded only when it runs. */
const PHASES: { [name: string]: () => Promise<{ run: Phase }> } = {
  history: () => import('./history.ts'),
  'fan-out': () => import('./fan-out.ts'),
  lives: () => import('./lives.ts'),
  hostile: () => import('./hostile.ts'),
}

const USAGE = `usage: npm run -s torture -- [${Object.keys(PHASES).join('|')}] [--json] [--quick] [--gate] [--seconds N] [--seed N]
  --quick      smaller sizes, about a minute in all
  --gate       exit 1 when a goal is missed that no slow machine excuses
  --seconds N  how long the hostile phase lasts (8, with --quick 3)
  --seed N     repeats the random choices of a run`

/** No phase takes longer, even beside other work; the hostile one has its own time on top. */
const LIMIT_MS = 30 * 60_000

const given = read()
if (!given) {
  console.error(USAGE)
  process.exit(2)
}
const { names, json, gate, size } = given
const goals: PhaseResult['goals'] = {}
const counts: PhaseResult['counts'] = {}
const musts: string[] = []
for (const name of names) {
  const start = performance.now()
  const result = await runToItsEnd(name)
  const seconds = (performance.now() - start) / 1000
  console.log(renderPhase(name, result, seconds))
  Object.assign(goals, result.goals)
  musts.push(...result.musts)
  counts[name] = { seconds: rounded(seconds), ...result.counts }
}
const failed = musts.filter(name => goals[name]?.met === false)
if (json)
  console.log(JSON.stringify({ goals, musts, counts, size, node: process.versions.node, machine: machine() }))
process.exit(gate && failed.length > 0 ? 1 : 0)

/** A phase that throws or does not end is one that failed. */
async function runToItsEnd(name: string): Promise<PhaseResult> {
  const goal = `${name}-phases-that-ended`
  const failed = (line: string): PhaseResult => ({
    lines: [line],
    goals: { [goal]: atLeast(1, 0) },
    musts: [goal],
    counts: {},
  })
  try {
    const phase = await PHASES[name]?.()
    if (!phase) return failed('there is no such phase')
    const result = await within(LIMIT_MS + size.seconds * 2000, phase.run(size))
    return result === 'late' ? failed('it hung') : result
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'it failed')
  }
}

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        gate: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        seed: { type: 'string' },
      },
    })
    const { json, quick, gate } = values
    const seconds = Number(values.seconds ?? (quick ? 3 : 8))
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    const isFit = seconds >= 1 && seconds <= 3600 && Number.isSafeInteger(seed)
    const names = positionals.length > 0 ? positionals : Object.keys(PHASES)
    if (!isFit || !names.every(name => name in PHASES)) return undefined
    return { names, json, gate, size: { quick, seconds, seed } }
  } catch {
    return undefined
  }
}
