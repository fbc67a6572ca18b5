/** `wait`: how an app differs from what the agent saw, as soon as it does (FR-52). */
import { setTimeout as pause } from 'node:timers/promises'
import { allowanceOf, type Barred } from '@copane/host'
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, numberOf, textOf } from '../arguments.js'
import { fitting } from '../fit.js'
import { tellNews } from '../news.js'
import { offersElsewhere } from '../offers.js'
import type { OpenApp } from '../open-apps.js'
import { type Difference, differenceOf, isDifferent, type Sight, withoutBlocks } from '../sight.js'
import { listedIds, namedIds, windowLine } from '../words.js'
import { lookAt, notSeen, type World } from '../world.js'

const SECONDS = 20
/** Units: tokens. */
const MOST_OPENED = 5000
/** Units: tokens. */
const MOST_NEWS = 400

/** Waits, no longer than was asked; ends at once when the request is cancelled. */
export async function wait(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const word = textOf(args, 'app') ?? ''
  const here = await lookAt(world, word, signal)
  if (here.kind !== 'here') return here.answer
  const { named, opened } = here
  const { instance } = named.app.descriptor
  const seen = textOf(args, 'seen')
  const known = seen === undefined ? world.runs.get(word.toLowerCase()) : world.marks.find(seen)?.instance
  if (known !== undefined && known !== instance)
    return refusal('app_restarted', 'This app runs anew, or is another one. Read its windows again.')
  const before = seen === undefined ? opened.last : world.marks.find(seen)?.sight
  if (!before)
    return seen === undefined
      ? refusal('seen_unknown', 'Nothing of this app was seen yet. Read its windows first.')
      : refusal('seen_unknown', 'That is no seen of this session. Read windows again.')
  const over = AbortSignal.any([signal, AbortSignal.timeout((numberOf(args, 'seconds') ?? SECONDS) * 1000)])
  const ended = new Promise<void>(resolve => over.addEventListener('abort', () => resolve(), { once: true }))
  for (;;) {
    // Asked for before the look, so that what happens between them is not missed.
    const change = opened.nextChange()
    const looked = await world.open.look(opened)
    if (looked.kind !== 'sight') return notSeen(looked, named.handle)
    const { sight } = looked
    const difference = differenceOf(before, sight)
    if (isDifferent(difference)) {
      opened.last = withoutBlocks(sight)
      const mark = world.marks.keep({ instance, sight })
      return changedAnswer(difference, { sight, opened, seen: mark })
    }
    if (over.aborted)
      return answer({ changed: false, ...(seen === undefined ? {} : { seen }) }, [
        'Nothing changed.',
        ...(seen === undefined ? [] : [`seen ${seen}`]),
      ])
    const barred = await untilBarred(world, named.app.descriptor.bundleId, Promise.race([change, ended]))
    if (barred) return notSeen(barred, named.handle)
  }
}

/** Waits for something, or until the settings keep the app out, which no app tells. */
async function untilBarred(
  { settings }: World,
  bundleId: string,
  something: Promise<unknown>,
): Promise<Barred | undefined> {
  const happened = something.then(() => true)
  for (;;) {
    const isOver = await Promise.race([happened, pause(SETTINGS_MS, false, { ref: false })])
    if (isOver) return undefined
    const allowance = allowanceOf(await settings.read(), bundleId)
    if (allowance.kind === 'barred') return allowance
  }
}

/** How often the settings are looked at while nothing happens. Units: milliseconds. */
const SETTINGS_MS = 250

function changedAnswer(
  difference: Difference,
  { sight, opened: { told, heard }, seen }: { sight: Sight; opened: OpenApp; seen: string },
): Answer {
  const { opened, closed, changed, blocked, unblocked, actions } = difference
  const open = sight.snapshot.windows.filter(({ id }) => opened.includes(id))
  const shown = fitting(open, window => [windowLine(window, sight)], MOST_OPENED)
  const left = open.length - shown.length
  const { lines: news, unread } = tellNews(changed, sight, told, MOST_NEWS)
  const offers = offersElsewhere(actions, sight, heard)
  const lines = [
    ...shown.map(window => `opened ${windowLine(window, sight)}`),
    ...(left > 0 ? [`opened ${left} more: read windows`] : []),
    ...namedIds('closed', closed),
    ...(news.length > 0 ? ['changed is:', ...news] : []),
    ...namedIds('changed, read before you act:', unread),
    ...namedIds('blocked', blocked),
    ...namedIds('unblocked', unblocked),
    ...offers.lines,
  ]
  const data = {
    changed: true,
    ...(shown.length > 0
      ? { opened: shown.map(({ id, title, summary = '' }) => ({ id, title, summary })) }
      : {}),
    ...(left > 0 ? { openedLeftOut: left } : {}),
    ...listedIds('closed', closed),
    ...(news.length > 0 ? { outline: news.join('\n') } : {}),
    ...listedIds('readFirst', unread),
    ...listedIds('blocked', blocked),
    ...listedIds('unblocked', unblocked),
    ...offers.facts,
    seen,
  }
  return answer(data, [...lines, `seen ${seen}`])
}
