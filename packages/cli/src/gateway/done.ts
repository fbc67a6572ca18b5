/** What came of a call that took effect: the news only, for each step of a task is one of these. */
import { estimateTokens } from '@copane/host'
import type { SeenWindow } from '@copane/protocol/bridge'
import type { CallOutcome } from '@copane/host'
import { type Answer, answer, type Facts } from './answer.js'
import { actionsByWindow, differenceOf, type Sight } from './sight.js'
import { callsIn, few, json, said, versionOf, windowLine } from './words.js'

/** The call and what was seen around it; `told` learns what the agent is told here. */
export type DoneCall = {
  window: string
  before: Sight
  after: Sight | undefined
  basis: SeenWindow | undefined
  told: Map<string, SeenWindow>
  keep: (sight: Sight) => string
}

/** Clients refuse answers above 25,000 tokens. */
const MOST_RESULT_TOKENS = 15_000
const MOST_SHOWN = 20

/**
 * The answer.
 *
 * Shape   a window whose version rose by one was changed by this call alone, so its version is the agent's to use; any other
 *         that changed has to be read first: the user may have been there. Of windows that opened meanwhile the agent
 *         may use the version of those that the call itself opened.
 */
export function doneAnswer(
  { message, result, openedWindowIds }: Extract<CallOutcome, { kind: 'done' }>,
  { window, before, after, basis, told, keep }: DoneCall,
): Answer {
  const shown = result === undefined ? undefined : json(result)
  const isLong = shown !== undefined && estimateTokens(shown) > MOST_RESULT_TOKENS
  const cut = isLong ? `${shown.slice(0, MOST_RESULT_TOKENS * 3)} … cut: ask for less` : shown
  const head = [
    message === '' ? 'Done.' : `Done: ${said(message)}`,
    ...(cut === undefined ? [] : [`result ${cut}`]),
  ]
  const facts: Facts = {
    ...(message === '' ? {} : { message }),
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
  const lines = shownWindows.flatMap(each => {
    const calls = isOperable(each.id) ? `: ${callsIn(each.id, after)}` : ' is blocked'
    if (opened.includes(each.id)) return [`opened ${windowLine(each, after)}`, `${each.id}${calls}`]
    return [`${each.id}${read.includes(each.id) ? '' : ` v${versionOf(each)}`}${calls}`]
  })
  const seen = keep(after)
  return answer(
    {
      ...facts,
      windows: Object.fromEntries(shownWindows.map(each => [each.id, factsOf(each)])),
      ...listed('closed', closed),
      ...listed('blocked', blocked),
      ...listed('readFirst', read),
      seen,
    },
    [
      ...head,
      ...lines,
      ...worded('closed', closed),
      ...worded(
        'blocked',
        blocked.filter(id => id !== window),
      ),
      ...worded('changed, read before you act:', read),
      `seen ${seen}`,
    ],
  )

  function factsOf(each: SeenWindow): Facts {
    return {
      ...(opened.includes(each.id)
        ? { title: each.title, ...(each.summary === undefined ? {} : { summary: each.summary }) }
        : {}),
      ...(read.includes(each.id) ? {} : { version: each.exactVersion ?? each.version }),
      ...(isOperable(each.id) && after ? { now: actionsByWindow(after).get(each.id) ?? [] } : {}),
    }
  }
}

const listed = (name: string, ids: string[]): Facts => (ids.length > 0 ? { [name]: ids } : {})
const worded = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word} ${few(ids, ' ')}`] : []
