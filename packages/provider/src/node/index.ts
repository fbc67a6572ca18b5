/** The app side in Node: a provider that listens and can be found. */

// An app in one call
export { createApp } from './app.js'
export type { AppIdentity } from '../app/identity.js'
export type { KeyedWindow, KeyedWindows } from '../app/open-windows.js'
export type { DeveloperFinding } from '../app/report-findings.js'
export type { AppIds, AppOptions, AppStart, LiveApp, TurnOff, TurnOn } from '../app/types.js'

// Running the parts of an app
export {
  type App,
  mintInstance,
  mintMark,
  type Provider,
  type ProviderOptions,
  type StartOutcome,
  startProvider,
} from './provider.js'

// One peer on stdin and stdout: an app's own face, or whatever else speaks MCP there
export {
  holdStdio,
  type OnStreams,
  serveStdio,
  type StdioEnd,
  type StdioOptions,
} from './serve-stdio.js'
export { lineWire } from '../mcp/line-wire.js'
export { FRESH } from '../mcp/era.js'
export type { DropTold, Hooks, RequestTold } from '../mcp/told.js'
export { type Access, nameOfClient, type OnAccess, UNNAMED_CLIENT } from '../mcp/access.js'

// Effects for the bridge
export { after, createFingerprint } from './effects.js'
