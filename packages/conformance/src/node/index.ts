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
