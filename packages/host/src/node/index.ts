/** The agent's side on Node: finds the user's apps, reads them, and works in their windows. */

// What most hosts need
export { type AskOptions, findApps, locateInApp, openApp, type OpenOutcome, readApp } from './apps.js'

// Finding, with the reason for each file that is ignored
export { appsOf, discover, type DiscoverOptions, type Discovery } from './discover.js'
export { findProvidersFolder } from './folder.js'

// One endpoint, without a descriptor
export { connect, type ConnectOptions } from '../mcp/connect.js'
export { type Command, connectCommand } from '../mcp/connect-command.js'
export {
  openWindows,
  type OpenWindowsOptions,
  type OpenWindowsOutcome,
  type WindowsPlace,
} from '../bridge/node/open-windows.js'
