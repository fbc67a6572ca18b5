/** Where in an answer a finding is, kept as links and written out only when something was found. */
import type { Consequence, Finding, RuleId } from '../findings/types.js'

/** Where an element stands: its parent, and its place among the parent's children; the root's parent has none. */
export type Place = { parent: Place | undefined; index: number }

/** Takes one finding. */
export type Report = (
  requirement: RuleId,
  level: Finding['level'],
  consequence: Consequence,
  at: Place | string,
  message: string,
) => void

/** A report that adds to a list. */
export const reportTo =
  (findings: Finding[]): Report =>
  (requirement, level, consequence, at, message) => {
    findings.push({ requirement, level, consequence, at: typeof at === 'string' ? at : pathOf(at), message })
  }

/** The JSONPath of an element. */
function pathOf(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at?.parent?.parent; at = at.parent)
    steps.push(`.children[${at.index}]`)
  return `$.root${steps.toReversed().join('')}`
}
