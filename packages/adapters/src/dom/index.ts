/** A page as elements: the converter, and what it goes by. */

// Converting
export { convertDom, type IdOf } from './convert.js'
export { type DomNode, HINTS } from './node.js'

// What it goes by
export { type DomVerdict, INPUT_ROLES, SILENT_TAGS, TAG_ROLES } from './html.js'

// Reading a live page
export { createDomReader } from './live/reader.js'
export type { FindOrigin } from './live/find-origin.js'
export type { Origin } from './live/origin.js'
export {
  DOM_BUDGET,
  type DomBudget,
  type DomReader,
  type DomReaderOptions,
  type Reading,
  type ReadLimits,
} from './live/options.js'
