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
  chooseFront,
  type Front,
  type FrontBy,
  type FrontMoment,
  type FrontSight,
  type FrontSource,
  type ProcessesNow,
  remember,
  type UnknownFront,
} from './elements/front.js'
export {
  locate,
  type LocateOutcome,
  readCurrent,
  type ReadOptions,
  type ReadOutcome,
} from './elements/read.js'
export {
  type Ledger,
  type LedgerLimits,
  openLedger,
  type Reference,
  type Resolved,
  type Run,
} from './elements/ledger.js'

// What an agent is given: decided, trimmed, written
export type { AppFacts } from './policy/app-facts.js'
export { decide, type Decided, type DecideOptions } from './policy/decide.js'
export { type Given, type GivenImage, trim, type Trimmed, type TrimOptions } from './policy/trim.js'
export { type Budget, estimateTokens } from './policy/measure.js'
export type { Scope } from './policy/warrant.js'
export type { Form } from './policy/written.js'
export { inertInPrompt } from './policy/in-prompt.js'
export { type LeftOut, type LeftOutWhy, type Missing, sayLeftOut } from './policy/left-out.js'

// The user's consent: settings on every road, collections, receipts
export {
  type Consent,
  DEFAULT_SETTINGS,
  type DenyRule,
  parseSettings,
  type Settings,
} from './consent/settings.js'
export { type Allowance, allowanceOf, type Barred, barredForAll, type Denies } from './consent/deny.js'
export { type AllowedPart, allowedPart } from './consent/allowed-part.js'
export { type GuardedSession, guardSession } from './consent/guard-session.js'
export {
  type Act,
  type Collector,
  type CollectorEffects,
  type CollectorOptions,
  createCollector,
  type FrontApp,
  type Kept,
  type ReceiptKeeper,
} from './consent/collector.js'
export type { Collection, CollectionState, Ended, Nothing, SendOutcome } from './consent/collection.js'
export type { Item, Preview } from './consent/preview.js'
export type { Receipt } from './consent/receipt.js'

// Apps that are no providers
export {
  type AccessibilitySource,
  type AccessibleOutcome,
  type AccessibleTree,
  type Incomplete,
  readAccessible,
} from './elements/accessibility.js'

// Bridge: windows, what blocks them, their actions
export {
  type LookOutcome,
  openSession,
  type Session,
  type SessionOptions,
  type ToolsOutcome,
} from './bridge/session.js'
export type { WatchOutcome, WindowsListener } from './bridge/watch.js'
export type { CallArguments, CallOptions, CallOutcome, Decide } from './bridge/call.js'
export { mayHaveActed } from './bridge/certainty.js'
export { blockersOf, isOperable, modalChain } from './bridge/blockers.js'
export type { SnapshotOutcome } from './bridge/snapshot.js'
export { takesVersion, type WindowTool } from './bridge/tools.js'
