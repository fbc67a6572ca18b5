/** The elements protocol: types, tables, reading and checking, and what a tree says. */

// Wire shapes
export {
  type Answer,
  type BridgeEndpoint,
  type ContentBlock,
  type Descriptor,
  type Edge,
  type Json,
  type Location,
  type LocationState,
  type Rect,
  type RelatedLink,
  ROLES,
  type Role,
  type TreeElement,
} from './types.js'

// Names and numbers of the MCP binding
export {
  CURRENT_URI,
  ELEMENTS_EXTENSION,
  ELEMENTS_PROTOCOL,
  idOfLocateUri,
  JSON_MIME,
  LIMITS,
  type Limits,
  LOCATE_TEMPLATE,
  locateUri,
  MAX_DESCRIPTOR_BYTES,
  TIMES,
} from './binding.js'

// Reading and checking
export { isElementId } from './id.js'
export { type Expected, parseAnswer, type ReadAnswer, readAnswer, validateAnswer } from './read-answer.js'
export { type ReadLocation, readLocation } from './location.js'
export {
  type DescriptorOutcome,
  descriptorFileName,
  type FolderFacts,
  parseDescriptor,
  parseEndpoint,
  providersFolder,
} from './descriptor.js'
export { isAlive, parseProcStat, type ProcStat } from './proc-stat.js'

// What a tree says
export { ancestors, find, focusPath, selectedElements, type Visit, walk } from './tree.js'
export { type OutlineOptions, printLine, printOutline, textOf } from './outline.js'
export { type Cut, cutText } from '../json/cut.js'
export { inert } from '../json/inert.js'
export { base64Length, isWithin, utf8Length } from '../json/bytes.js'
export { type OutlineOutcome, parseOutline } from './parse-outline.js'
