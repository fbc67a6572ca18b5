/** The app side without Node: store, ids, passages, actions and the bridge. */

// State
export {
  type Author,
  type Changed,
  type Commit,
  createStore,
  type Store,
  type StoreOptions,
} from './store/store.js'

// Elements
export {
  createElements,
  type Elements,
  type ElementsOptions,
  type LocateOutcome,
} from './elements/elements.js'
export { createIds, type Ids } from './elements/ids.js'
export { movePassage, type Passage, type Splice, spliceBetween } from './elements/passage.js'

// Bridge
export {
  type Action,
  type ActionDefinition,
  type Arguments,
  type CallContext,
  defineAction,
  type Done,
  type Refusal,
  type Reply,
  type Run,
  type WriteContext,
} from './bridge/action.js'
export type { AppView, WindowView } from './bridge/view.js'
export { type Bridge, type BridgeOptions, type Caller, createBridge } from './bridge/bridge.js'
export type { CallFault, CallOutcome } from './bridge/run-call.js'
