/** What came of a call: data when it took effect, words and the next step when it did not. */
import { type CallOutcome, mayHaveActed } from '@copane/host'
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
      return [unsentLine(outcome.why, app), 'nothing was called']
    case 'error':
      return mayHaveActed(outcome)
        ? [noReplyLine(outcome, app), UNSURE]
        : NO_SUCH.has(outcome.code)
          ? [`${app} has no such action now (error ${outcome.code}): see copane windows --actions`]
          : [`${app} turned the request away (error ${outcome.code})`, 'nothing was called']
    case 'late':
    case 'gone':
    case 'denied':
    case 'too-large':
      return [noReplyLine(outcome, app), ...(mayHaveActed(outcome) ? [UNSURE] : [])]
    default:
      return outcome satisfies never
  }
}

const UNSURE = 'it may have been done: read the windows before you try again'

/** JSON-RPC: no such method, no such tool. */
const NO_SUCH: ReadonlySet<number> = new Set([-32601, -32602])

function unsentLine(why: Extract<CallOutcome, { kind: 'unsent' }>['why'], app: string): string {
  switch (why) {
    case 'no-json':
      return 'the arguments are no JSON'
    case 'cancelled':
    case 'refused':
    case 'error':
      return `${app} could not be read (${why})`
    case 'denied':
    case 'gone':
    case 'late':
    case 'too-large':
      return noReplyLine({ kind: why }, app)
    default:
      return why satisfies never
  }
}
