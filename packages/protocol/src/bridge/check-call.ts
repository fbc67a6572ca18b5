/** Whether a call may go ahead at this moment, and which of several errors it gets (GB §7.2 · D-47). */
import { blockedBy, operableIds } from './operable.js'
import { APP_HANDLE, appActionsAllowed, splitToolName, whyUnavailable } from './tools.js'
import type { ActionOffer, FieldError, ModelWindow, ToolError, WindowsModel } from './types.js'

/** A call as it came in: nothing about it is trusted. */
export type Call = { name: string; arguments: { [name: string]: unknown } }

/** What a call may do: run an action of a window or of the app, or be refused. */
export type CallVerdict<Action extends ActionOffer> =
  | { kind: 'allowed'; action: Action; window: ModelWindow<Action> | undefined }
  | { kind: 'refused'; error: ToolError }
  /** A name without `__`: MCP's own unknown-tool error (D-47). */
  | { kind: 'unknown-tool' }

/** Judges arguments against an action's input; [] when they fit. */
export type JudgeArguments<Action> = (action: Action, args: { [name: string]: unknown }) => FieldError[]

/**
 * Judges a call against the windows of this moment.
 *
 * Errors  the first that holds of window_not_found, blocked_by_modal, action_not_available, stale_state,
 *         validation_failed (D-47); each message says what to do next (D-44).
 * Source  GB §7.1 to §7.4 · GB-7.2-runtime, GB-7.1-stale-state
 */
export function checkCall<Action extends ActionOffer>(
  model: WindowsModel<Action>,
  call: Call,
  judge: JudgeArguments<Action>,
): CallVerdict<Action> {
  const name = splitToolName(call.name)
  if (!name) return { kind: 'unknown-tool' }
  const found = name.handle === APP_HANDLE ? findAppAction(model, name.action) : findAction(model, name)
  if (found.kind !== 'allowed') return found
  const { window, action } = found
  const { expectedVersion } = call.arguments
  const version = judgeVersion(expectedVersion, window)
  if (version.kind === 'stale') return refused(staleState(version.currentVersion))
  const fields = judge(action, call.arguments).filter(({ field }) => field !== EXPECTED)
  if (version.kind === 'no-version')
    fields.unshift({ field: EXPECTED, error: 'must be the version you read' })
  return fields.length > 0 ? refused(validationFailed(fields)) : found
}

/** The error for parameters that do not fit, one entry a parameter (GB §7.3). */
export const validationFailed = (fields: FieldError[]): ToolError & { code: 'validation_failed' } => ({
  code: 'validation_failed',
  message: `${fields.length === 1 ? '1 field is' : `${fields.length} fields are`} invalid: correct them as fields says, and call again.`,
  fields,
})

/** The error for a version that is no longer the window's (GB §7.1). */
export const staleState = (currentVersion: number): ToolError => ({
  code: 'stale_state',
  message: 'The window changed since you read it: read app://windows again, decide again, then retry.',
  currentVersion,
})

const refused = (error: ToolError): { kind: 'refused'; error: ToolError } => ({ kind: 'refused', error })

function findAppAction<Action extends ActionOffer>(
  model: WindowsModel<Action>,
  name: string,
): CallVerdict<Action> {
  if (!appActionsAllowed(model)) return refused(blockedError('The app', operableIds(model.windows)))
  const action = model.appActions.find(candidate => candidate.name === name)
  const reason = action && whyUnavailable(model, name)
  if (!action || reason !== undefined) return refused(notAvailable(reason))
  return { kind: 'allowed', action, window: undefined }
}

function findAction<Action extends ActionOffer>(
  model: WindowsModel<Action>,
  name: { handle: string; action: string },
): CallVerdict<Action> {
  const window = model.windows.find(candidate => candidate.id === name.handle && !candidate.private)
  if (!window)
    return refused({
      code: 'window_not_found',
      message:
        'No window has this id, or it was closed: read app://windows and use an id from operableWindowIds.',
    })
  if (!operableIds(model.windows).includes(window.id))
    return refused(blockedError('The window', blockedBy(model.windows, window.id)))
  const action = window.actions.find(candidate => candidate.name === name.action)
  const reason = action && whyUnavailable(window, name.action)
  if (!action || reason !== undefined) return refused(notAvailable(reason))
  return { kind: 'allowed', action, window }
}

const blockedError = (what: string, by: string[]): ToolError => ({
  code: 'blocked_by_modal',
  message:
    by.length > 0
      ? `${what} is blocked by ${by.join(', ')}: finish or close that first, with its own actions.`
      : `${what} is blocked by a dialog that is not shared: ask the user to close it.`,
  blockedBy: by,
})

const notAvailable = (reason: string | undefined): ToolError => ({
  code: 'action_not_available',
  message: `${reason ?? 'The window has no such action now'}: list the tools again and use one of those.`,
  ...(reason === undefined ? {} : { reason }),
})

/** The optional parameter that every write of a window takes (GB §5.5). */
const EXPECTED = 'expectedVersion'

type VersionVerdict = { kind: 'fits' } | { kind: 'stale'; currentVersion: number } | { kind: 'no-version' }

function judgeVersion(expected: unknown, window: ModelWindow | undefined): VersionVerdict {
  if (expected === undefined || !window || expected === window.version) return { kind: 'fits' }
  return Number.isSafeInteger(expected) && Number(expected) >= 0
    ? { kind: 'stale', currentVersion: window.version }
    : { kind: 'no-version' }
}
