/** Why a call had no effect, in few words that say what to do next. */
import { blockersOf, type CallOutcome, type GuardedSession } from '@copane/host'
import { type Answer, type Facts, refusal } from './answer.js'
import { actionsByWindow, type Sight } from './sight.js'
import { bare, callsIn, said, short, titlesOf, versionOf } from './words.js'
import { notAllowed } from './world.js'

const MOST_FIELDS = 30

/** Everything that a call can come to but success. */
export type Undone = Exclude<Awaited<ReturnType<GuardedSession['call']>>, { kind: 'done' }>

/** What was called, and what is seen now; undefined when the app can't be seen any more. */
export type Called = { app: string; window: string; action: string; sight: Sight | undefined }

/** The refusal for an outcome. */
export function undoneAnswer(outcome: Undone, called: Called): Answer {
  const { app, window, action, sight } = called
  switch (outcome.kind) {
    case 'failed':
      return failedAnswer(outcome.error, called)
    case 'blocked':
      return blockedAnswer(window, outcome.by, sight)
    case 'barred':
      return notAllowed(outcome.message)
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
      return outcome.why === 'cancelled'
        ? refusal('cancelled', 'Nothing was called.')
        : refusal('app_silent', `${app} could not be read, so nothing was called. Try once more.`)
    case 'late':
    case 'gone':
      return refusal(
        'unknown_outcome',
        `${app} stopped answering: it may have happened. Read the windows before you try again.`,
      )
    case 'error':
      return refusal(
        'action_not_available',
        `${window} has no ${said(action)} now. ${canBeCalled(window, sight)}`,
      )
    case 'denied':
      return refusal('app_gone', `${app} has ended. See apps.`)
    case 'too-large':
      return refusal(
        'unknown_outcome',
        `${app} answered with more than is taken. Read the windows to see what happened.`,
      )
    default:
      return outcome satisfies never
  }
}

function failedAnswer(
  error: Extract<CallOutcome, { kind: 'failed' }>['error'],
  { window, action, sight }: Called,
): Answer {
  const { code, message } = error
  switch (code) {
    case 'stale_state':
      return refusal(
        code,
        `${window} changed since you read it; nothing was done. Read it again, then decide.`,
        error.isRounded ? {} : { currentVersion: error.currentVersion },
      )
    case 'validation_failed': {
      const fields = error.fields.slice(0, MOST_FIELDS)
      return refusal(
        code,
        `Nothing was done. Correct and call again: ${fields.map(({ field, error: wrong }) => `${bare(field)}: ${said(wrong)}`).join('; ') || said(message)}`,
        { fields: fields.map(({ field, error: wrong }) => ({ field: short(field), error: short(wrong) })) },
      )
    }
    case 'window_not_found':
      return refusal(code, `That window is not open. Open are: ${sight ? titlesOf(sight) : 'unknown'}.`)
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

const canBeCalled = (window: string, sight: Sight | undefined): string =>
  sight ? `Now: ${callsIn(window, sight)}.` : 'Read the windows.'

const nowIn = (window: string, sight: Sight | undefined): Facts =>
  sight ? { now: actionsByWindow(sight).get(window) ?? [] } : {}
