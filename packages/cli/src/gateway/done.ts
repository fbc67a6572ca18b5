/** What came of a call that took effect: the news only, for each step of a task is one of these. */
import { estimateTokens } from '@copane/host'
import type { SeenWindow } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { CallOutcome } from '@copane/host'
import { type Answer, answer, type Facts } from './answer.js'
import { linesOf } from './fit.js'
import { type Heard, offersIn } from './offers.js'
import { differenceOf, type Sight } from './sight.js'
import { bare, few, json, said, short, versionOf, windowLine } from './words.js'

/** The call and what was seen around it; `told` and `heard` learn what the agent is told here. */
export type DoneCall = {
  window: string
  before: Sight
  after: Sight | undefined
  basis: SeenWindow | undefined
  told: Map<string, SeenWindow>
  heard: Heard
}

/** Clients refuse answers above 25,000 tokens. */
const MOST_RESULT_TOKENS = 15_000
const MOST_SHOWN = 20

/** What the windows that a call opened may show in its answer; one that shows more is read by itself (FR-5). Units: tokens. */
const MOST_OPENED = 250

/**
 * The answer.
 *
 * Shape   a window whose version rose by one was changed by this call alone, so its version is the agent's to use; any other
 *         that changed has to be read first: the user may have been there. Of windows that opened meanwhile the agent
 *         may use the version of those that the call itself opened.
 */
export function doneAnswer(
  { message, result, openedWindowIds }: Extract<CallOutcome, { kind: 'done' }>,
  { window, before, after, basis, told, heard }: DoneCall,
): Answer {
  const shown = result === undefined ? undefined : json(result)
  const isLong = shown !== undefined && estimateTokens(shown) > MOST_RESULT_TOKENS
  const cut = isLong ? `${shown.slice(0, MOST_RESULT_TOKENS * 3)} … cut: ask for less` : shown
  const head = [
    message === '' ? 'Done.' : `Done: ${said(message)}`,
    ...(cut === undefined || isToldAsOpened(result, openedWindowIds) ? [] : [`result ${cut}`]),
  ]
  const facts: Facts = {
    ...(message === '' ? {} : { message: short(message) }),
    ...(result === undefined ? {} : isLong ? { resultCut: cut ?? '' } : { result }),
  }
  if (!after) return answer({ ...facts, windows: {} }, [...head, 'The app can’t be read now: see apps.'])
  const difference = differenceOf(before, after)
  const { opened, closed, unblocked, blocked } = difference
  const byId = new Map(after.snapshot.windows.map(each => [each.id, each]))
  const own = byId.get(window)
  const isOwn = (changed: string) =>
    changed === window && own !== undefined && basis !== undefined && own.version === basis.version + 1
  const read = difference.changed.filter(id => !isOwn(id))
  const isOperable = (id: string) => after.snapshot.operableWindowIds.includes(id)
  const shownWindows = [...new Set([window, ...opened, ...unblocked])]
    .slice(0, MOST_SHOWN)
    .flatMap(id => byId.get(id) ?? [])
  for (const each of shownWindows)
    if (openedWindowIds.includes(each.id) || isOwn(each.id)) told.set(each.id, each)
  const offers = new Map(
    shownWindows.filter(({ id }) => isOperable(id)).map(({ id }) => [id, offersIn(id, after, heard)]),
  )
  const callsOf = ({ id }: SeenWindow) => {
    const words = offers.get(id)
    return words ? `: ${words.join(' ') || 'nothing'}` : ' is blocked'
  }
  const rest = [
    ...worded('closed', closed),
    ...worded(
      'blocked',
      blocked.filter(id => id !== window),
    ),
    ...worded('changed, read before you act:', read),
  ]
  const known = shownWindows
    .filter(({ id }) => !opened.includes(id))
    .map(each => `${bare(each.id)}${read.includes(each.id) ? '' : ` v${versionOf(each)}`}${callsOf(each)}`)
  const fresh = shownWindows
    .filter(({ id }) => opened.includes(id))
    .map(each => ({
      each,
      line: `opened ${windowLine(each, after)}`,
      calls: `${bare(each.id)}${callsOf(each)}`,
    }))
  const contents = contentsOf(fresh.flatMap(({ each }) => (openedWindowIds.includes(each.id) ? [each] : [])))
  return answer(
    {
      ...facts,
      windows: Object.fromEntries(shownWindows.map(each => [each.id, factsOf(each)])),
      ...listed('closed', closed),
      ...listed('blocked', blocked),
      ...listed('readFirst', read),
    },
    [
      ...head,
      ...known,
      ...fresh.flatMap(({ each, line, calls }) => [line, ...(contents.get(each.id) ?? []), calls]),
      ...rest,
    ],
  )

  function factsOf(each: SeenWindow): Facts {
    return {
      ...(opened.includes(each.id)
        ? {
            title: each.title,
            ...(each.summary === undefined ? {} : { summary: each.summary }),
            ...outlineOf(contents.get(each.id)),
          }
        : {}),
      ...(read.includes(each.id) ? {} : { version: each.exactVersion ?? each.version }),
      ...(offers.has(each.id) ? { now: offers.get(each.id) ?? [] } : {}),
    }
  }
}

const outlineOf = (lines: readonly string[] = []): Facts =>
  lines.length > 0 ? { outline: lines.join('\n') } : {}

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

/** A result that names the windows that opened, and nothing else, is said by them. */
const isToldAsOpened = (result: unknown, opened: readonly string[]): boolean =>
  isRecord(result) &&
  Object.values(result).every(value => typeof value === 'string' && opened.includes(value))

const listed = (name: string, ids: string[]): Facts => (ids.length > 0 ? { [name]: ids } : {})
const worded = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word} ${few(ids, ' ')}`] : []
