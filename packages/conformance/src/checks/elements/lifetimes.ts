/** Judges what a provider's ids name after selections and windows came and went (elements §5.4, §4.2). */
import { selectedElements, type TreeElement, walk } from '@copane/protocol/elements'
import type { Lost, TreeEpisode, TreeStory } from '../../elements-story.js'
import { type ElementsTarget, treeNeed } from '../../elements-target.js'
import type { Step } from '../../driver.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { CheckOutcome, Fault } from '../../types.js'

/** Whether ids were given out again: to another passage, or after they were told to be gone. */
export const judgeReuse = (target: ElementsTarget): Promise<CheckOutcome> =>
  tellTree(target, ['select-words', 'open-window', 'close-window'], ({ episodes }) => [
    samePassage(episodes.filter(({ step }) => step === 'select-words')),
    revived(episodes),
  ])

/** Whether what is no more answers gone. */
export async function judgeGone(target: ElementsTarget): Promise<CheckOutcome> {
  const outcome = await tellTree(target, ['open-window', 'close-window'], ({ episodes }) =>
    episodes.flatMap(({ lost }) => lost.map(judgeLost)),
  )
  const story = await target.story()
  const shown = story?.episodes.some(({ lost }) => lost.some(wasPlaced))
  return outcome.kind === 'passed' && outcome.vacuous === undefined && !shown
    ? notRun('a placeable element')
    : outcome
}

async function tellTree(
  target: ElementsTarget,
  steps: readonly Step[],
  judge: (story: TreeStory) => readonly (Fault | undefined)[],
): Promise<CheckOutcome> {
  const story = await target.story()
  if (!story) return notRun(treeNeed(await target.readings()))
  const outcome = outcomeOf(judge(story))
  if (outcome.kind !== 'passed') return outcome
  const cannot = steps.filter(step => story.missing.get(step) === 'cannot')
  if (cannot.length > 0) return notRun(...cannot.map(step => `driver step ${step}` as const))
  return steps.every(step => story.missing.has(step))
    ? vacuous('the app never does what could break it')
    : outcome
}

const selectionOf = (root: TreeElement): Map<string, string> =>
  new Map(selectedElements(root).map(({ id, content }) => [id, JSON.stringify(content)]))

/** Nothing was edited between the two, so one id with two contents names two passages. */
function samePassage([first, second]: readonly TreeEpisode[]): Fault | undefined {
  if (!first || !second) return undefined
  const before = selectionOf(first.after)
  const reused = [...selectionOf(second.after)].some(
    ([id, content]) => before.has(id) && before.get(id) !== content,
  )
  return reused
    ? fault(
        'after select-words',
        'the id of the passage that was selected before, for other words',
        'an id that keeps naming its passage',
        'mint an id for each passage, not one for the selection',
      )
    : undefined
}

function revived(episodes: readonly TreeEpisode[]): Fault | undefined {
  const gone = new Set<string>()
  for (const { after, lost } of episodes) {
    if ([...walk(after)].some(({ element }) => gone.has(element.id)))
      return fault(
        'after open-window',
        'an id that was told to be gone names something again',
        'an id that is never given out again',
        'count up, or mint a random id for everything that appears',
      )
    for (const { id, after: now } of lost) if (now === 'gone') gone.add(id)
  }
  return undefined
}

const wasPlaced = ({ before }: Lost): boolean => before === 'visible' || before === 'offscreen'

/** What is inside a closed window may still be somewhere else; the window itself is not. */
function judgeLost(one: Lost): Fault | undefined {
  if (!wasPlaced(one) || one.after === 'gone') return undefined
  const isElsewhere = (one.after === 'offscreen' || one.after === 'visible') && one.role !== 'Window'
  return isElsewhere
    ? undefined
    : fault(
        `${one.era} locate after close-window`,
        one.after === 'error'
          ? 'an error for an element that no longer exists'
          : `${one.after} for an element that no longer exists`,
        'state "gone"',
        'remember which ids this run issued, and answer gone for those that are no more',
      )
}
