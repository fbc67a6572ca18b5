/** Peers that are broken in one way: how a row says it, how one is started and checked, what did not pass. */
import { type CheckReport, renderReport, type Verdict } from '@copane/conformance'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import type { RuleId } from '@copane/protocol/findings'
import { isAboutMoving } from '../src/run-checks.ts'
import { type Living, startLife } from './peers/life.ts'
import { type PeerParts, startPeer } from './peers/peer.ts'

/** Verdicts by check, those that passed left out. */
export type Verdicts = { [Id in RuleId]?: Exclude<Verdict, 'passed'> }

/**
 * A peer that is broken in one way.
 *
 * Shape   `id` is the check that has to catch it. `verdicts` are all that are not passed, where that is more than
 *         this one failing: what may rightly fail or not run with it.
 */
export type Broken = { id: RuleId; title: string; parts: Partial<PeerParts>; verdicts?: Verdicts }

/** A row of a table of broken peers. */
export const broken = (
  id: RuleId,
  title: string,
  parts: Partial<PeerParts>,
  verdicts?: Verdicts,
): Broken => ({
  id,
  title,
  parts,
  ...(verdicts ? { verdicts } : {}),
})

/** A peer that is broken in one way of living. */
export type BrokenLife = { id: RuleId; title: string; living: Living; verdicts: Verdicts }

/** A row of a table of peers that live wrongly. */
export function brokenLife(id: RuleId, title: string, living: Living, verdicts?: Verdicts): BrokenLife {
  const alone: Verdicts = {}
  alone[id] = 'failed'
  return { id, title, living, verdicts: verdicts ?? alone }
}

/** Peers mostly wait for what does not come, so a few of them are checked at a time. */
const AT_ONCE = 8

/** Runs work that others wait for, a few at a time, from the first question on. */
export function atOnce<Result>(
  works: readonly (() => Promise<Result>)[],
  atMost = AT_ONCE,
): (at: number) => Promise<Result> {
  const results = new Map<number, Promise<Result>>()
  const start = (at: number): Promise<Result> | undefined => {
    const known = results.get(at)
    if (known !== undefined) return known
    const result = works[at]?.()
    if (result === undefined) return undefined
    results.set(at, result)
    // One that failed is told where it is asked for.
    result.catch(() => {})
    return result
  }
  const take = async (): Promise<void> => {
    for (let at = 0; at < works.length; at++)
      if (!results.has(at))
        await start(at)?.then(
          () => {},
          () => {},
        )
  }
  let begun = false
  return async at => {
    // What is asked for is begun at once, whatever else there is to do.
    const result = start(at)
    if (!begun) for (let worker = 0; worker < atMost; worker++) void take()
    begun = true
    if (result === undefined) throw new Error('no such work')
    return result
  }
}

/** Starts a living peer, checks it with its driver, stops it. */
export async function reportOnLife(face: 'elements' | 'bridge', living: Living): Promise<CheckReport> {
  const life = await startLife(living)
  const options = { driver: life.driver, hearMs: 700, settleMs: 400 }
  try {
    return face === 'elements'
      ? await checkProvider(life.peer, options)
      : await checkBridge(life.peer.bridge, options)
  } finally {
    await life.stop()
  }
}

/** Everything that did not pass, whatever it lacked. */
export function allVerdictsOf({ checks }: CheckReport): Verdicts {
  const verdicts: Verdicts = {}
  for (const { id, verdict } of checks) if (verdict !== 'passed') verdicts[id] = verdict
  return verdicts
}

/** Starts a peer, checks it, stops it. */
export async function reportOn(face: 'elements' | 'bridge', parts: Partial<PeerParts>): Promise<CheckReport> {
  const peer = await startPeer(parts)
  try {
    return face === 'elements' ? await checkProvider(peer) : await checkBridge(peer.bridge)
  } finally {
    await peer.stop()
  }
}

/**
 * Everything that did not pass.
 *
 * Shape   without what lacked only somebody to change the app, which peers that stand still do not have.
 */
export function verdictsOf({ checks }: CheckReport): Verdicts {
  const verdicts: Verdicts = {}
  for (const { id, verdict, outcome } of checks)
    if (verdict !== 'passed' && !(outcome.kind === 'not-run' && outcome.needs.every(isAboutMoving)))
      verdicts[id] = verdict
  return verdicts
}

/** What a report may not hold of a peer: tokens, ids, titles and contents (D-08). */
const CONTENT =
  /some words|Order 12|peer-(?:elements|bridge)-token|cell-1|w-\d+__|org\.example|the words of|A plan of|canary/

/** Whether a report holds something of the peer in any of its forms. */
export const quotesPeer = (report: CheckReport): boolean =>
  CONTENT.test(JSON.stringify(report)) || CONTENT.test(renderReport(report).join('\n'))
