/** Checks of several connections at one app: one state, one effect at a time, everybody told (GB §8.2, §10.1). */
import { type BridgeTarget, comparable, snapshotNeed } from '../../bridge-target.js'
import { findWrite, versionFor } from '../../bridge-writes.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault, Need } from '../../types.js'
import type { Ear } from '../../wire/ear.js'
import type { Era } from '../../wire/era.js'
import type { Connection } from '../../wire/line.js'
import { callResultOf } from './failure.js'

/** The checks of sessions. */
export const SESSION_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-10.1-shared-state',
    level: 'must',
    title: 'every connection shows the same windows, whoever changed them',
    stage: 'moves',
    run: target => amongClients(target, 2, judgeShared),
  },
  {
    id: 'GB-10.1-serialised',
    level: 'must',
    title: 'of writes at once with one expectedVersion at most one takes effect',
    stage: 'moves',
    run: target => eachEra(target, 2, judgeSerialised),
  },
  {
    id: 'GB-10.1-broadcast',
    level: 'must',
    title: 'every connection that subscribed is told, and no other',
    stage: 'moves',
    run: target => amongClients(target, 3, judgeBroadcast),
  },
  {
    id: 'GB-8.2-realign',
    level: 'must',
    title: 'one read after a disconnection shows everything as it is',
    stage: 'moves',
    run: target => amongClients(target, 2, judgeRealigned),
  },
]

/** What one era came to: a fault, a need, or neither. */
type Judged = { kind: 'kept' } | { kind: 'fault'; fault: Fault } | { kind: 'need'; need: Need }

const KEPT: Judged = { kind: 'kept' }
const broken = (at: string, saw: string, expected: string, remedy: string): Judged => ({
  kind: 'fault',
  fault: fault(at, saw, expected, remedy),
})

/** As below, where there can be several clients. */
const amongClients: typeof eachEra = (target, count, judge) =>
  target.bridge.isShared
    ? eachEra(target, count, judge)
    : Promise.resolve(vacuous('a program on stdio has one client, and a second run is another server'))

async function eachEra(
  target: BridgeTarget,
  count: number,
  judge: (target: BridgeTarget, era: Era, connections: readonly Connection[]) => Promise<Judged>,
): Promise<CheckOutcome> {
  const moments = await target.moments()
  if (moments.length === 0) return notRun(await snapshotNeed(target))
  const found: Judged[] = []
  for (const { era } of moments) {
    const connections: Connection[] = []
    for (let at = 0; at < count; at++) {
      const connection = await target.bridge.connect(era)
      if (connection) connections.push(connection)
    }
    if (connections.length < count)
      found.push(
        broken(
          `${era} connections`,
          `no more than ${connections.length} at a time`,
          'one app that many clients are connected to',
          'serve every connection from the same state',
        ),
      )
    else found.push(await judge(target, era, connections))
    for (const connection of connections) await connection.close()
  }
  const outcome = outcomeOf(found.map(one => (one.kind === 'fault' ? one.fault : undefined)))
  const needs = found.flatMap(one => (one.kind === 'need' ? [one.need] : []))
  return outcome.kind === 'passed' && needs.length > 0 ? notRun(...needs) : outcome
}

/** Changes what a window shows: a call by a connection where one is known, else the user by the driver. */
async function change(target: BridgeTarget, { face }: Connection): Promise<Need | undefined> {
  if ((await target.write(face)).kind === 'done') return undefined
  if ((await target.order('edit')).kind === 'done') return undefined
  return target.mayChange ? 'driver step edit' : 'mayChange'
}

const textOf = async (target: BridgeTarget, { face }: Connection): Promise<string | undefined> => {
  const { read } = await target.readAgain(face)
  return read?.kind === 'snapshot' ? comparable(read.snapshot) : undefined
}

/** Compared at rest: read twice around the other, the user may be at work. */
async function sameText(target: BridgeTarget, one: Connection, other: Connection): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await textOf(target, one)
    const there = await textOf(target, other)
    if (there === before) return true
    if ((await textOf(target, one)) === before) return false
  }
  return true
}

async function judgeShared(
  target: BridgeTarget,
  era: Era,
  [one, other]: readonly Connection[],
): Promise<Judged> {
  if (!one || !other) return KEPT
  await textOf(target, other)
  const need = await change(target, one)
  if (need !== undefined) return { kind: 'need', need }
  return (await sameText(target, one, other))
    ? KEPT
    : broken(
        `${era} app://windows`,
        'other windows at another connection',
        'one state that all clients and the user share',
        'keep no copy of the state for a connection',
      )
}

