/** What a check found, as data: never thrown, never quoting the app (house style §4). */
import type { RequirementId } from './requirements.js'

/** A requirement of the catalogue, or a decision that binds foreign implementations (D-09). */
export type RuleId = RequirementId | `D-${number}`

/** What a host does because of a finding (D-15). */
export type Consequence = 'refuse' | 'repair' | 'note'

/**
 * One thing that is wrong.
 *
 * Shape   `at` is a JSONPath into what was checked; `message` says what is wrong and what to do.
 * Errors  holds no text, title, id or token of the app (D-08).
 */
export type Finding = {
  requirement: RuleId
  level: 'must' | 'should'
  at: string
  message: string
  consequence: Consequence
}
