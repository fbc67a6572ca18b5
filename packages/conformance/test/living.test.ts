import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../test/support/verifies.ts'
import { allVerdictsOf, reportOnLife } from './caught.ts'

verifies('D-09', 'a bridge server that lives passes every check', async () => {
  const report = await reportOnLife('bridge', {})
  deepEqual(allVerdictsOf(report), {})
  equal(report.ok, true)
})

verifies('D-09', 'a provider that lives passes every check', async () => {
  const report = await reportOnLife('elements', {})
  deepEqual(allVerdictsOf(report), {})
  equal(report.ok, true)
})
