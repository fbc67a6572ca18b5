/** The check that what is listed can be called, and that the list follows what can be called (GB §5.1). */
import { APP_HANDLE } from '@copane/protocol/bridge'
import type { BridgeTarget, Moment } from '../../bridge-target.js'
import { type Episode, noticesFor, type Scene } from '../../bridge-story.js'
import { fault, together } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import { judgeNotice } from './changes.js'
import { eachMoment } from './each-moment.js'
import { callResultOf, resultSaw } from './failure.js'
import { placeOf, tellEach } from './tell.js'
import { isReadOnly, sampleArguments, type Tool, toolsOf } from './tool.js'

/** The check of availability. */
export const AVAILABILITY_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-5.1-visible-available',
    level: 'must',
    title: 'what is listed can be called now, and list_changed tells when that changes',
    needs: ['GB-12.4-one-win-id'],
    stage: 'moves',
    run: async target =>
      together(
        await eachMoment(target, judgeVisible),
        await eachMoment(target, moment => judgeCallable(target, moment)),
        await tellEach(target, ['open-window', 'close-window'], judgeTold),
        await tellEach(target, ['open-modal', 'close-modal'], judgeHidden),
        await tellEach(target, ['change-availability'], judgeAlone),
      ),
  },
]

const LIST = 'only what can be called at this moment'

/** Every tool belongs to an operable window, or to the app. */
function judgeVisible(moment: Pick<Moment, 'era' | 'snapshot' | 'tools'>): Fault | undefined {
  const operable = new Set([...moment.snapshot.operableWindowIds, APP_HANDLE])
  const hidden = toolsOf(moment).find(({ handle }) => handle !== undefined && !operable.has(handle))
  return hidden
    ? fault(
        hidden.at,
        'a tool of a window that can not be operated',
        LIST,
        'hide the tools of a blocked window, and send tools/list_changed',
      )
    : undefined
}

const MAX_CALLED = 6
const REFUSALS = ['blocked_by_modal', 'window_not_found', 'action_not_available']

/** Reads are called; a write that is refused shows in the checks that make it. */
async function judgeCallable(target: BridgeTarget, { era, face }: Moment): Promise<Fault | undefined> {
  const now = await target.momentOf(face)
  const isRead = (tool: Tool) => isReadOnly(tool) && tool.handle !== undefined
  for (const tool of now ? toolsOf(now).filter(isRead).slice(0, MAX_CALLED) : []) {
    const result = callResultOf(
      await face.ask('tools/call', { name: tool.name, arguments: sampleArguments(tool) }),
    )
    if (result.kind !== 'failure' || !REFUSALS.includes(result.code)) continue
    const later = await target.momentOf(face)
    if (!later || !toolsOf(later).some(({ name }) => name === tool.name)) continue
    return fault(
      `${era} tools/call`,
      `${resultSaw(result)} to a tool that is listed`,
      LIST,
      'leave out of the list what would be refused',
    )
  }
  return undefined
}

/** A list that differs was told of. */
const judgeTold = (episode: Episode): Fault | undefined =>
  noticesFor(episode.before, episode.after).includes('list_changed')
    ? judgeNotice(episode, 'list_changed', 'notifications/tools/list_changed')
    : undefined

const namesOf = ({ tools }: Scene): Set<unknown> => new Set(tools.map(({ name }) => name))

function judgeHidden(episode: Episode): Fault | undefined {
  const { era, step, before, after } = episode
  const blocked = step === 'open-modal' ? after : before
  const free = step === 'open-modal' ? before : after
  const wrong = judgeVisible({ era, snapshot: blocked.snapshot, tools: blocked.tools })
  if (wrong) return { ...wrong, at: `${wrong.at} ${step === 'open-modal' ? 'after' : 'before'} ${step}` }
  const operable = free.snapshot.operableWindowIds.filter(
    id => !blocked.snapshot.operableWindowIds.includes(id),
  )
  const hasTools = toolsOf({ era, snapshot: free.snapshot, tools: free.tools }).some(
    ({ handle }) => handle !== undefined && operable.includes(handle),
  )
  if (step === 'close-modal' && operable.length > 0 && !hasTools)
    return fault(
      placeOf(episode),
      'no tool of a window that can be operated again',
      'the tools of a window come back with it',
      'list what the window offers as soon as nothing blocks it',
    )
  return judgeTold(episode)
}

/** An action that can't be done now hides by itself. */
function judgeAlone(episode: Episode): Fault | undefined {
  const [before, after] = [namesOf(episode.before), namesOf(episode.after)]
  const isSame = before.size === after.size && [...before].every(name => after.has(name))
  return isSame
    ? fault(
        placeOf(episode),
        'the same tools',
        'an action that is listed exactly while it can be called',
        'hide an action while it is unavailable',
      )
    : judgeTold(episode)
}
