/** Judges the moment that each era shows. */
import { type BridgeTarget, type Moment, snapshotNeed } from '../../bridge-target.js'
import { outcomeOfEach } from '../../outcomes.js'
import type { Fault } from '../../types.js'

/** Judges each moment in turn; without one the check could not run. */
export async function eachMoment(
  target: BridgeTarget,
  judge: (moment: Moment) => Fault | undefined | Promise<Fault | undefined>,
) {
  return outcomeOfEach(await target.moments(), await snapshotNeed(target), judge)
}
