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
export type { AppElement, AppFinding, OwnElement } from './elements/app-element.js'
export { type BlockLimit, MAX_IMAGE_SIDE, type Shrink } from './elements/content.js'
export { createManagedTree, type ElementPatch, type ManagedTree } from './elements/managed-tree.js'
export {
  createElements,
  type Elements,
  type ElementsOptions,
  type LocateOutcome,
} from './elements/elements.js'
export { createIds, type Ids } from './elements/ids.js'
export {
  movePassage,
  movePassages,
  type Passage,
  type Splice,
  spliceBetween,
} from './elements/passage.js'
export {
  createPassages,
  type PassageOutcome,
  type Passages,
  type PassagesOptions,
} from './elements/passages.js'

// Bridge
export {
  type Action,
  type ActionDefinition,
  type Arguments,
  type CallContext,
  type Done,
  type JsonAction,
  type Refusal,
  type Reply,
  type Run,
  type SchemaAction,
  type WriteContext,
} from './bridge/action.js'
export { actionsOf, type DefineAction, defineAction } from './bridge/define-action.js'
export type { StandardSchema } from './bridge/standard-schema.js'
export type { AppView, WindowView } from './bridge/view.js'
export { type Bridge, type BridgeOptions, createBridge } from './bridge/bridge.js'
export type { Caller } from './bridge/calls.js'
export type { CallMark, CallScope } from './bridge/call-scope.js'
export type { CallFault, CallOutcome, OnFault } from './bridge/outcome.js'
export type { BridgeFinding, OnFindings } from './bridge/findings.js'
export { createHandles, type Handles } from './bridge/handles.js'
export { blockedOutside, closingOrder, type Owned, withoutWindow } from './bridge/modals.js'
