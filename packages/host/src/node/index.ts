/** The agent's side on Node: finds the user's apps, reads them, and works in their windows. */

// What most hosts need
export {
  type AskOptions,
  type CallOff,
  findApps,
  type FoundApps,
  locateInApp,
  openApp,
  type OpenOutcome,
  readApp,
} from './apps.js'

// Finding, with the reason for each file that is ignored
export { appsOf, discover, type DiscoverOptions, type Discovery, isWhole } from './discover.js'
export { findProvidersFolder } from './folder.js'

// The front app, and references into it
export {
  findFront,
  type FoundFront,
  frontNow,
  type FrontOptions,
  type FrontOutcome,
  type LocateOptions,
  locateReference,
  type NoFront,
  readFront,
} from './front-app.js'
export { openFrontSource } from './front/open.js'
export { openX11Front, type X11Options } from './front/x11.js'
export { findAppOf, findAppOfRun, type FindOptions, type FoundApp } from './find-app.js'

// One endpoint, without a descriptor
export { connect, type ConnectOptions } from '../mcp/connect.js'
export { createLoopback, type Loopback, type LoopbackOptions } from '../mcp/loopback-fetch.js'
export { type Command, connectCommand } from '../mcp/connect-command.js'
export {
  openWindows,
  type OpenWindowsOptions,
  type OpenWindowsOutcome,
  type WindowsPlace,
} from '../bridge/node/open-windows.js'

// Every road to an agent, with the user's settings in front
export {
  type AllowedOpen,
  type AllowedRead,
  asFront,
  type ConsentOptions,
  inFront,
  locateAllowed,
  type NodeCollectorOptions,
  openAllowed,
  openCollector,
  readAllowed,
} from './consenting.js'
export { type ChangeOutcome, openSettings, type SettingsStore } from './settings.js'
export {
  isReceipt,
  mintReceiptId,
  openReceipts,
  type ReceiptsOptions,
  type ReceiptStore,
} from './receipts.js'

// Files of the user's own
export { findOwnFolders, type OwnFile, readOwnFile, writeOwnFile } from './own-files.js'
