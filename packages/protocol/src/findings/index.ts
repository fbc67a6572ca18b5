/** Findings, the requirement catalogue they cite, and the language of field tables. */
export type { Consequence, Finding, RuleId } from './types.js'
export { REQUIREMENTS, type Requirement, type RequirementId } from './requirements.js'
export { compatible } from './compatible.js'
export {
  type FieldsOf,
  type FieldTable,
  fits,
  isRecord,
  type Misfit,
  misfits,
  type OptionalShape,
  optional,
  type Shape,
} from './shape.js'
