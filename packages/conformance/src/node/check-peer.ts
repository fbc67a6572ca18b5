/** The two runs that this package is for: a provider of elements, and a bridge server. */
import { createBridgeTarget } from '../bridge-target.js'
import { BRIDGE_CHECKS } from '../checks/bridge/index.js'
import { ELEMENTS_CHECKS } from '../checks/elements/index.js'
import { createElementsTarget } from '../elements-target.js'
import { runStockClient } from '../mcp/stock-client.js'
import { bound } from './bound.js'
import { descriptorFacts } from './descriptor-facts.js'
import { otherAddresses } from './local-addresses.js'
import { createSend } from './raw-request.js'
import { runChecks } from '../run-checks.js'
import type { CheckReport } from '../types.js'
import type { Era } from '../wire/era.js'
import { createLine, type Line } from '../wire/line.js'

/** An endpoint and the token that opens it. */
export type EndpointTarget = { endpoint: string; token: string }

/**
 * A running provider.
 *
 * Shape   `descriptor` is the path of its descriptor file; without it what is said of that file can't be checked.
 *         `bridge` is the app's other endpoint, so that each token can be tried on both.
 */
export type ProviderTarget = EndpointTarget & { descriptor?: string; bridge?: EndpointTarget }

/** A running bridge server; one that no descriptor names may have no token. */
export type BridgeServerTarget = { endpoint: string; token?: string }

/**
 * How a run behaves.
 *
 * Shape   `mayChange`: the peer is there for the test, so actions without hints, and destructive ones, may be tried.
 * Units   milliseconds; `askMs` for one request, `checkMs` for one check.
 */
export type CheckOptions = { askMs?: number; checkMs?: number; mayChange?: boolean }

/** A report, and the eras that the peer offers; each check ran in all of them (D-02). */
export type PeerReport = CheckReport & { eras: Era[] }

/**
 * Checks a running provider of the elements protocol from outside.
 *
 * Errors  none for what the peer does: silence, nonsense and wrong answers are what the checks tell of.
 * Source  D-09 says what a foreign provider is held to
 */
export async function checkProvider(target: ProviderTarget, options: CheckOptions = {}): Promise<PeerReport> {
  const { askMs = 2000, checkMs = 10_000 } = options
  const send = createSend(askMs)
  const elements = createLine('elements', target, send)
  const bridge = target.bridge && createLine('bridge', target.bridge, send)
  const parts = {
    elements,
    bridge,
    descriptor: target.descriptor === undefined ? undefined : descriptorFacts(target.descriptor),
    otherAddresses: otherAddresses(),
    send,
    runStock: runStockClient,
    askMs,
  }
  const report = await runChecks(ELEMENTS_CHECKS, createElementsTarget(parts), { bound, timeMs: checkMs })
  return withEras(report, elements, bridge)
}

/**
 * Checks a running bridge server from outside; what it calls is refused by a server that conforms.
 *
 * Errors  none for what the peer does.
 */
export async function checkBridge(
  target: BridgeServerTarget,
  options: CheckOptions = {},
): Promise<PeerReport> {
  const { askMs = 2000, checkMs = 10_000, mayChange = false } = options
  const bridge = createLine('bridge', target, createSend(askMs))
  const parts = { bridge, mayChange, runStock: runStockClient, askMs }
  const report = await runChecks(BRIDGE_CHECKS, createBridgeTarget(parts), { bound, timeMs: checkMs })
  return withEras(report, bridge)
}

async function withEras(report: CheckReport, line: Line, other?: Line): Promise<PeerReport> {
  const faces = await line.faces()
  await line.close()
  await other?.close()
  return { ...report, eras: faces.map(({ era }) => era) }
}
