/** `windows`: what an app shows, within a budget. */
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, numberOf, textOf, wordsOf } from '../arguments.js'
import { jsonWithin, outlineWithin, partOf } from '../fit.js'
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
  const seen = world.marks.keep({ instance, sight })
  const shown = part.windows.map(({ id }) => id)
  const notices = standingInTheWay(sight, shown)
  const more = notices.length > 0 ? { notices } : {}
  if (textOf(args, 'form') === 'json') {
    const unshown = part.left.length > 0 ? { windowsLeftOut: part.left.length } : {}
    const data = { windows: jsonWithin(part, budget), ...unshown, ...more, seen }
    return answer(data, [json(data)])
  }
  const outline = outlineWithin(part, budget)
  return answer({ outline, ...more, seen }, [
    outline === '' ? 'No window is open.' : outline,
    ...notices,
    `seen ${seen}`,
  ])
}
