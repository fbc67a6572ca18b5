/** What is checked, what it came to, and how that is told; running it is in `@copane/conformance/node`. */

// What is checked
export { checksOf, type ListedCheck, PROTOCOL_OF, type Subject, SUBJECTS, UNCHECKED } from './catalogue.js'

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

// How it is told
export { documentOf, type ReportDocument, type ReportedCheck } from './report/document.js'
export { renderReport } from './report/terminal.js'
export { renderJUnit } from './report/junit.js'
export { renderMarkdown } from './report/markdown.js'
