/** `windows`: what an app shows, within a budget. */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { APP_HANDLE } from '@copane/protocol/bridge'
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, numberOf, textOf, wordsOf } from '../arguments.js'
import { headsOf, jsonWithin, outlineWithin, partOf } from '../fit.js'
import { type Heard, isNews, offersIn } from '../offers.js'
import { type Sight, withoutBlocks, withShown } from '../sight.js'
import { json, standingInTheWay, titlesOf } from '../words.js'
import { lookAt, type World } from '../world.js'

/** Units: tokens. */
const BUDGET = 2000

/** Reads them; from now on the agent knows these versions. */
export async function readWindows(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const word = textOf(args, 'app') ?? ''
  const here = await lookAt(world, word, signal)
  if (here.kind !== 'here') return here.answer
  const { named, opened, sight } = here
  const ids = wordsOf(args, 'windows')
  const unknown = ids?.find(id => !sight.snapshot.windows.some(window => window.id === id))
  if (unknown !== undefined)
    return refusal('window_not_found', `One of these windows is not open. Open are: ${titlesOf(sight)}.`)
  const { instance } = named.app.descriptor
  const budget = numberOf(args, 'budget') ?? BUDGET
  const part = partOf(sight.snapshot, ids, budget)
  for (const window of part.windows) opened.told.set(window.id, window)
  world.runs.set(word.toLowerCase(), instance)
  const shown = part.windows.map(({ id }) => id)
  const known = withoutBlocks(sight)
  opened.last = opened.last ? withShown(opened.last, known, shown) : known
  const seen = world.marks.keep({ instance, sight })
  const notices = standingInTheWay(sight, shown)
  const now = offersWithin(sight, shown, opened.heard, ((budget - headsOf(part)) * 2) / 3)
  const offers = Object.entries(now).map(([id, words]) => inertInPrompt(`${id}: ${words.join(' ')}`))
  const more = {
    ...(offers.length > 0 ? { now } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  }
  const room = budget - estimateTokens(offers.join('\n'))
  if (textOf(args, 'form') === 'json') {
    const unshown = part.left.length > 0 ? { windowsLeftOut: part.left.length } : {}
    const data = { windows: jsonWithin(part, room), ...unshown, ...more, seen }
    return answer(data, [json(data)])
  }
  const outline = outlineWithin(part, room)
  return answer({ outline, ...more, seen }, [
    outline === '' ? 'No window is open.' : outline,
    ...offers,
    ...notices,
    `seen ${seen}`,
  ])
}

/** What can be called in the app and in windows, where something of it is new to the agent and there is room. */
function offersWithin(
  sight: Sight,
  shown: readonly string[],
  heard: Heard,
  budget: number,
): { [id: string]: string[] } {
  const ids = [APP_HANDLE, ...shown.filter(id => sight.snapshot.operableWindowIds.includes(id))]
  let room = budget
  return Object.fromEntries(
    ids
      .filter(id => isNews(id, sight, heard))
      .flatMap(id => {
        const trial: Heard = new Set(heard)
        room -= estimateTokens(`${id}: ${offersIn(id, sight, trial).join(' ')}`)
        return room < 0 ? [] : [[id, offersIn(id, sight, heard)]]
      }),
  )
}
