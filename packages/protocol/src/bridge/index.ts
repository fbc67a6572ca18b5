/** The bridge protocol: types, tables, reading and checking, and what a set of windows allows. */

// Wire shapes
export {
  type ActionHints,
  type ActionOffer,
  type AppWindow,
  type Block,
  type BlockType,
  ERROR_CODES,
  type ErrorCode,
  type FieldError,
  type FieldItem,
  type JsonSchema,
  type ModelWindow,
  type SeenSnapshot,
  type SeenWindow,
  type Severity,
  type ToolEntry,
  type ToolError,
  type ToolSuccess,
  type WindowsModel,
  type WindowsSnapshot,
} from './types.js'

// Names and texts of the MCP binding
export {
  BRIDGE_EXTENSION,
  BRIDGE_PROTOCOL,
  INSTRUCTIONS,
  MASK,
  MAX_ACTION_NAME,
  MAX_WINDOW_ID,
  WINDOWS_URI,
} from './binding.js'

// Reading and checking
export { parseWindows, type ReadWindows, readWindows, validateWindows } from './read-windows.js'
export { type CallAnswer, readCallAnswer } from './read-result.js'
export { validateCallAnswer } from './validate-result.js'

// What a set of windows allows
export { blockedBy, type Operand, operableIds } from './operable.js'
export { APP_HANDLE, appActionsAllowed, splitToolName, toolName, toolsOf } from './tools.js'
export {
  type Call,
  type CallVerdict,
  checkCall,
  type JudgeArguments,
  staleState,
  validationFailed,
} from './check-call.js'
export { type Changes, changes } from './changes.js'
export { sameJson } from '../json/same.js'
export { type NewsStyle, printNews, printWindowNews } from './news.js'
export { printWindowLine, printWindows, type WindowStyle } from './outline.js'
export { parseWindowsOutline, type WindowsOutlineOutcome } from './parse-outline.js'
