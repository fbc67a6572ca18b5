/** What the MCP client threw, as a kind; its words stay inside, since they may quote the app (D-08). */
import { isRecord } from '@copane/protocol/findings'
import type { NoReply } from '../wire/connection.js'

/**
 * Why there is no answer.
 *
 * Shape   decided by codes and statuses: classes differ across bundles, and messages change.
 */
export function noReplyOf(thrown: unknown): NoReply {
  for (let at = thrown, depth = 0; isRecord(at) && depth < 5; at = at.cause, depth++) {
    const status = isRecord(at.data) ? at.data.status : undefined
    if (typeof at.code === 'number') return { kind: 'error', code: at.code }
    if (status === 401 || status === 403) return { kind: 'denied' }
    if (status === 404 || status === 410) return { kind: 'gone' }
    if (typeof status === 'number') return { kind: 'error', code: status }
    if (at.code === 'REQUEST_TIMEOUT' || at.name === 'AbortError') return { kind: 'late' }
    if (typeof at.syscall === 'string' || GONE.has(at.code)) return { kind: 'gone' }
  }
  return { kind: 'error', code: 0 }
}

const GONE = new Set<unknown>([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'CONNECTION_CLOSED',
  'NOT_CONNECTED',
  'SEND_FAILED',
])
