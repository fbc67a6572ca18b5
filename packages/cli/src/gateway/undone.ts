/** Why a call had no effect, in few words that say what to do next. */
import { blockersOf, type CallOutcome, type GuardedSession, mayHaveActed } from '@copane/host'
import { APP_HANDLE } from '@copane/protocol/bridge'
import { type Answer, type Facts, refusal } from './answer.js'
import { tellNews, type Told } from './news.js'
import { actionsByWindow, type Sight } from './sight.js'
import { bare, callsIn, said, short, titlesOf, versionOf } from './words.js'
import { notAllowed } from './world.js'

const MOST_FIELDS = 30

/** JSON-RPC: no such method, no such tool. */
const NO_SUCH: ReadonlySet<number> = new Set([-32601, -32602])

/** Everything that a call can come to but success. */
export type Undone = Exclude<Awaited<ReturnType<GuardedSession['call']>>, { kind: 'done' }>

/** What was called, and what is seen now; undefined when the app can't be seen any more. `told`: what the agent has read. */
export type Called = { app: string; window: string; action: string; sight: Sight | undefined; told?: Told }

/** The refusal for an outcome. */
export function undoneAnswer(outcome: Undone, called: Called): Answer {
  const { app, window, sight } = called
  switch (outcome.kind) {
    case 'failed':
      return failedAnswer(outcome.error, called)
    case 'blocked':
      return blockedAnswer(window, outcome.by, sight)
    case 'barred':
      return notAllowed(`${outcome.message}; what you called may have been done`)
    case 'odd':
      return refusal(
        bare(outcome.code) || 'action_failed',
        `${said(outcome.message)} Read the window before you try anything else.`,
      )
    case 'inexact':
      return refusal(
        'version_inexact',
        'This window’s version can’t be sent exactly, so nothing was called. Tell the user.',
      )
    case 'unsent':
      if (outcome.why === 'cancelled') return refusal('cancelled', 'Nothing was called.')
      return outcome.why === 'no-json'
        ? refusal('validation_failed', 'The arguments are no JSON, so nothing was called. Correct them.')
        : refusal('app_silent', `${app} could not be read, so nothing was called. Try once more.`)
    case 'late':
    case 'gone':
      return refusal(
        'unknown_outcome',
        `${app} stopped answering: it may have happened. Read the windows before you try again.`,
      )
    case 'error':
      if (mayHaveActed(outcome))
        return refusal(
          'unknown_outcome',
          `${app} failed (error ${outcome.code}): it may have happened. Read the windows before you try again.`,
        )
      return NO_SUCH.has(outcome.code)
        ? notOfferedAnswer(called)
        : refusal(
            'turned_away',
            `${app} turned the request away (error ${outcome.code}), so nothing was called. Try once more, then tell the user.`,
          )
    case 'denied':
      return refusal('app_gone', `${app} has ended. See apps.`)
    case 'too-large':
      return refusal(
        'unknown_outcome',
        `${app} answered with more than is taken: it may have happened. Read the windows before you try again.`,
      )
    default:
      return outcome satisfies never
  }
}

/** What is not offered now: since its window is not open, or waits behind others, or does not have it. */
export function notOfferedAnswer({ window, action, sight }: Called): Answer {
  if (sight && window !== APP_HANDLE) {
    if (!sight.snapshot.windows.some(({ id }) => id === window)) return notOpenAnswer(sight)
    if (!sight.snapshot.operableWindowIds.includes(window)) return blockedAnswer(window, [], sight)
  }
  return refusal(
    'action_not_available',
    `${bare(window)} has no ${said(action)} now. ${canBeCalled(window, sight)}`,
    nowIn(window, sight),
  )
}

const notOpenAnswer = (sight: Sight | undefined): Answer =>
  refusal('window_not_found', `That window is not open. Open are: ${sight ? titlesOf(sight) : 'unknown'}.`)

function failedAnswer(
  error: Extract<CallOutcome, { kind: 'failed' }>['error'],
  { window, action, sight, told }: Called,
): Answer {
  const { code, message } = error
  switch (code) {
    case 'stale_state': {
      const news = newsIn(window, sight, told)
      return refusal(
        code,
        `${window} changed since you read it; nothing was done. ${news.length > 0 ? `Decide again; changed is:\n${news.join('\n')}` : 'Read it again, then decide.'}`,
        error.isRounded ? {} : { currentVersion: error.currentVersion },
      )
    }
    case 'validation_failed': {
      const fields = error.fields.slice(0, MOST_FIELDS)
      return refusal(
        code,
        `Nothing was done. Correct and call again: ${fields.map(({ field, error: wrong }) => `${bare(field)}: ${said(wrong)}`).join('; ') || said(message)}`,
        { fields: fields.map(({ field, error: wrong }) => ({ field: short(field), error: short(wrong) })) },
      )
    }
    case 'window_not_found':
      return notOpenAnswer(sight)
    case 'action_not_available':
      return refusal(
        code,
        `${said(action)} can’t be called now${error.reason === undefined ? '' : `: ${said(error.reason)}`}. ${canBeCalled(window, sight)}`,
        nowIn(window, sight),
      )
    case 'action_timeout':
      return refusal(
        code,
        'It took too long and was given up; nothing was done. Try once more, or tell the user.',
      )
    case 'action_failed':
      return refusal(code, `${said(message)} Don’t repeat it unchanged.`)
    default:
      return error satisfies never
  }
}

/** A window that waits behind others: which, and what can be called in them. */
export function blockedAnswer(window: string, by: readonly string[], sight: Sight | undefined): Answer {
  const ids = by.length > 0 || !sight ? by : blockersOf(sight.snapshot, window)
  if (ids.length === 0)
    return refusal(
      'blocked_by_modal',
      `${window} waits behind something the app does not show. Ask the user to deal with it, then wait.`,
      { blockedBy: [] },
    )
  const found = ids.map(id => ({ id, window: sight?.snapshot.windows.find(each => each.id === id) }))
  const words = found.map(
    ({ id, window: modal }) =>
      `${bare(id)}${modal ? ` ${said(modal.title)} v${versionOf(modal)}` : ''} (${sight ? callsIn(id, sight) : 'unknown'})`,
  )
  return refusal('blocked_by_modal', `${window} waits behind ${words.join(', ')}. Deal with that first.`, {
    blockedBy: found.map(({ id, window: modal }) => ({
      id,
      ...(modal ? { title: modal.title, version: modal.version } : {}),
      ...nowIn(id, sight),
    })),
  })
}

/** What changed in a window since the agent read it; [] where it never did, knows it as it is, or has to read it whole. */
function newsIn(window: string, sight: Sight | undefined, told: Told | undefined): string[] {
  const known = told?.get(window)
  const now = sight?.snapshot.windows.find(({ id }) => id === window)
  if (!sight || !told || !known || !now || versionOf(known) === versionOf(now)) return []
  return tellNews([window], sight, told, MOST_NEWS).lines
}

/** Units: tokens; with what is said around it an answer of 200. */
const MOST_NEWS = 150

const canBeCalled = (window: string, sight: Sight | undefined): string =>
  sight ? `Now: ${callsIn(window, sight)}.` : 'Read the windows.'

const nowIn = (window: string, sight: Sight | undefined): Facts =>
  sight ? { now: actionsByWindow(sight).get(window) ?? [] } : {}
