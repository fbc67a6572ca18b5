/** Where an app's findings go: to stderr, to a function of the app's, or nowhere (D-08). */
import { type DeveloperFinding, findingLine, tellOnce } from '../app/report-findings.js'
import type { AppOptions } from '../app/types.js'

/**
 * The function that is told each finding once; undefined where none is wanted, so that none is looked for.
 *
 * Shape   without a choice of the app's they are printed, unless NODE_ENV is production.
 */
export function createAppReporter(
  choice: AppOptions<unknown>['findings'],
): ((finding: DeveloperFinding) => void) | undefined {
  if (choice === 'silent') return undefined
  if (choice) return tellOnce(choice)
  if (process.env.NODE_ENV === 'production') return undefined
  return tellOnce(finding => void process.stderr.write(`copane  ${findingLine(finding)}\n`))
}
