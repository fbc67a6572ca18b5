/** The desk's state: plain data that is replaced, never changed. */
import type { FieldError } from '@copane/protocol/bridge'
import type { Author } from '@copane/provider'
import type {
  Order,
  OrderContent,
  OrderFilter,
  OrderRow,
  ReportFigures,
  Thread,
  ThreadTitle,
} from '../data/index.js'

/** The two panes of a threads window. */
export const PANES = ['left', 'right'] as const

/** One of the two. */
export type Pane = (typeof PANES)[number]

/** What can be edited about an order. */
export const DRAFT_FIELDS = ['recipient', 'address', 'amount', 'note'] as const

/** One of the four. */
export type DraftField = (typeof DRAFT_FIELDS)[number]

/** The values of an editor's fields, as typed. */
export type FieldValues = { readonly [Name in DraftField]: string }

/** A place in a window, for focus and pointer. */
export type Spot =
  | { kind: 'window' }
  | { kind: 'row'; number: number }
  | { kind: 'field'; field: string }
  | { kind: 'pane'; pane: Pane }
  | { kind: 'comment'; pane: Pane; comment: number }

/** A place in one of the windows. */
export type Position = { window: string; spot: Spot }

/** A list whose page shows all orders at once, every row or only those in view. */
export type LongList = 'plain' | 'virtual'

/** A list of orders, one page at a time. */
export type OrdersWindow = {
  kind: 'orders'
  id: string
  minimised: boolean
  filter: OrderFilter
  offset: number
  rows: readonly OrderRow[]
  total: number
  /** Numbers of selected rows; always on the shown page. */
  selected: readonly number[]
  /** Absent for a list that is paged through. */
  long?: LongList
}

/** An editor of one order; there is at most one for an order. */
export type OrderWindow = {
  kind: 'order'
  id: string
  minimised: boolean
  order: Order
  /** Only the fields whose value differs from the order's. */
  draft: Partial<FieldValues>
  /** By field: what happened to the order's own value while the draft held another. */
  conflicts: Partial<FieldValues>
  /** What is wrong with the values as they stand, in the order of the fields. */
  errors: readonly FieldError[]
}

/** Totals as they were when counted; `behind` says how many changes came since. */
export type ReportWindow = {
  kind: 'report'
  id: string
  minimised: boolean
  figures: ReportFigures
  behind: number
}

/** Two threads side by side. */
export type ThreadsWindow = {
  kind: 'threads'
  id: string
  minimised: boolean
  panes: { readonly [Name in Pane]: number | undefined }
}

/** Asks whether an order is to be handed in. */
export type ConfirmSubmitWindow = { kind: 'confirm-submit'; id: string; ownerId: string }

/** Asks what becomes of unsaved changes when an editor closes. */
export type DiscardWindow = { kind: 'discard'; id: string; ownerId: string }

/** Keeps everything else out of reach until somebody signs in. */
export type SignInWindow = { kind: 'sign-in'; id: string; user: string; password: string }

/** Where a window is on the desktop. Units: CSS pixels from its upper left corner. */
export type Place = { x: number; y: number; w: number; h: number }

/** Where a window is once somebody moved it, and its level: the higher, the nearer to the front. */
export type OnScreen = { place?: Place; level?: number }

/** Any window of the desk. */
export type DeskWindow =
  | OrdersWindow
  | OrderWindow
  | ReportWindow
  | ThreadsWindow
  | ConfirmSubmitWindow
  | DiscardWindow
  | SignInWindow

/** Words selected in a comment, now or before; follows the words through edits. Units: UTF-16 code units. */
export type DeskPassage = {
  id: string
  window: string
  pane: Pane
  comment: number
  start: number
  end: number
  selected: boolean
}

/** How a change is taken back; `from` and `to` are revisions before and after it. */
export type UndoStep =
  | { kind: 'order'; id: number; content: OrderContent; from: number; to: number }
  | { kind: 'comment'; id: number; thread: number; text: string; from: number; to: number }
  | { kind: 'added'; id: number; thread: number; to: number }

/** A recent change of an order or comment: who did what. */
export type Change = { sequence: number; by: Author; what: string; undo: UndoStep }

/** Everything the desk shows. */
export type DeskState = {
  /** In the order in which they opened. */
  readonly windows: readonly DeskWindow[]
  readonly focus: Position | undefined
  readonly hover: Position | undefined
  /** By window: where it lies; apart from the window itself, which is not another one for having been moved. */
  readonly screen: { readonly [window: string]: OnScreen }
  /** By window: what the page says is scrolled out of view. */
  readonly outOfView: { readonly [window: string]: readonly Spot[] }
  /** False while no page is connected: then nothing is on screen. */
  readonly shown: boolean
  /** Who is signed in. */
  readonly user: string | undefined
  readonly threadTitles: readonly ThreadTitle[]
  /** The threads that some pane shows. */
  readonly threads: { readonly [id: number]: Thread }
  readonly passages: readonly DeskPassage[]
  /** Newest last. */
  readonly changes: readonly Change[]
  readonly nextChange: number
  /** Names of clients that may not act until the user allows it (D-54). */
  readonly stopped: readonly string[]
}
