/** The agent's side without Node: judges descriptors, reads, remembers ids, and works in windows over a connection. */

// Asking one endpoint
export type {
  About,
  Ask,
  Connection,
  Era,
  ListedTool,
  Listener,
  NoReply,
  Reply,
  Subscription,
  ToolResult,
} from './wire/connection.js'

// Elements: which app, what it says, who issued an id
export {
  type BridgeOffer,
  type Candidate,
  type DescriptorVerdict,
  type FileFacts,
  type Ignored,
  judgeDescriptor,
  judgeFile,
  type ProcessFacts,
  type SystemFacts,
  type UsedDescriptor,
} from './elements/judge-descriptor.js'
export type { IgnoredWhy } from './elements/ignored.js'
export type { ListenerFacts } from './elements/listeners.js'
export { appByPid, type ByPid } from './elements/by-pid.js'
export {
  locate,
  type LocateOutcome,
  readCurrent,
  type ReadOptions,
  type ReadOutcome,
} from './elements/read.js'
export { type Ledger, openLedger, type Reference, type Resolved, type Run } from './elements/ledger.js'

// Bridge: windows, what blocks them, their actions
export {
  openSession,
  type Session,
  type SessionOptions,
  type ToolsOutcome,
} from './bridge/session.js'
export type { WatchOutcome, WindowsListener } from './bridge/watch.js'
export type { CallArguments, CallOptions, CallOutcome, Decide } from './bridge/call.js'
export { blockersOf, isOperable, modalChain } from './bridge/blockers.js'
export type { SnapshotOutcome } from './bridge/snapshot.js'
export type { WindowTool } from './bridge/tools.js'
