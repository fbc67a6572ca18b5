/** What came of a call: data when it took effect, words and the next step when it did not. */
import type { CallOutcome } from '@copane/host'
import { table } from './lines.js'
import { noReplyLine } from './no-reply.js'

/** The lines of a call that took effect. */
export const doneLines = ({
  message,
  openedWindowIds,
  result,
}: Extract<CallOutcome, { kind: 'done' }>): string[] => [
  message === '' ? 'done' : `done ${JSON.stringify(message)}`,
  ...openedWindowIds.map(id => `opened ${id}`),
  ...(result === undefined ? [] : [`result ${JSON.stringify(result)}`]),
]

/** Why a call did not take effect, or may not have, and what to do. */
export function undoneLines(
  outcome: Exclude<CallOutcome, { kind: 'done' }>,
  { window, app }: { window: string; app: string },
): string[] {
  switch (outcome.kind) {
    case 'blocked':
      return [
        outcome.by.length > 0
          ? `blocked  ${window} is behind ${outcome.by.join(', ')}: deal with that first`
          : `blocked  ${window} is behind something the app does not show: ask its user`,
      ]
    case 'failed': {
      const { error } = outcome
      return [
        `${error.code}  ${error.message}`,
        ...(error.code === 'validation_failed'
          ? table(error.fields.map(({ field, error: wrong }) => [`  ${field}`, wrong]))
          : []),
        ...(error.code === 'stale_state'
          ? [
              `  ${window} is at ${error.isRounded ? 'another version' : `version ${error.currentVersion}`}: look again`,
            ]
          : []),
      ]
    }
    case 'odd':
      return [`${outcome.code || 'unknown error'}  ${outcome.message}`]
    case 'inexact':
      return [`${window} has a version too large to be sent exactly; nothing was called`]
    case 'unsent':
      return [
        outcome.why === 'cancelled' || outcome.why === 'refused' || outcome.why === 'error'
          ? `${app} could not be read (${outcome.why})`
          : noReplyLine({ kind: outcome.why }, app),
        'nothing was called',
      ]
    case 'error':
      return [`${app} has no such action now (error ${outcome.code}): see copane windows --actions`]
    case 'late':
    case 'gone':
      return [noReplyLine(outcome, app), 'the call may have taken effect: look before you try again']
    case 'denied':
    case 'too-large':
      return [noReplyLine(outcome, app)]
    default:
      return outcome satisfies never
  }
}
