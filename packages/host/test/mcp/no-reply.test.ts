import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { noReplyOf } from '../../src/mcp/no-reply.ts'

const thrown = (facts: object) => Object.assign(new Error('SECRET'), facts)

const rows: [title: string, error: unknown, want: object][] = [
  ['a JSON-RPC error', thrown({ code: -32602, data: { uri: 'x' } }), { kind: 'error', code: -32602 }],
  ['401', thrown({ code: 'CLIENT_HTTP_AUTHENTICATION', data: { status: 401 } }), { kind: 'denied' }],
  ['403', thrown({ code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 403 } }), { kind: 'denied' }],
  ['404', thrown({ code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 404 } }), { kind: 'gone' }],
  [
    '500',
    thrown({ code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 500 } }),
    { kind: 'error', code: 500 },
  ],
  ["the client's own time limit", thrown({ code: 'REQUEST_TIMEOUT' }), { kind: 'late' }],
  ['a refused connection', thrown({ code: 'ECONNREFUSED', syscall: 'connect' }), { kind: 'gone' }],
  [
    'a refused connection inside another error',
    thrown({ code: 'ERA_NEGOTIATION_FAILED', cause: thrown({ code: 'ECONNREFUSED' }) }),
    { kind: 'gone' },
  ],
  ['a closed connection', thrown({ code: 'CONNECTION_CLOSED' }), { kind: 'gone' }],
  ['an answer of no form', thrown({ code: 'INVALID_RESULT' }), { kind: 'error', code: 0 }],
  ['no error object', 'SECRET', { kind: 'error', code: 0 }],
  ['nothing', undefined, { kind: 'error', code: 0 }],
]
for (const [title, error, want] of rows)
  verifies('D-08', `${title} keeps its kind and loses its words`, () => deepEqual(noReplyOf(error), want))

verifies('D-08', 'a ring of causes ends', () => {
  const ring = thrown({})
  Object.assign(ring, { cause: ring })
  deepEqual(noReplyOf(ring), { kind: 'error', code: 0 })
})