const AT_ONCE = 4

async function judgeSerialised(
  target: BridgeTarget,
  era: Era,
  [one, other]: readonly Connection[],
): Promise<Judged> {
  if (!one || !other) return KEPT
  const call = await findWrite(target, one.face)
  if (!call) return { kind: 'need', need: target.mayChange ? 'driver step name-write' : 'mayChange' }
  const moment = await target.momentOf(one.face)
  const expectedVersion = moment && versionFor(call, moment.snapshot)
  if (expectedVersion === undefined) return { kind: 'need', need: 'driver step name-write' }
  const params = { name: call.name, arguments: { ...call.arguments, expectedVersion } }
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) => (at % 2 === 0 ? one : other).face.ask('tools/call', params)),
  )
  // A write that changes nothing raises no version, and may succeed as often as it is made.
  const later = [await target.momentOf(one.face), await target.momentOf(other.face)]
  if (later.every(seen => !seen || versionFor(call, seen.snapshot) === expectedVersion))
    return { kind: 'need', need: 'driver step name-write' }
  const successes = replies.filter(reply => callResultOf(reply).kind === 'success').length
  return successes <= 1
    ? KEPT
    : broken(
        `${era} tools/call`,
        `${successes} of ${AT_ONCE} writes at once went through with one expectedVersion`,
        'one operation taking effect at a time',
        'judge the version and change the window in one step, one call after the other',
      )
}

async function judgeBroadcast(
  target: BridgeTarget,
  era: Era,
  connections: readonly Connection[],
): Promise<Judged> {
  const ears: Ear[] = []
  for (const [at, connection] of connections.entries()) {
    const heard = await connection.listen({ updated: at < 2, listChanged: true })
    if (heard.kind === 'deaf') return { kind: 'need', need: 'GB-6-after-effect' }
    ears.push(heard.ear)
  }
  const [one, , third] = connections
  const [first, second, unsubscribed] = ears
  if (!one || !third || !first || !second || !unsubscribed) return KEPT
  const { hearMs, settle } = target.waits
  const need = await change(target, third)
  if (need !== undefined) return { kind: 'need', need }
  const told = [await hears(first, 'updated', hearMs), await hears(second, 'updated', hearMs)]
  const wrong = (saw: string, remedy: string) =>
    broken(
      `${era} stream`,
      saw,
      'updated to each connection that subscribed, list_changed to every connection',
      remedy,
    )
  // That nobody is told is for GB-6-after-effect to say.
  if (told[0] !== told[1])
    return wrong('updated at one of two connections that subscribed', 'send it to all of them')
  await settle()
  if (unsubscribed.notices().includes('updated'))
    return wrong('updated at a connection that did not subscribe', 'keep subscriptions for each connection')
  return (await judgeList(target, ears)) ? KEPT : wrong('list_changed at some connections', 'send it to all')
}

/** A dialog changes the list; without one this part stays unjudged, and GB-5.1-visible-available says what is missing. */
async function judgeList(target: BridgeTarget, ears: readonly Ear[]): Promise<boolean> {
  if ((await target.order('open-modal')).kind !== 'done') return true
  const heard: boolean[] = []
  for (const ear of ears) heard.push(await hears(ear, 'list_changed', target.waits.hearMs))
  await target.order('close-modal')
  return new Set(heard).size === 1
}

async function hears(ear: Ear, notice: 'updated' | 'list_changed', timeMs: number): Promise<boolean> {
  for (let seen = 0; ; seen++) {
    if (!(await ear.more(seen, timeMs))) return false
    if (ear.notices()[seen] === notice) return true
  }
}

async function judgeRealigned(
  target: BridgeTarget,
  era: Era,
  [gone, stays]: readonly Connection[],
): Promise<Judged> {
  if (!gone || !stays) return KEPT
  await gone.listen({ updated: true, listChanged: true })
  await textOf(target, gone)
  await gone.close()
  const need = await change(target, stays)
  if (need !== undefined) return { kind: 'need', need }
  const back = await target.bridge.connect(era)
  const isSame = back !== undefined && (await sameText(target, stays, back))
  await back?.close()
  return isSame
    ? KEPT
    : broken(
        `${era} app://windows`,
        'other windows in the first read of a connection that came back',
        'the whole state in one read',
        'answer every read in full, whatever the connection read before',
      )
}
