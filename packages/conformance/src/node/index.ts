/** Runs the checks against a provider or a bridge server, in any language, from outside. */

// Running
export {
  type BridgeServerTarget,
  checkBridge,
  type CheckOptions,
  checkProvider,
  type EndpointTarget,
  type PeerReport,
  type ProviderTarget,
} from './check-peer.js'
export type { CommandTarget } from './channel-process.js'
export type { Era } from '../wire/era.js'

// A driver
export type { Driver, Order, Step } from '../driver.js'
export { type DriverProcess, startDriver } from './driver-process.js'
export type { DriverLaunch } from './line-process.js'

// A host or a client
export {
  checkClient,
  checkHost,
  type HostCheckOptions,
  type HostReport,
  type HostUnderTest,
} from './check-host.js'
export type { HostDriver, HostOrder } from '../host-driver.js'
