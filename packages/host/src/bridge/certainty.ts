/** Whether a call that brought no result may have been done all the same (GB §7.4 · D-36). */
import type { Barred } from '../consent/deny.js'
import type { CallOutcome } from './call.js'

/**
 * True where nobody can say whether the action took effect: read the windows before you call again.
 *
 * Shape   an app that was asked and gave no answer, or none that can be read; never for an answer of its own, for
 *         what was not sent, or for a request that the app turned away before it came to any action. `barred`: the settings
 *         may have changed while the app answered.
 */
export function mayHaveActed(outcome: CallOutcome | Barred): boolean {
  switch (outcome.kind) {
    case 'late':
    case 'gone':
    case 'too-large':
    case 'barred':
      return true
    case 'error':
      return !TURNED_AWAY.has(outcome.code)
    case 'done':
    case 'failed':
    case 'odd':
    case 'blocked':
    case 'inexact':
    case 'unsent':
    case 'denied':
      return false
    default:
      return outcome satisfies never
  }
}

/** JSON-RPC: no JSON, no request, no such method, no such tool or parameters. HTTP: a request of no proper form, too many. */
const TURNED_AWAY: ReadonlySet<number> = new Set([
  -32700, -32600, -32601, -32602, 400, 405, 406, 411, 413, 415, 421, 429,
])
