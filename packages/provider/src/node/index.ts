/** The app side in Node: a provider that listens and can be found. */

// Running
export {
  type App,
  mintInstance,
  mintMark,
  type Provider,
  type ProviderOptions,
  type StartOutcome,
  startProvider,
} from './provider.js'

export { serveStdio, type StdioEnd, type StdioOptions } from './serve-stdio.js'
export type { DropTold, Hooks, RequestTold } from '../mcp/told.js'
export { type Access, type OnAccess, UNNAMED_CLIENT } from '../mcp/access.js'

// Effects for the bridge
export { after, createFingerprint } from './effects.js'
