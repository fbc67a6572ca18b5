/** How the readers of the bridge tell what they found. */
import { bounded } from '../elements/place.js'
import type { Consequence, Finding, RuleId } from '../findings/types.js'

/** Takes one finding about a snapshot; at must, unless said otherwise. */
export type ReportWindow = (
  requirement: RuleId,
  consequence: Consequence,
  at: string,
  message: string,
  level?: 'should',
) => void

/** A report that adds to a list, as `bounded` lets it. */
export function reportTo(findings: Finding[]): ReportWindow {
  const isTold = bounded(findings)
  return (requirement, consequence, at, message, told) => {
    const level = told ?? 'must'
    if (isTold(requirement, level, consequence))
      findings.push({ requirement, level, at, message, consequence })
  }
}
