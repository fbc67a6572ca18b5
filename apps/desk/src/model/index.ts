/** The desk's model: its state, what the user can do, and a desk that is ready to be wired. */

// A desk
export { createDesk, type Desk, type DeskOptions } from './desk.js'

// State
export {
  type Change,
  DRAFT_FIELDS,
  type DeskPassage,
  type DeskState,
  type DeskWindow,
  type DraftField,
  type FieldValues,
  type LongList,
  type Pane,
  PANES,
  type Position,
  type Spot,
} from './state.js'

// Which clients may act
export { stopReason } from './client-names.js'

// What the user does
export type { UserAct } from './act-table.js'
export type { ActOutcome } from './acts.js'
