import { deepEqual } from 'node:assert/strict'
import { STEPS } from '@copane/desk'
import { describe, test } from 'vitest'
import { FAULTS } from './broken/faults.js'
import { FLAWLESS, tourBroken, tourReal } from './support/tours.js'

test('every step of the tour is right on the real desk, for a user without a screen', async () => {
  deepEqual(await tourReal('app'), { ...FLAWLESS, by: ['app'] })
})

test('each step has a desk that is broken in just that way', () => {
  deepEqual(Object.keys(FAULTS).sort(), STEPS.map(step => step.name).sort())
})

describe('on a desk that is broken in one way', { concurrent: true }, () => {
  for (const { name, shows } of STEPS)
    test(`the step "${name}" fails, and none before it: ${shows}`, async () => {
      const { outcome } = await tourBroken(name, 'app')
      deepEqual(outcome.failed[0], name)
    })
})
