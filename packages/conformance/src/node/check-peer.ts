/** The two runs that this package is for: a provider of elements, and a bridge server. */
import { createBridgeTarget, createWaits } from '../bridge-target.js'
import { BRIDGE_CHECKS } from '../checks/bridge/index.js'
import { ELEMENTS_CHECKS } from '../checks/elements/index.js'
import type { Driver } from '../driver.js'
import { createElementsTarget } from '../elements-target.js'
import { runStockClient, stockOnStdio } from '../mcp/stock-client.js'
import { bound } from './bound.js'
import { type CommandTarget, startChannel } from './channel-process.js'
import { descriptorFacts } from './descriptor-facts.js'
import { createEdges } from './edges.js'
import { otherAddresses } from './local-addresses.js'
import { readLog } from './read-log.js'
import { runChecks } from '../run-checks.js'
import { createOrder } from '../steps.js'
import type { CheckReport } from '../types.js'
import type { Era } from '../wire/era.js'
import { createLine, isUnreached, type Line } from '../wire/line.js'
import { createStdioLine } from '../wire/stdio-line.js'

/** An endpoint and the token that opens it. */
export type EndpointTarget = { endpoint: string; token: string }

/**
 * A running provider.
 *
 * Shape   `descriptor` is the path of its descriptor file; without it what is said of that file can't be checked.
 *         `bridge` is the app's other endpoint, so that each token can be tried on both.
 */
export type ProviderTarget = EndpointTarget & { descriptor?: string; bridge?: EndpointTarget }

/** A bridge server: one that runs, which may have no token where no descriptor names it, or a command on stdio. */
export type BridgeServerTarget = { endpoint: string; token?: string } | CommandTarget

/**
 * How a run behaves.
 *
 * Shape   `mayChange`: the peer is there for the test, so actions without hints, and destructive ones, may be tried,
 *         and some made that succeed. `driver` makes its app do things; what it opens, it closes again. After a run with
 *         a driver that can restart the app, the app is where the driver said. `only`: the ids of the checks that are
 *         reported. `eras`: those that are tried, both when not given.
 * Units   milliseconds; `askMs` for one request, `checkMs` for one check, `hearMs` for a notification that must come,
 *         `settleMs` for what must not come.
 */
export type CheckOptions = {
  askMs?: number
  checkMs?: number
  hearMs?: number
  settleMs?: number
  mayChange?: boolean
  driver?: Driver
  only?: readonly string[]
  eras?: readonly Era[]
}

/**
 * A report, and the eras that the peer offers; each check ran in all of them (D-02).
 *
 * Shape   `isReached` is false where nobody was there at all.
 */
export type PeerReport = CheckReport & { eras: Era[]; isReached: boolean }

/**
 * Checks a running provider of the elements protocol from outside.
 *
 * Errors  none for what the peer does: silence, nonsense and wrong answers are what the checks tell of.
 * Source  D-09 says what a foreign provider is held to
 */
export async function checkProvider(target: ProviderTarget, options: CheckOptions = {}): Promise<PeerReport> {
  const { askMs = 2000, checkMs = 10_000, driver, only, eras } = options
  const edges = createEdges(askMs, eras)
  const elements = createLine('elements', target, edges)
  const bridge = target.bridge && createLine('bridge', target.bridge, edges)
  const parts = {
    elements,
    bridge,
    descriptorPath: target.descriptor,
    descriptor: target.descriptor === undefined ? undefined : descriptorFacts(target.descriptor),
    otherAddresses: otherAddresses(),
    send: edges.send,
    runStock: runStockClient,
    askMs,
    order: createOrder(driver, bound, checkMs),
    factsOf: descriptorFacts,
    logOf: readLog,
    lineTo: (place: EndpointTarget) => createLine('elements', place, edges),
  }
  const report = await runChecks(ELEMENTS_CHECKS, createElementsTarget(parts), {
    bound,
    timeMs: checkMs,
    only,
  })
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
  const { askMs = 2000, checkMs = 30_000, hearMs = 2000, settleMs = 150 } = options
  const { mayChange = false, driver, only, eras } = options
  const lineTo = (place: BridgeServerTarget): Line =>
    'command' in place
      ? createStdioLine({ start: () => startChannel(place), bound, askMs, eras })
      : createLine('bridge', place, createEdges(askMs, eras))
  const bridge = lineTo(target)
  const parts = {
    bridge,
    mayChange,
    runStock: 'command' in target ? stockOnStdio(target) : runStockClient,
    askMs,
    order: createOrder(driver, bound, checkMs),
    hasDriver: driver !== undefined,
    waits: createWaits(bound, hearMs, settleMs),
    // A program on stdio that attaches to the app is started anew when the app was.
    lineTo: (place: BridgeServerTarget) => lineTo('command' in target ? target : place),
  }
  const report = await runChecks(BRIDGE_CHECKS, createBridgeTarget(parts), { bound, timeMs: checkMs, only })
  return withEras(report, bridge)
}

async function withEras(report: CheckReport, line: Line, other?: Line): Promise<PeerReport> {
  const opened = await line.open()
  const faces = await line.faces()
  await line.close()
  await other?.close()
  const isReached = line.place === undefined && line.isShared ? true : !isUnreached(opened)
  return { ...report, eras: faces.map(({ era }) => era), isReached }
}
