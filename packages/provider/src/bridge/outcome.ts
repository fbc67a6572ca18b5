/** What a call came to, and how whatever a handler gave is read as that (GB §5.4, §7.4 · D-48). */
import { type ToolError, type ToolSuccess, validationFailed } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'

/** What a call came to. */
export type CallOutcome =
  | { kind: 'success'; success: ToolSuccess }
  | { kind: 'error'; error: ToolError }
  | { kind: 'unknown-tool' }

/** What the app's developer should hear of; holds no content (D-08). */
export type CallFault =
  /** The handler threw or rejected before its commit, or its commit did. */
  | 'threw'
  | 'threw-after-commit'
  | 'no-commit'
  | 'slow-after-commit'
  | 'committed-late'
  | 'committed-twice'
  /** What came back, or what the change gave, is none of the outcomes that an action has. */
  | 'odd-outcome'
  /** The call went through, its result did not fit what the action declares or is no JSON. */
  | 'unfit-result'
  /** The action's schema threw, or wants to wait. */
  | 'schema-threw'
  | 'schema-async'
  /** A handler called an action of its own app (D-53). */
  | 'called-itself'
  /** What the app gave to decide whether a client may act threw. */
  | 'judge-threw'
  /** A listener of the bridge threw; the others were told. */
  | 'listener-threw'

/** Tells the developer; `error` is what was thrown, where something was, and may quote the app: nothing for a log. */
export type OnFault = (fault: CallFault, action: string, error?: unknown) => void

/** The outcome of a failure. */
export const failure = (error: ToolError): CallOutcome => ({ kind: 'error', error })

const failed = (message: string): ToolError => ({ code: 'action_failed', message })

/** The error of a call whose time was up before it took effect (GB-7.4-timeout). */
export const TIMED_OUT: ToolError = {
  code: 'action_timeout',
  message: 'The app took too long and nothing was changed: read app://windows, then try again.',
}

/** The error of a call that its client took back before it took effect. */
export const CANCELLED = failed('The call was cancelled before it took effect; nothing was changed.')

/** The error of a call that the app could not carry out (D-48). */
export const FAILED = failed(
  'The app could not do this; nothing was changed. Read app://windows before you go on.',
)

/** The error of a call that came while the app closes. */
export const CLOSING = failed('The app is closing; nothing was changed.')

/** The error of one call too many (D-53). */
export const TOO_MANY = failed('Too many of your calls wait already: await their answers first.')

/** The error of a call that a handler makes to its own app (D-53). */
export const NESTED = failed(
  'An action of this app called the app itself; nothing was changed. Tell the developer of the app.',
)

/** The error of an answer that does not fit what the action declares; nothing took effect. */
export const UNFIT_ANSWER = failed(
  'The app gave an answer that does not fit this action; nothing was changed.',
)

/** What a handler or a change gave, where it is one of the outcomes that an action has. */
export type Given =
  | { kind: 'done'; message: string; result: unknown }
  | { kind: 'refused'; error: ToolError }
  | { kind: 'odd' }

/**
 * Reads what a handler or a change gave; what is unknown in it is left out.
 *
 * Errors  a getter in it may throw.
 */
export function givenBy(value: unknown): Given {
  if (!isRecord(value)) return { kind: 'odd' }
  const { kind, message, reason, fields } = value
  switch (kind) {
    case 'done':
      return typeof message === 'string' ? { kind, message, result: value.result } : { kind: 'odd' }
    case 'failed':
      return typeof message === 'string' ? { kind: 'refused', error: failed(message) } : { kind: 'odd' }
    case 'unavailable':
      return typeof reason === 'string'
        ? { kind: 'refused', error: notAvailable(reason, 'list the tools again and use one of those') }
        : { kind: 'odd' }
    case 'invalid': {
      const list: unknown[] = Array.isArray(fields) ? fields : []
      const known = list.flatMap(entry =>
        isRecord(entry) && typeof entry.field === 'string' && typeof entry.error === 'string'
          ? [{ field: entry.field, error: entry.error }]
          : [],
      )
      return known.length > 0 && known.length === list.length
        ? { kind: 'refused', error: validationFailed(known) }
        : { kind: 'odd' }
    }
    default:
      return { kind: 'odd' }
  }
}

/** The error of something that can't be done now, with the app's reason and what to do. */
export const notAvailable = (reason: string, remedy: string): ToolError => ({
  code: 'action_not_available',
  message: `${reason}: ${remedy}.`,
  reason,
})
