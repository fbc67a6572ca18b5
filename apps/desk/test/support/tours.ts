/** Tours of desks, for tests. */
import { fileURLToPath } from 'node:url'
import { runTour, STEPS, type StepOutcome, type TourOutcome } from '@copane/desk'

/** What a tour came to; `wrong` is the first step that failed, `by` everyone who did a step. */
export type Toured = { outcome: TourOutcome; wrong: string | undefined; by: string[] }

/** A tour on which every step was right. */
export const FLAWLESS: Omit<Toured, 'by'> = {
  wrong: undefined,
  outcome: { steps: STEPS.length, ok: STEPS.length, failed: [] },
}

/** Tours the real desk; without `by` its user takes a browser where there is one. */
export const tourReal = (by?: 'app' | 'page'): Promise<Toured> => tour('../../bin/desk.js', by, [])

/** Tours a desk that is broken in the way of a step. */
export const tourBroken = (fault: string, by: 'app' | 'page'): Promise<Toured> =>
  tour('../broken/run.ts', by, ['--fault', fault])

async function tour(
  program: string,
  by: 'app' | 'page' | undefined,
  args: readonly string[],
): Promise<Toured> {
  const seen: StepOutcome[] = []
  const outcome = await runTour({
    program: fileURLToPath(new URL(program, import.meta.url)),
    args,
    ...(by === undefined ? {} : { by }),
    onStep: step => seen.push(step),
  })
  const wrong = seen.find(step => !step.ok)
  return {
    outcome,
    wrong: wrong && `${wrong.step}: ${wrong.saw}`,
    by: [...new Set(seen.map(step => step.by))],
  }
}
