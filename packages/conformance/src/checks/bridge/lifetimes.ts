/** Checks of windows that come and go, and of the ids they leave behind (GB §2, §10.3, §12.5). */
import type { AppWindow } from '@copane/protocol/bridge'
import type { BridgeTarget, Moment } from '../../bridge-target.js'
import type { Episode, Scene, Story } from '../../bridge-story.js'
import { fault, notRun, outcomeOf, outcomeOfEach, together, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { faultOf } from '../finding-check.js'
import { eachMoment } from './each-moment.js'
import { needOf, placeOf, tell, tellEach } from './tell.js'
import { toolsOf } from './tool.js'

/** The checks of coming and going. */
export const LIFETIME_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-2-window-unit',
    level: 'must',
    title: 'a window can be opened again beside itself, and no tool goes below a window',
    stage: 'moves',
    run: async target =>
      together(
        await eachMoment(target, judgeUnit),
        await tell(target, ['open-window'], ({ episodes }) => {
          const opening = episodes.filter(({ step }) => step === 'open-window')
          return [...opening.map(judgeOpened), besideItself(opening)]
        }),
      ),
  },
  {
    id: 'GB-12.5-closing',
    level: 'must',
    title: 'a window that closes leaves app://windows, and nothing else changes',
    stage: 'moves',
    run: target => tellEach(target, ['close-window'], judgeClosed),
  },
  {
    id: 'GB-10.3-never-reused',
    level: 'must',
    title: 'ids of windows and blocks are unique and stable, and never given out again',
    stage: 'ends',
    run: async target => {
      const readings = (await target.readings()).filter(({ text }) => text !== undefined)
      const atRest = await outcomeOfEach(readings, 'GB-12.2-wrapping', ({ era, read }) =>
        faultOf(read?.findings ?? [], era, ({ requirement }) => requirement === 'GB-10.3-never-reused'),
      )
      if (atRest.kind !== 'passed') return atRest
      const told = await tell(target, ['open-window', 'close-window'], story => [
        reusedWindow(story),
        renamedBlock(story),
      ])
      return told.kind === 'failed' ? told : together(told, await laterLife(target))
    },
  },
]

const idsOf = ({ snapshot }: Pick<Scene, 'snapshot'>): string[] => snapshot.windows.map(({ id }) => id)

const cameIn = ({ before, after }: Episode): string[] => {
  const known = new Set(idsOf(before))
  return idsOf(after).filter(id => !known.has(id))
}

/** A block has no tools of its own: a name that goes on with the id of one does. */
function judgeUnit(moment: Moment): Fault | undefined {
  for (const { at, handle, action } of toolsOf(moment)) {
    const blocks = moment.snapshot.windows.find(({ id }) => id === handle)?.blocks ?? []
    if (blocks.some(({ id }) => typeof id === 'string' && id !== '' && action.startsWith(`${id}__`)))
      return fault(
        at,
        'a tool of a block',
        'tools of windows and of the app, and of nothing smaller',
        'make it one tool of the window, with a parameter that says which part',
      )
  }
  return undefined
}

const judgeOpened = (episode: Episode): Fault | undefined =>
  cameIn(episode).length > 0
    ? undefined
    : fault(
        placeOf(episode),
        'no window with an id that was not there before',
        'one more window with an id of its own',
        'give every window its own id, also the second of a kind',
      )

/** Nothing was closed between the first two openings. */
function besideItself([first, second]: readonly Episode[]): Fault | undefined {
  if (!first || !second) return undefined
  const still = new Set(idsOf(second.after))
  return cameIn(first).every(id => still.has(id))
    ? undefined
    : fault(
        placeOf(second),
        'the window that was opened before is gone',
        'both windows beside each other',
        'show a second window of a kind as a window of its own',
      )
}

function judgeClosed(episode: Episode): Fault | undefined {
  const wrong = (saw: string, remedy: string) =>
    fault(placeOf(episode), saw, 'the closed window is not in app://windows any more, that is all', remedy)
  const after = new Set(idsOf(episode.after))
  if (idsOf(episode.before).every(id => after.has(id)))
    return wrong('every window that was there is still listed', 'take a closed window out of windows')
  return episode.heard.some(({ notice }) => notice === 'resources/list_changed')
    ? wrong('resources/list_changed', 'send updated alone: the list of resources is fixed')
    : undefined
}

const scenesOf = ({ episodes }: Story): Scene[] => episodes.flatMap(({ before, after }) => [before, after])

function reusedWindow(story: Story): Fault | undefined {
  const gone = new Set<string>()
  let present: string[] = []
  for (const scene of scenesOf(story)) {
    const ids = idsOf(scene)
    const back = ids.find(id => gone.has(id))
    if (back !== undefined)
      return fault(
        story.era,
        'the id of a window that was closed names a window again',
        'an id that is never reused',
        'count up, or mint a random id for every window',
      )
    for (const id of present) if (!ids.includes(id)) gone.add(id)
    present = ids
  }
  return undefined
}

const contentOf = ({ summary, blocks }: AppWindow): string =>
  JSON.stringify([summary, blocks.map(({ id: _, ...block }) => block)])

/** A window that shows the same as before shows it in the same blocks. */
function renamedBlock(story: Story): Fault | undefined {
  let before = new Map<string, AppWindow>()
  for (const { snapshot } of scenesOf(story)) {
    for (const window of snapshot.windows) {
      const same = before.get(window.id)
      if (!same || same.version !== window.version || contentOf(same) !== contentOf(window)) continue
      if (window.blocks.some(({ id }, at) => id !== same.blocks[at]?.id))
        return fault(
          story.era,
          'another id for a block that did not change',
          'a block keeps its id',
          'mint the id of a block once',
        )
    }
    before = new Map(snapshot.windows.map(window => [window.id, window]))
  }
  return undefined
}

/** An id of an earlier run warns only: the sources say never, but name counting up as a way (GB §10.3). */
async function laterLife(target: BridgeTarget): Promise<CheckOutcome> {
  const [moments, stories] = [await target.moments(), await target.stories()]
  const known = new Set([...moments, ...stories.flatMap(scenesOf)].flatMap(idsOf))
  const life = await target.nextLife()
  if (life.kind === 'cannot') return notRun(needOf('restart'))
  if (life.kind === 'never') return vacuous('the app never starts again')
  const reused = life.moments.some(moment => idsOf(moment).some(id => known.has(id)))
  return outcomeOf([
    reused
      ? {
          ...fault(
            'after restart',
            'the id of a window of the run before',
            'an id that is never reused',
            'begin every id with a random mark of the run',
          ),
          level: 'should',
        }
      : undefined,
  ])
}
