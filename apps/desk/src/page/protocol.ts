/** What the desk's process and its pages say to each other, as JSON, one object a message. */
import type { Author } from '@copane/provider'
import type { Thread, ThreadTitle } from '../data/types.js'
import type { ActOutcome } from '../model/acts.js'
import type {
  ConfirmSubmitWindow,
  DiscardWindow,
  OrdersWindow,
  OrderWindow,
  Place,
  Position,
  ReportWindow,
  SignInWindow,
  ThreadsWindow,
} from '../model/state.js'
import type { ActivityEvent } from './activity.js'

/** The sign-in dialog as pages get it: a password goes in, and never out again. */
export type ShownSignIn = Omit<SignInWindow, 'password'> & { hasPassword: boolean }

/** What a page shows in a window. */
export type ShownWindow =
  | OrdersWindow
  | OrderWindow
  | ReportWindow
  | ThreadsWindow
  | ConfirmSubmitWindow
  | DiscardWindow
  | ShownSignIn

/** One window of a page. */
export type PageWindow = {
  id: string
  title: string
  shown: ShownWindow
  /** Absent until somebody moved the window: the page then finds it a place. */
  place?: Place
  /** The higher, the nearer to the front. */
  level: number
  /** The dialog to be dealt with first. */
  blockedBy?: string
  /** Why something can't be done in it now, by action. */
  locks: { readonly [action: string]: string }
}

/** A recent change of an order or comment. */
export type PageChange = { sequence: number; by: Author; what: string }

/** Everything a page shows; windows in the order in which they opened. */
export type PageState = {
  windows: readonly PageWindow[]
  focus: Position | undefined
  user: string | undefined
  threadTitles: readonly ThreadTitle[]
  threads: { readonly [id: number]: Thread }
  /** Newest last. */
  changes: readonly PageChange[]
  stopped: readonly string[]
}

/** What is new; null stands for nothing, and what is absent stays. */
export type PagePatch = {
  /** The ids of all windows, when one opened or closed. */
  order?: readonly string[]
  windows?: readonly PageWindow[]
  focus?: Position | null
  user?: string | null
  threadTitles?: readonly ThreadTitle[]
  /** Threads that changed or came. */
  threads?: readonly Thread[]
  changes?: readonly PageChange[]
  stopped?: readonly string[]
}

/**
 * What a page is asked: what it shows, or where something of it is; without an id, where it is itself.
 *
 * Units   milliseconds from when the page hears of it.
 */
export type Question = ({ kind: 'read' } | { kind: 'locate'; id?: string }) & { deadlineMs: number }

/** What the messages of a page are called when it connects. */
export const SUBPROTOCOL = 'desk'

/** The header in which a page asks whether its pass is still one. */
export const PASS_HEADER = 'desk-pass'

/** From the process to a page. */
export type ToPage =
  /** The first message; `mark` is 5 letters and digits, new at every load of a page. */
  | { kind: 'hello'; mark: string; patch: PagePatch; activity: readonly ActivityEvent[] }
  /** A commit; `page` is the mark of the page whose user made it, with the act of that id. */
  | { kind: 'patch'; by: Author; page?: string; act?: number; patch: PagePatch }
  /** After the patch that the act led to. */
  | { kind: 'outcome'; id: number; outcome: ActOutcome }
  | { kind: 'activity'; events: readonly ActivityEvent[] }
  | { kind: 'ask'; id: number; question: Question }

/** From a page to the process. */
export type FromPage =
  | { kind: 'act'; id: number; act: unknown }
  | { kind: 'answer'; id: number; value?: unknown }
  /** The user moved, clicked or typed there. */
  | { kind: 'input' }
  /** Whether anything of the page is on the screen. */
  | { kind: 'visible'; visible: boolean }
