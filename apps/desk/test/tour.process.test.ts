import { deepEqual } from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { runTour, STEPS, type StepOutcome } from '@copane/desk'
import { describe, test } from 'vitest'
import { FAULTS } from './broken/faults.js'

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function tour(program: string, args: readonly string[] = []) {
  const seen: StepOutcome[] = []
  const outcome = await runTour({ program: pathOf(program), args, onStep: step => seen.push(step) })
  const wrong = seen.find(step => !step.ok)
  return { outcome, wrong: wrong && `${wrong.step}: ${wrong.saw}` }
}

test('every step of the tour is right on the real desk', async () => {
  const { outcome, wrong } = await tour('../bin/desk.js')
  deepEqual(
    { wrong, outcome },
    { wrong: undefined, outcome: { steps: STEPS.length, ok: STEPS.length, failed: [] } },
  )
})

test('each step has a desk that is broken in just that way', () => {
  deepEqual(Object.keys(FAULTS).sort(), STEPS.map(step => step.name).sort())
})

describe('on a desk that is broken in one way', { concurrent: true }, () => {
  for (const { name, shows } of STEPS)
    test(`the step "${name}" fails, and none before it: ${shows}`, async () => {
      const { outcome } = await tour('./broken/run.ts', ['--fault', name])
      deepEqual(outcome.failed[0], name)
    })
})
