/** The last line of a test run, and that a bad run can't look like a good one. */
import { expect, test } from 'vitest'
import { isSuccess, laneCounts, renderCounts, totalCounts } from '../lib/test-summary.ts'

const GOOD = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
}
const broken = { status: 'failed', assertionResults: [] }
const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] }

const rows = [
  ['a good run', GOOD, 0, '5 passed, 0 failed'],
  ['a failed test', { ...GOOD, numFailedTests: 1, testResults: [failing] }, 1, '5 passed, 1 failed'],
  ['a file that would not load', { ...GOOD, testResults: [broken] }, 1, '5 passed, 1 failed'],
  ['both', { ...GOOD, numFailedTests: 1, testResults: [failing, broken] }, 1, '5 passed, 2 failed'],
  ['an error outside every test', GOOD, 1, '5 passed, 1 failed'],
  ['a killed run', GOOD, null, '5 passed, 1 failed'],
  ['no report', undefined, 0, '0 passed, 1 failed'],
  [
    'skipped and still to write',
    { ...GOOD, numPendingTests: 1, numTodoTests: 1 },
    0,
    '5 passed, 0 failed, 2 skipped',
  ],
] as const

for (const [title, report, code, line] of rows)
  test(title, () => expect(renderCounts(laneCounts(report, code))).toBe(line))

test('lanes add up', () => {
  const lanes = [laneCounts(GOOD, 0), laneCounts({ ...GOOD, numPendingTests: 1 }, 0)]
  expect(totalCounts(lanes)).toEqual({ passed: 10, failed: 0, skipped: 1 })
})

test('no test at all is no success', () => {
  expect(isSuccess({ passed: 1, failed: 0, skipped: 0 })).toBe(true)
  expect(isSuccess({ passed: 1, failed: 1, skipped: 0 })).toBe(false)
  expect(isSuccess(totalCounts([]))).toBe(false)
})
