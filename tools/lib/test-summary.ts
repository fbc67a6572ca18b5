/** Sums what the lanes of a test run reported. */

/** The part of vitest's json report that is counted. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[]
}

/** How many tests of one lane or of all. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/**
 * The counts of one lane.
 *
 * Shape   a file that would not load, or whose set-up failed, counts as one failed test; so does a lane that
 *         ended badly for a reason no test shows, or left no report.
 */
export function laneCounts(report: VitestReport | undefined, exitCode: number | null): TestCounts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(assertion => assertion.status === 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The sum over lanes. */
export const totalCounts = (lanes: readonly TestCounts[]): TestCounts =>
  lanes.reduce(
    (total, lane) => ({
      passed: total.passed + lane.passed,
      failed: total.failed + lane.failed,
      skipped: total.skipped + lane.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** `N passed, N failed`, and `, N skipped` where some were. */
export const renderCounts = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** True when something passed and nothing failed. */
export const isSuccess = ({ passed, failed }: TestCounts): boolean => passed > 0 && failed === 0
