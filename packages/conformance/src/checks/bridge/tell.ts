/** Judges what the stories of a bridge server show. */
import { type BridgeTarget, snapshotNeed } from '../../bridge-target.js'
import type { Episode, Story } from '../../bridge-story.js'
import type { Step } from '../../driver.js'
import { notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { CheckOutcome, Fault } from '../../types.js'

/** What a fault says of where it was seen. */
export const placeOf = ({ era, step }: Episode): string => `${era} after ${step}`

/** Judges every episode of some steps; a step that could not be done leaves the rule unjudged. */
export const tellEach = (
  target: BridgeTarget,
  steps: readonly Step[],
  judge: (episode: Episode) => Fault | undefined,
): Promise<CheckOutcome> =>
  tell(target, steps, ({ episodes }) =>
    episodes.filter(({ step }) => steps.includes(step)).map(episode => judge(episode)),
  )

/** Judges each era's story as a whole. */
export async function tell(
  target: BridgeTarget,
  steps: readonly Step[],
  judge: (story: Story) => readonly (Fault | undefined)[],
): Promise<CheckOutcome> {
  const stories = await target.stories()
  if (stories.length === 0) return notRun(await snapshotNeed(target))
  const outcome = outcomeOf(stories.flatMap(judge))
  if (outcome.kind !== 'passed') return outcome
  const cannot = steps.filter(step => stories.some(({ missing }) => missing.get(step) === 'cannot'))
  if (cannot.length > 0) return notRun(...cannot.map(needOf))
  return steps.every(step => stories.every(({ missing }) => missing.has(step)))
    ? vacuous('the app never does what could break it')
    : outcome
}

/** What is missing where a step can't be done; an edit can be had from a write, too. */
export const needOf = (step: Step): `driver step ${Step}` => `driver step ${step}`
