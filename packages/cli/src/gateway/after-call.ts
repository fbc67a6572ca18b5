/** What an agent is told of windows after its call, and which of them it knows from then on. */
import { estimateTokens, inertInPrompt } from '@copane/host'
import { printWindowLine, type SeenWindow } from '@copane/protocol/bridge'
import type { Facts } from './answer.js'
import { linesOf } from './fit.js'
import type { Told } from './news.js'
import { type Heard, offersIn } from './offers.js'
import { differenceOf, isSameHead, type Sight } from './sight.js'
import { bare, isNext, listedIds, namedIds, versionOf } from './words.js'

/**
 * The call and what was seen around it.
 *
 * Shape   `before`: what the agent was told last; `carried`: the window that was called as the call knew it, where its version went
 *         along; `told` and `heard` learn what the agent is told here.
 */
export type DoneCall = {
  window: string
  before: Sight
  after: Sight | undefined
  carried: SeenWindow | undefined
  told: Told
  heard: Heard
}

const MOST_SHOWN = 20

/** What windows and their actions may take in an answer: with a result it stays below 25,000. Units: tokens. */
const MOST_NEWS = 6000

/** What the windows that a call opened may show in its answer; one that shows more is read by itself (FR-5). Units: tokens. */
const MOST_OPENED = 250

/**
 * The news since the agent's last answer; undefined where the app can't be read.
 *
 * Shape   `opened`: the windows told as opened. A version is told of windows that the agent knows as they are: those it was shown;
 *         the one it called, where the version it carried rose by one, so by this call alone; those the call opened, where they
 *         are told whole or nobody changed them since. Any other that changed has to be read first: the user may have been there.
 */
export function newsAfter(
  { window, before, after, carried, told, heard }: DoneCall,
  named: readonly string[],
): { opened: string[]; lines: string[]; facts: Facts } | undefined {
  if (!after) return undefined
  const { closed, blocked, changed, actions, ...difference } = differenceOf(before, after)
  const opened = new Set(difference.opened)
  const operable = new Set(after.snapshot.operableWindowIds)
  const byId = new Map(after.snapshot.windows.map(each => [each.id, each]))
  const asked = [...new Set([window, ...opened, ...difference.unblocked])].flatMap(id => byId.get(id) ?? [])
  const contents = contentsOf(asked.filter(({ id }) => opened.has(id) && named.includes(id)))
  const isKnown = (each: SeenWindow): boolean => {
    if (each.id === window && carried && isNext(carried, each)) return true
    if (opened.has(each.id) && named.includes(each.id))
      return contents.has(each.id) || each.version <= FIRST_VERSION
    return isTold(each.id)
  }

  let room = MOST_NEWS
  const shown: { each: SeenWindow; lines: string[]; facts: Facts }[] = []
  for (const each of asked.slice(0, MOST_SHOWN)) {
    const news = toldOf(each, new Set(heard))
    room -= estimateTokens(news.lines.join('\n'))
    if (room < 0 && shown.length > 0) break
    shown.push({ each, ...toldOf(each, heard) })
    if (isKnown(each) && !isTold(each.id)) told.set(each.id, each)
  }
  const isShown = new Set(shown.map(({ each }) => each.id))
  const left = difference.opened.filter(id => !isShown.has(id)).length
  const unblocked = difference.unblocked.filter(id => !isShown.has(id))
  const outdated = shown.flatMap(({ each: { id } }) => (told.has(id) && !opened.has(id) ? [id] : []))
  const read = [...new Set([...changed, ...outdated])].filter(id => !isTold(id))
  const elsewhere = actions
    .filter(id => !isShown.has(id) && !blocked.includes(id) && !unblocked.includes(id))
    .slice(0, MOST_SHOWN)
    .flatMap((id): [string, string[]][] => {
      room -= estimateTokens(offersIn(id, after, new Set(heard)).join(' '))
      return room < 0 ? [] : [[id, offersIn(id, after, heard)]]
    })
  return {
    opened: [...isShown].filter(id => opened.has(id)),
    lines: [
      ...shown.flatMap(({ lines }) => lines),
      ...(left > 0 ? [`opened ${left} more: read windows`] : []),
      ...elsewhere.map(([id, words]) => `${bare(id)} can now: ${words.join(' ') || 'nothing'}`),
      ...namedIds('closed', closed),
      ...namedIds(
        'blocked',
        blocked.filter(id => id !== window),
      ),
      ...namedIds('unblocked', unblocked),
      ...namedIds('changed, read before you act:', read),
    ],
    facts: {
      windows: Object.fromEntries(shown.map(({ each, facts }) => [each.id, facts])),
      ...(left > 0 ? { openedLeftOut: left } : {}),
      ...(elsewhere.length > 0 ? { now: Object.fromEntries(elsewhere) } : {}),
      ...listedIds('closed', closed),
      ...listedIds('blocked', blocked),
      ...listedIds('unblocked', unblocked),
      ...listedIds('readFirst', read),
    },
  }

  /** True for a window that is as the agent was told it. */
  function isTold(id: string): boolean {
    const [known, now] = [told.get(id), byId.get(id)]
    return known !== undefined && now !== undefined && isSameHead(known, now)
  }

  /** One window in both halves; the actions it offers are heard from now on. */
  function toldOf(each: SeenWindow, hearing: Heard): { lines: string[]; facts: Facts } {
    const { id, title, summary } = each
    const versions = isKnown(each)
    const now = operable.has(id) && after ? offersIn(id, after, hearing) : undefined
    const calls = now ? `: ${now.join(' ') || 'nothing'}` : ' is blocked'
    const inside = contents.get(id) ?? []
    const facts = {
      ...(versions ? { version: each.exactVersion ?? each.version } : {}),
      ...(now ? { now } : {}),
    }
    if (!opened.has(id))
      return { lines: [`${bare(id)}${versions ? ` v${versionOf(each)}` : ''}${calls}`], facts }
    const line = inertInPrompt(printWindowLine(each, operable.has(id), { versions }))
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
