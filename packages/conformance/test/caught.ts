/** One test a broken peer: its own check catches it, and no check that has nothing to do with it. */
import { deepEqual, equal } from 'node:assert/strict'
import { type CheckReport, renderReport, type Verdict } from '@copane/conformance'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import type { RuleId } from '@copane/protocol/findings'
import { isAboutMoving } from '../src/run-checks.ts'
import { verifies } from '../../../test/support/verifies.ts'
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

/** Registers a test a row; `cites` names the requirement where the check belongs to another row of the catalogue. */
export function catches(face: 'elements' | 'bridge', rows: readonly Broken[]): void {
  for (const { id, title, parts, verdicts = { [id]: 'failed' } } of rows)
    verifies(citedBy(id), `a peer is caught: ${title}`, async () => {
      const report = await reportOn(face, parts)
      deepEqual(verdictsOf(report), verdicts)
      equal(id in verdicts, true)
      assertQuotesNothing(report)
    })
}

/** A peer that is broken in one way of living. */
export type BrokenLife = { id: RuleId; title: string; living: Living; verdicts: Verdicts }

/** A row of a table of peers that live wrongly. */
export function brokenLife(id: RuleId, title: string, living: Living, verdicts?: Verdicts): BrokenLife {
  const alone: Verdicts = {}
  alone[id] = 'failed'
  return { id, title, living, verdicts: verdicts ?? alone }
}

/** Registers a test a row; here nothing is left out: whatever did not run is told, too. */
export function catchesLives(face: 'elements' | 'bridge', rows: readonly BrokenLife[]): void {
  const started = atOnce(
    rows.map(
      ({ living }) =>
        () =>
          reportOnLife(face, living),
    ),
  )
  for (const [at, { id, title, verdicts }] of rows.entries())
    verifies(id, `a peer is caught: ${title}`, async () => {
      const report = await started(at)
      deepEqual(allVerdictsOf(report), verdicts)
      equal(id in verdicts, true)
      assertQuotesNothing(report)
    })
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

/** A summary that is missing belongs to 4.2 as well; the row of 4.3 is for readers (catalogue). */
const citedBy = (id: RuleId): RuleId => (id === 'GB-4.3-understandable' ? 'GB-4.2-window-fields' : id)

const CONTENT =
  /some words|Order 12|peer-(?:elements|bridge)-token|cell-1|w-\d+__|org\.example|the words of|A plan of|canary/

/** No finding holds a token, an id, a title or a content of the app (D-08). */
function assertQuotesNothing(report: CheckReport): void {
  equal(CONTENT.exec(JSON.stringify(report)), null)
  equal(CONTENT.exec(renderReport(report).join('\n')), null)
}
