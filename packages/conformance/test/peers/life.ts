/** A peer with a driver that can start it again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from '@copane/conformance/node'
import { type Answers, driverOf, livingFace, NOT_KNOWN } from './living-bridge.ts'
import { createSight, sightFace, type SightWays, userOf } from './living-elements.ts'
import { type Peer, type PeerParts, startPeer } from './peer.ts'
import { createWorld, type Ways } from './world.ts'

/** How a peer lives. */
export type Living = {
  ways?: Partial<Ways>
  answers?: Partial<Answers>
  /** Ways and answers that remember something, made anew for each run. */
  each?: () => { ways?: Partial<Ways>; answers?: Partial<Answers> }
  sight?: Partial<SightWays>
  /** The instance of a run. */
  instance?: (run: number) => string
  quit?: PeerParts['quit']
  /** The first number of a window id in a run. */
  firstId?: (run: number) => number
  /** Replaces what the driver does. */
  driver?: (driver: Driver) => Driver
}

/** A living peer; `peer` is where it is found first. */
export type Life = { peer: Peer; driver: Driver; stop(): Promise<void> }

/** Starts one. */
export async function startLife(living: Living = {}): Promise<Life> {
  const { instance = run => `r4nd0m-${run}`, quit, firstId, driver: wrap = given => given } = living
  const folder = mkdtempSync(join(tmpdir(), 'copane-life-'))
  let run = 0
  const start = async (): Promise<{ peer: Peer; does: Driver; sees: Driver }> => {
    run++
    const { ways = living.ways, answers = living.answers } = living.each?.() ?? {}
    const world = createWorld(ways, firstId?.(run))
    const sight = createSight(instance(run), living.sight)
    const peer = await startPeer({
      folder,
      instance: instance(run),
      bridge: livingFace(world, answers),
      elements: sightFace(sight),
      ...(quit ? { quit } : {}),
    })
    return { peer, does: driverOf(world), sees: userOf(sight) }
  }
  let now = await start()
  const { peer } = now
  const driver: Driver = async order => {
    if (order.do !== 'restart') {
      const [seen, done] = [await now.sees(order), await now.does(order)]
      return isKnown(done) ? done : seen
    }
    await now.peer.stop()
    now = await start()
    const { endpoint, token, bridge, descriptor } = now.peer
    return { done: true, elements: { endpoint, token }, bridge, descriptor }
  }
  return {
    peer,
    driver: wrap(driver),
    async stop() {
      await now.peer.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Steps of the windows decide where both faces know them. */
const isKnown = (answer: unknown): boolean => JSON.stringify(answer) !== JSON.stringify(NOT_KNOWN)
