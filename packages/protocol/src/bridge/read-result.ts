/** What a call answered, told apart by code (GB §5.4, §7.4 · D-46, D-48). */
import { fits, isRecord } from '../findings/shape.js'
import type { Json } from '../elements/types.js'
import { ERROR_CODES, type ErrorCode, type FieldError, type ToolError } from './types.js'
import { fieldErrorFits } from './validate.gen.js'

/** A call that took effect, or one that failed with a known code or one of the server's own. */
export type CallAnswer =
  | { kind: 'done'; message: string; openedWindowIds: string[]; result: { [name: string]: Json } | undefined }
  | { kind: 'failed'; error: ToolError }
  /** An unknown code, or an error of no known form: never retried blindly (D-46). */
  | { kind: 'odd'; code: string; message: string }

/**
 * Reads a tool result; only `structuredContent` decides (GB-5.4-structured-only).
 *
 * Errors  none: `stale_state` without a version is `odd`; other facts that are missing are empty.
 */
export function readCallAnswer(result: { isError?: boolean; structuredContent?: unknown }): CallAnswer {
  const content = isRecord(result.structuredContent) ? result.structuredContent : {}
  const message = typeof content.message === 'string' ? content.message : ''
  if (result.isError === true) return readError(content, message)
  const opened: unknown[] = Array.isArray(content.openedWindowIds) ? content.openedWindowIds : []
  return {
    kind: 'done',
    message,
    openedWindowIds: opened.filter(id => typeof id === 'string'),
    result: isJsonObject(content.result) ? content.result : undefined,
  }
}

/** What came over the wire as an object is a JSON object. */
const isJsonObject = (value: unknown): value is { [name: string]: Json } => isRecord(value)

function readError(content: { [name: string]: unknown }, message: string): CallAnswer {
  const code = ERROR_CODES.find(known => known === content.code)
  const error = code && errorOf(code, message, content)
  return error
    ? { kind: 'failed', error }
    : { kind: 'odd', code: typeof content.code === 'string' ? content.code : '', message }
}

function errorOf(
  code: ErrorCode,
  message: string,
  content: { [name: string]: unknown },
): ToolError | undefined {
  switch (code) {
    case 'stale_state':
      return fits(content.currentVersion, 'int64')
        ? {
            code,
            message,
            currentVersion: Number(content.currentVersion),
            ...(Number.isSafeInteger(content.currentVersion) ? {} : { isRounded: true }),
          }
        : undefined
    case 'validation_failed':
      return {
        code,
        message,
        fields: Array.isArray(content.fields) ? content.fields.filter(isFieldError) : [],
      }
    case 'blocked_by_modal': {
      const by: unknown[] = Array.isArray(content.blockedBy) ? content.blockedBy : []
      return { code, message, blockedBy: by.filter(id => typeof id === 'string') }
    }
    case 'action_not_available':
      return { code, message, ...(typeof content.reason === 'string' ? { reason: content.reason } : {}) }
    case 'window_not_found':
    case 'action_timeout':
    case 'action_failed':
      return { code, message }
    default:
      return code satisfies never
  }
}

const isFieldError = (value: unknown): value is FieldError => isRecord(value) && fieldErrorFits(value)
