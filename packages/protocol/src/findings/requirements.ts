/** The catalogue of both protocols as data: what each asks for, of whom, and where it can be seen to hold. */
import { BRIDGE_REQUIREMENTS } from './requirements-bridge.js'
import { ELEMENTS_REQUIREMENTS } from './requirements-elements.js'

/** Where a requirement can be seen to hold; `wire` from outside, `sdk` in this project, `doc` by a reader. */
export type RequirementCheck = 'schema' | 'rule' | 'wire' | 'sdk' | 'doc' | 'lint'

/**
 * One row of a table below.
 *
 * Shape   `warning`: intent can't be seen, so a checker reports it at should. `pending`: the milestone that
 *         delivers it. `excluded`: why no test can show it.
 */
export type RequirementRow<Prefix extends 'EL' | 'GB' = 'EL' | 'GB'> = {
  id: `${Prefix}-${string}`
  side: 'provider' | 'host' | 'both' | 'receiver'
  level: 'must' | 'must-not' | 'should' | 'may'
  section: string
  text: string
  check: readonly RequirementCheck[]
  warning?: true
  pending?: number | 'later'
  excluded?: string
}

/** The id of a row: `EL-…` for elements, `GB-…` for bridge. */
export type RequirementId =
  | (typeof ELEMENTS_REQUIREMENTS)[number]['id']
  | (typeof BRIDGE_REQUIREMENTS)[number]['id']

/** One requirement of one of the two protocols. */
export type Requirement = Omit<RequirementRow, 'id'> & {
  id: RequirementId
  protocol: 'elements' | 'bridge'
}

/** All rows, elements first; ids are unique. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...ELEMENTS_REQUIREMENTS.map(row => ({ ...row, protocol: 'elements' as const })),
  ...BRIDGE_REQUIREMENTS.map(row => ({ ...row, protocol: 'bridge' as const })),
]
