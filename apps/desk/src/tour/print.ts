/** The tour on a terminal: one line a step, and what it came to. */
import { fileURLToPath } from 'node:url'
import { runTour, type StepOutcome } from './tour.js'

const PROGRAM = fileURLToPath(new URL('../../bin/desk.js', import.meta.url))

/** Runs the tour and prints it; gives the exit code. */
export async function printTour(json: boolean, by?: 'app' | 'page'): Promise<0 | 1> {
  let number = 0
  const tour = await runTour({
    program: PROGRAM,
    ...(by === undefined ? {} : { by }),
    onStep: outcome => {
      number++
      process.stdout.write(`${json ? JSON.stringify({ number, ...outcome }) : line(number, outcome)}\n`)
    },
  })
  const { steps, ok, failed } = tour
  const summary =
    failed.length === 0 ? `${ok} of ${steps} steps` : `${ok} of ${steps} steps; failed: ${failed.join(', ')}`
  process.stdout.write(json ? `${JSON.stringify({ tour })}\n` : `\n${summary}\n`)
  return failed.length === 0 ? 0 : 1
}

const line = (number: number, { step, shows, ok, saw, by }: StepOutcome): string =>
  `${ok ? 'ok  ' : 'FAIL'} ${String(number).padStart(2)} ${step.padEnd(9)} ${shows}\n${' '.repeat(18)}by: ${by} · ${saw}`
