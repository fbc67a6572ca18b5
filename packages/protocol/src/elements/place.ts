/** Where in an answer a finding is, kept as links and written out only when something was found. */
import type { Consequence, Finding, RuleId } from '../findings/types.js'

/**
 * Where an element stands: its parent, and its place among the parent's children; the root's parent has none.
 *
 * Shape   `path` is there once it was written out.
 */
export type Place = { parent: Place | undefined; index: number; path?: string }

/** Takes one finding. */
export type Report = (
  requirement: RuleId,
  level: Finding['level'],
  consequence: Consequence,
  at: Place | string,
  message: string,
) => void

/** A report that adds to a list, as `bounded` lets it. */
export function reportTo(findings: Finding[]): Report {
  const isTold = bounded(findings)
  return (requirement, level, consequence, at, message) => {
    if (isTold(requirement, level, consequence))
      findings.push({
        requirement,
        level,
        consequence,
        at: typeof at === 'string' ? at : pathOf(at),
        message,
      })
  }
}

const MOST_FINDINGS = 1000

/**
 * Whether one more finding may be added to a list.
 *
 * Shape   after 1,000 a note says that there are more, and only the first of each rule, level and consequence is
 *         still told: no rule that was broken and no refusal is lost, and a hostile answer costs no finding a field.
 * Source  D-16
 */
export function bounded(
  findings: Finding[],
): (requirement: RuleId, level: Finding['level'], consequence: Consequence) => boolean {
  const kinds = new Set<string>()
  let isFull = false
  return (requirement, level, consequence) => {
    const known = kinds.size
    kinds.add(`${requirement} ${level} ${consequence}`)
    if (findings.length < MOST_FINDINGS) return true
    if (!isFull)
      findings.push({
        requirement: 'D-16',
        level: 'should',
        at: '$',
        message: `more than ${MOST_FINDINGS} findings; of the others the first of each rule is told`,
        consequence: 'note',
      })
    isFull = true
    return kinds.size > known
  }
}

/** The JSONPath of an element, written out once. */
const pathOf = (place: Place): string => (place.path ??= written(place))

function written(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at?.parent?.parent; at = at.parent)
    steps.push(`.children[${at.index}]`)
  return `$.root${steps.toReversed().join('')}`
}
