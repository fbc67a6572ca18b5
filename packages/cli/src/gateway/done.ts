/** What came of a call that took effect: the news only, for each step of a task is one of these. */
import { type CallOutcome, estimateTokens } from '@copane/host'
import type { Json } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { type DoneCall, newsAfter } from './after-call.js'
import { type Answer, answer, type Facts } from './answer.js'
import { json, said, short } from './words.js'

/** Clients refuse answers above 25,000 tokens. */
const MOST_RESULT_TOKENS = 15_000

/** The answer: what the app says, what it gave, and what is new in its windows. */
export function doneAnswer(
  { message, result, openedWindowIds }: Extract<CallOutcome, { kind: 'done' }>,
  call: DoneCall,
): Answer {
  const news = newsAfter(call, openedWindowIds)
  const given = resultIn(result)
  const isSaid = news !== undefined && namesOnly(result, news.opened)
  return answer(
    {
      ...(message === '' ? {} : { message: short(message) }),
      ...given.facts,
      ...(news?.facts ?? { windows: {} }),
    },
    [
      message === '' ? 'Done.' : `Done: ${said(message)}`,
      ...(isSaid ? [] : given.lines),
      ...(news?.lines ?? ['The app can’t be read now: see apps.']),
    ],
  )
}

/** What an action gave, cut where it is long. */
function resultIn(result: { [name: string]: Json } | undefined): { facts: Facts; lines: string[] } {
  if (result === undefined) return { facts: {}, lines: [] }
  const shown = json(result)
  if (estimateTokens(shown) <= MOST_RESULT_TOKENS) return { facts: { result }, lines: [`result ${shown}`] }
  const cut = `${shown.slice(0, MOST_RESULT_TOKENS * 3)} … cut: ask for less`
  return { facts: { resultCut: cut }, lines: [`result ${cut}`] }
}

/** True for a result that names windows which are told as opened, and nothing else. */
const namesOnly = (result: unknown, opened: readonly string[]): boolean =>
  isRecord(result) &&
  Object.values(result).every(value => typeof value === 'string' && opened.includes(value))
