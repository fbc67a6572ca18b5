/** What an agent is told of windows after its call, and which of them it knows from then on. */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindowLine, type SeenWindow } from '@copane/protocol/bridge'
import type { Facts } from './answer.js'
import { fitting, linesOf } from './fit.js'
import { newsWithin, type Told } from './news.js'
import { type Heard, offersElsewhere, offersIn } from './offers.js'
import { differenceOf, isSameHead, type Sight } from './sight.js'
import { bare, isNext, listedIds, namedIds, versionOf } from './words.js'

/**
 * The call and what was seen around it.
 *
 * Shape   `given`: the arguments, which need no telling; `before`: what was seen for the last answer; `told` and `heard` learn what
 *         the agent is told here.
 */
export type DoneCall = {
  window: string
  given: readonly unknown[]
  before: Sight
  after: Sight | undefined
  told: Told
  heard: Heard
}

/** How many windows that a call opened may be told with what they show. */
const MOST_OWN = 20

/** What windows and their actions may take, so that with a long result it stays below 25,000. Units: tokens. */
const MOST_NEWS = 5000

/** What the window that was called may tell of itself. Units: tokens. */
const MOST_OF_CALLED = 120

/** What the windows that a call opened may show in its answer; one that shows more is read by itself (FR-5). Units: tokens. */
const MOST_OPENED = 250

/**
 * The news since the agent's last answer; undefined where the app can't be read.
 *
 * Shape   `opened`: the windows told as opened. A version is told of windows that the agent knows as they are: those it was shown;
 *         the one it called, where its version rose by one and all that is new in it is told; those the call opened, where they
 *         are told whole or nobody changed them since. Any other that changed has to be read first: the user may have been there.
 */
export function newsAfter(
  { window, given, before, after, told, heard }: DoneCall,
  named: readonly string[],
): { opened: string[]; lines: string[]; facts: Facts } | undefined {
  if (!after) return undefined
  const { opened, closed, blocked, unblocked, changed, actions } = differenceOf(before, after)
  const byId = new Map(after.snapshot.windows.map(each => [each.id, each]))
  const asked = [...new Set([window, ...opened, ...unblocked])].flatMap(id => byId.get(id) ?? [])
  const isOpened = new Set(opened)
  const isNamed = new Set(named)
  const own = asked.filter(({ id }) => isOpened.has(id) && isNamed.has(id)).slice(0, MOST_OWN)
  const contents = contentsOf(own)
  const isTold = (each: SeenWindow): boolean => {
    const known = told.get(each.id)
    return known !== undefined && isSameHead(known, each)
  }
  const called = byId.get(window)
  const known = told.get(window)
  const calledNews =
    called && known && isNext(known, called) ? newsIn(called, known, { after, given }) : undefined
  const isKnown = (each: SeenWindow): boolean =>
    isTold(each) ||
    contents.has(each.id) ||
    (own.includes(each) && each.version <= FIRST_VERSION) ||
    (each.id === window && calledNews !== undefined)
  const tell = (each: SeenWindow, hearing: Heard): Telling => {
    const inside = isOpened.has(each.id) ? (contents.get(each.id) ?? []) : undefined
    const news = each.id === window && !isTold(each) ? calledNews : undefined
    return tellWindow(each, { after, heard: hearing, versions: isKnown(each), inside, news })
  }

  const shown = fitting(asked, each => tell(each, new Set(heard)).lines, MOST_NEWS)
  const tellings = shown.map(each => tell(each, heard))
  for (const each of shown.filter(one => isKnown(one) && !isTold(one))) {
    const isInside = !isOpened.has(each.id) || contents.has(each.id)
    told.set(each.id, isInside ? each : { ...each, blocks: [] })
  }
  const shownIds = new Set(shown.map(({ id }) => id))
  const shownAsOpened = [...shownIds].filter(id => isOpened.has(id))
  const left = opened.length - shownAsOpened.length
  const isUnshown = (id: string) => !shownIds.has(id)
  const outdated = [...shownIds].filter(id => told.has(id) && !isOpened.has(id))
  const read = [...new Set([...changed, ...outdated])].filter(id => {
    const each = byId.get(id)
    return !each || !isTold(each)
  })
  const moved = new Set([...blocked, ...unblocked])
  const elsewhere = offersElsewhere(
    actions.filter(id => isUnshown(id) && !moved.has(id)),
    after,
    heard,
  )
  return {
    opened: shownAsOpened,
    lines: [
      ...tellings.flatMap(({ lines }) => lines),
      ...(left > 0 ? [`opened ${left} more: read windows`] : []),
      ...elsewhere.lines,
      ...namedIds('closed', closed),
      ...namedIds(
        'blocked',
        blocked.filter(id => id !== window),
      ),
      ...namedIds('unblocked', unblocked.filter(isUnshown)),
      ...namedIds('changed, read before you act:', read),
    ],
    facts: {
      windows: Object.fromEntries(shown.map(({ id }, at) => [id, tellings[at]?.facts ?? {}])),
      ...(left > 0 ? { openedLeftOut: left } : {}),
      ...elsewhere.facts,
      ...listedIds('closed', closed),
      ...listedIds('blocked', blocked),
      ...listedIds('unblocked', unblocked.filter(isUnshown)),
      ...listedIds('readFirst', read),
    },
  }
}

