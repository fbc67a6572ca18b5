/** What checks come to, and how that is told; running them is in `@copane/conformance/node`. */

// What came of it
export type {
  CheckOutcome,
  CheckReport,
  CheckResult,
  Circumstance,
  Fault,
  Level,
  Need,
  Verdict,
} from './types.js'
export { renderReport } from './render.js'
