/** What an app gives to be readable and operable, and what it gets. */
import type { Location } from '@copane/protocol/elements'
import type { Action } from '../bridge/action.js'
import type { AppElement } from '../elements/app-element.js'
import type { Shrink } from '../elements/content.js'
import type { Ids } from '../elements/ids.js'
import type { ManagedTree } from '../elements/managed-tree.js'
import type { OnAccess } from '../mcp/access.js'
import type { Hooks } from '../mcp/told.js'
import type { Provider } from '../node/provider.js'
import type { Store, StoreOptions } from '../store/store.js'
import type { AppIdentity } from './identity.js'
import type { KeyedWindows } from './open-windows.js'
import type { DeveloperFinding } from './report-findings.js'

/** The ids of an app, for its elements. */
export type AppIds = Omit<Ids, 'windowId'> & {
  /** The id of the open window with this key; throws when none is open: a bug of the calling code (D-19). */
  window(key: string): string
}

/** What an app says of itself; everything but the first five lines may be left out. */
export type AppOptions<State> = AppIdentity & {
  /** The state at first; the app's windows and elements are functions of it. */
  state: State
  /** The open windows of a state, in any order; without it the app can be read and not operated. */
  windows?: (state: State) => KeyedWindows<State>
  /** What belongs to no window. */
  actions?: readonly Action<State>[]
  /** By name of an action of the app: why it can't be called now. */
  unavailable?: (state: State) => { readonly [action: string]: string } | undefined
  /** The app as one tree, told anew or kept; without it, the root and a Window element for each window. */
  elements?: ((state: State, ids: AppIds) => AppElement | Promise<AppElement>) | ManagedTree
  /** Where an element is on screen now; leave it out where that can't be known. */
  locate?: (element: AppElement, state: State) => Location | undefined | Promise<Location | undefined>
  /** Where a thing is that the tree shows no longer but that still exists, such as a passage selected before. */
  locateOther?: (id: string, state: State) => Location | undefined | Promise<Location | undefined>
  /** Makes an image or a text smaller that is too large to be told; without it, such a block is left out. */
  shrink?: Shrink
  /** Runs the work inside the app's durable write, such as a database transaction. */
  durable?: StoreOptions<State>['durable']
  /** Why a client may not act now; undefined lets it (D-54). */
  stopped?: (state: State, client: string) => string | undefined
  /** Told of each read and call before it is answered, for a sign in the app (D-54). */
  onAccess?: OnAccess
  /** Told of requests that ended and of connections that were let go: names and durations only (D-08). */
  hooks?: Hooks
  /** Where findings go: nowhere, or to a function; else to stderr, unless NODE_ENV is production. */
  findings?: 'silent' | ((finding: DeveloperFinding) => void)
  /** A free one unless it is said. */
  port?: number
  /** Where the descriptor goes, for tests (D-10). */
  folder?: string
}

/** What starting came to; `off` is the user's wish, `refused` says what to mend. */
export type AppStart =
  | { kind: 'started'; provider: Provider }
  | { kind: 'off'; reason: string }
  | { kind: 'refused'; reason: string }

/** What turning off came to; `refused`: it is off now, and can't be remembered. */
export type TurnOff = { kind: 'off' } | { kind: 'refused'; reason: string }

/** What turning on came to; `on`: the app is allowed again, and was not asked to start. */
export type TurnOn = AppStart | { kind: 'on' }

/** An app that was made. */
export type LiveApp<State> = {
  store: Store<State>
  ids: AppIds
  /** A change by the user; gives the next state. */
  commit(change: (state: State) => State): void
  /** The id of the open window with this key. */
  idOf(key: string): string | undefined
  /** The key of a window that an action was called on; throws for an id that is none of the app's. */
  keyOf(id: string): string
  /** Listens and writes the descriptor; started already, it says so again. */
  start(): Promise<AppStart>
  /** Removes the descriptor, answers the calls that run, and closes the listener; can be called at any time. */
  stop(): Promise<void>
  /** Whether the user lets agents at the app. */
  isOn(): boolean
  /** Ends both paths and keeps them ended, in later runs too, until `turnOn`. */
  turnOff(): Promise<TurnOff>
  /** Allows the app again; one that was started and not stopped comes back at once. */
  turnOn(): Promise<TurnOn>
}