/** What is told of one window, in both halves. */
type Telling = { lines: string[]; facts: Facts }

/** What is known of a window that is told of; `inside`: what it shows, of one that opened; `news`: what is new in it, of the one called. */
type Known = {
  after: Sight
  heard: Heard
  versions: boolean
  inside: readonly string[] | undefined
  news: readonly string[] | undefined
}

/** One window with the actions it offers, which are heard from now on. */
function tellWindow(each: SeenWindow, { after, heard, versions, inside, news = [] }: Known): Telling {
  const { id, title, summary } = each
  const operable = isOperable(after, id)
  const now = operable ? offersIn(id, after, heard) : undefined
  const calls = now ? `: ${now.join(' ') || 'nothing'}` : ' is blocked'
  const facts: Facts = {
    ...(versions ? { version: each.exactVersion ?? each.version } : {}),
    ...(now ? { now } : {}),
  }
  if (!inside && news.length > 0)
    return {
      lines: [...news, ...(now ? [`${bare(id)}${calls}`] : [])],
      facts: { ...facts, outline: news.join('\n') },
    }
  if (!inside) return { lines: [`${bare(id)}${versions ? ` v${versionOf(each)}` : ''}${calls}`], facts }
  const line = inertInPrompt(printWindowLine(each, operable, { versions }))
  return {
    lines: [`opened ${line}`, ...inside, `${bare(id)}${calls}`],
    facts: {
      title,
      ...(summary === undefined ? {} : { summary }),
      ...(inside.length > 0 ? { outline: inside.join('\n') } : {}),
      ...facts,
    },
  }
}

const isOperable = ({ snapshot }: Sight, id: string): boolean => snapshot.operableWindowIds.includes(id)

/** What is new in the window that was called, [] where only its version is; undefined where there is no room for all of it. */
function newsIn(
  called: SeenWindow,
  known: SeenWindow,
  { after, given }: { after: Sight; given: readonly unknown[] },
): string[] | undefined {
  const operable = isOperable(after, called.id)
  const news = newsWithin(known, called, { operable, room: MOST_OF_CALLED, given })
  const isVersionOnly =
    news?.join('\n') === inertInPrompt(printWindowLine(called, operable, { known: called }))
  return isVersionOnly ? [] : news
}

/** A window that nobody changed since it opened has no higher one; where an app counts otherwise, it is read first. */
const FIRST_VERSION = 1

/** What windows show, the first ones as far as they fit, each whole: a part of one would have to be read again. */
function contentsOf(windows: readonly SeenWindow[]): Map<string, string[]> {
  let room = MOST_OPENED
  const found = new Map<string, string[]>()
  for (const window of windows) {
    const [, ...inside] = linesOf(window, [])
    room -= estimateTokens(inside.join('\n'))
    if (room < 0) break
    found.set(window.id, inside)
  }
  return found
}
