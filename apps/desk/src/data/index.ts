/** The desk's data: what it keeps, and how a file with it is opened. */

// Opening
export {
  type DeskData,
  isDatabaseError,
  openDeskData,
  type OpenOptions,
  type OpenOutcome,
  type OpenTrouble,
} from './open.js'

// What is kept
export {
  type Comment,
  type Order,
  ORDER_STATUSES,
  type OrderContent,
  type OrderFilter,
  type OrderLine,
  type OrderPage,
  type OrderRow,
  type OrderStatus,
  type ReportFigures,
  type Thread,
  type ThreadTitle,
} from './types.js'
export type { KeptWindow } from './memory.js'
