/** How the readers of the bridge tell what they found. */
import type { Consequence, Finding, RuleId } from '../findings/types.js'

/** Takes one finding about a snapshot; at must, unless said otherwise. */
export type ReportWindow = (
  requirement: RuleId,
  consequence: Consequence,
  at: string,
  message: string,
  level?: 'should',
) => void

/** A report that adds to a list. */
export const reportTo =
  (findings: Finding[]): ReportWindow =>
  (requirement, consequence, at, message, level) => {
    findings.push({ requirement, level: level ?? 'must', at, message, consequence })
  }
