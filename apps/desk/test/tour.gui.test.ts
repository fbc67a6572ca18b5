import { deepEqual } from 'node:assert/strict'
import { test } from 'vitest'
import { FLAWLESS, tourBroken, tourReal } from './support/tours.js'

test('every step of the tour is right when its user works on the page, and that is what it chooses', async () => {
  deepEqual(await tourReal(), { ...FLAWLESS, by: ['page'] })
})

for (const step of ['look', 'locate', 'stale', 'mask'] as const)
  test(`the step "${step}" fails by page too, on a desk that is broken in just that way`, async () => {
    const { outcome, by, wrong } = await tourBroken(step, 'page')
    deepEqual([outcome.failed[0], by], [step, ['page']], wrong)
  })
