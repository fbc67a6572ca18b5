/** `wait`: how an app differs from what the agent saw, as soon as it does (FR-52). */
import type { Json } from '@copane/protocol/elements'
import { type Answer, answer, type Facts, refusal } from '../answer.js'
import { type Arguments, numberOf, textOf } from '../arguments.js'
import { actionsByWindow, type Difference, differenceOf, isDifferent, type Sight } from '../sight.js'
import { bare, callsIn, few, windowLine } from '../words.js'
import { lookAt, notSeen, type World } from '../world.js'

const SECONDS = 20
const MOST_LINES = 20

/** Waits, no longer than was asked; ends at once when the request is cancelled. */
export async function wait(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const word = textOf(args, 'app') ?? ''
  const here = await lookAt(world, word, signal)
  if (here.kind !== 'here') return here.answer
  const { named, opened } = here
  const { instance } = named.app.descriptor
  const seen = textOf(args, 'seen') ?? ''
  const before = world.marks.find(seen)
  if (!before) return refusal('seen_unknown', 'That is no seen of this session. Read windows again.')
  if (before.instance !== instance)
    return refusal('app_restarted', 'This app runs anew, or is another one. Read its windows again.')
  const over = AbortSignal.any([signal, AbortSignal.timeout((numberOf(args, 'seconds') ?? SECONDS) * 1000)])
  const ended = new Promise<void>(resolve => over.addEventListener('abort', () => resolve(), { once: true }))
  for (;;) {
    // Asked for before the look, so that what happens between them is not missed.
    const change = opened.nextChange()
    const looked = await world.open.look(opened)
    if (looked.kind !== 'sight') return notSeen(looked, named.handle)
    const { sight } = looked
    const difference = differenceOf(before.sight, sight)
    if (isDifferent(difference)) return told(difference, sight, world.marks.keep({ instance, sight }))
    if (over.aborted) return answer({ changed: false, seen }, ['Nothing changed.', `seen ${seen}`])
    await Promise.race([change, ended])
  }
}

function told(difference: Difference, sight: Sight, seen: string): Answer {
  const { opened, closed, changed, blocked, unblocked, actions } = difference
  const open = sight.snapshot.windows.filter(({ id }) => opened.includes(id))
  const lines = [
    ...open.slice(0, MOST_LINES).map(window => `opened ${windowLine(window, sight)}`),
    ...(open.length > MOST_LINES ? [`opened ${open.length - MOST_LINES} more: read windows`] : []),
    ...named('closed', closed),
    ...named('changed, read before you act:', changed),
    ...named('blocked', blocked),
    ...named('unblocked', unblocked),
    ...actions.slice(0, MOST_LINES).map(id => `${bare(id)} can now: ${callsIn(id, sight)}`),
  ]
  const now = actionsByWindow(sight)
  const data = {
    changed: true,
    ...listed(
      'opened',
      open.slice(0, MOST_LINES).map(({ id, title, summary = '' }) => ({ id, title, summary })),
    ),
    ...listed('closed', closed),
    ...listed('readFirst', changed),
    ...listed('blocked', blocked),
    ...listed('unblocked', unblocked),
    ...(actions.length > 0
      ? { now: Object.fromEntries(actions.slice(0, MOST_LINES).map(id => [id, now.get(id) ?? []])) }
      : {}),
    seen,
  }
  return answer(data, [...lines, `seen ${seen}`])
}

const listed = (name: string, items: Json[]): Facts => (items.length > 0 ? { [name]: items } : {})
const named = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word} ${few(ids, ' ')}`] : []
