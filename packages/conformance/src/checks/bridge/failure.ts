/** What a call came to, read without forgiveness (GB §5.4, §7.4). */
import { ERROR_CODES } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import { type Fields, type Reply, replySaw } from '../../wire/era.js'

/** A failure with a code, a success, or neither. */
export type CallResult =
  | { kind: 'failure'; code: string; facts: Fields }
  | { kind: 'success' }
  | { kind: 'formless'; saw: string }

/** Reads the answer to a `tools/call`. */
export function callResultOf(reply: Reply): CallResult {
  if (reply.kind !== 'result') return { kind: 'formless', saw: replySaw(reply) }
  const { isError, structuredContent } = reply.result
  if (isError !== true) return { kind: 'success' }
  if (!isRecord(structuredContent) || typeof structuredContent.code !== 'string')
    return { kind: 'formless', saw: 'an error without a code in structuredContent' }
  return { kind: 'failure', code: structuredContent.code, facts: structuredContent }
}

/** What a call came to, in words that hold nothing of the app: a code of its own is not repeated. */
export function resultSaw(result: CallResult): string {
  switch (result.kind) {
    case 'failure':
      return isKnownCode(result.code) ? result.code : 'a code of its own'
    case 'success':
      return 'a success'
    case 'formless':
      return result.saw
    default:
      return result satisfies never
  }
}

/** Whether a code is one of GB §7.4, so that it says something definite. */
export const isKnownCode = (code: string): boolean =>
  ERROR_CODES.some(known => known === code) && code !== 'action_failed'

/** Codes that a call may get because the user was at work in between. */
export const isRace = (result: CallResult): boolean =>
  result.kind === 'failure' &&
  ['blocked_by_modal', 'window_not_found', 'action_not_available', 'stale_state'].includes(result.code)
