import { deepEqual, equal } from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { CallOutcome } from '../../src/bridge/call.ts'
import { mayHaveActed } from '../../src/bridge/certainty.ts'
import { openWindows } from '../../src/bridge/node/open-windows.ts'
import { openSession } from '../../src/bridge/session.ts'
import { failure, serve, tool, win } from '../support/fake-windows.ts'
import { jsonText, startForeignApp } from '../support/foreign-app.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const WINDOWS = { operableWindowIds: ['w-1'], windows: [win('w-1', { version: 7 })] }

type Answer = (response: ServerResponse, id: unknown) => void
const json =
  (body: (id: unknown) => unknown, status = 200): Answer =>
  (response, id) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body(id)))
const error = (code: number): Answer => json(id => ({ jsonrpc: '2.0', id, error: { code, message: 'm' } }))

const unknown: [title: string, answer: Answer][] = [
  ['dies before it answers', response => response.destroy()],
  [
    'dies in the middle of its answer',
    response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"json', () => response.destroy())
    },
  ],
  [
    'ends the stream of events without an answer',
    response => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hello\n\n'),
  ],
  ['never answers', () => {}],
  [
    'answers no JSON',
    response => void response.writeHead(200, { 'content-type': 'application/json' }).end('!'),
  ],
  ['answers neither result nor error', json(id => ({ jsonrpc: '2.0', id }))],
  ['answers another question', json(() => ({ jsonrpc: '2.0', id: 'other', result: { content: [] } }))],
  ['answers with no content at all', json(id => ({ jsonrpc: '2.0', id, result: null }))],
  ['takes the request and says no more', response => void response.writeHead(202).end()],
  ['fails inside', error(-32603)],
  ['fails over HTTP', json(() => 'oops', 500)],
  ['answers without end', pour],
]

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ')
  response.writeHead(200, { 'content-type': 'application/json' }).on('error', () => {})
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const known: [title: string, answer: Answer][] = [
  ['knows no such tool', error(-32602)],
  ['knows no calls at all', error(-32601)],
  ['turns a request away', json(() => 'slow down', 429)],
  ['refuses the token', json(() => '', 401)],
]

for (const era of ['legacy', 'modern'] as const)
  for (const [mayHave, rows] of [
    [true, unknown],
    [false, known],
  ] as const)
    for (const [title, answer] of rows)
      verifies(
        'GB-7.4-failure',
        `${era}: an app that ${title} ${mayHave ? 'may have' : 'has not'} done what was asked, and was asked once`,
        async () => {
          let calls = 0
          const app = await startForeignApp({
            '/b': {
              token: 't',
              eras: [era],
              handle: method =>
                method === 'tools/list' ? { result: { tools: [] } } : jsonText('app://windows', WINDOWS),
              intercept: (_request, response, body) => {
                if (!body.includes('"tools/call"')) return false
                calls++
                answer(response, JSON.parse(body).id)
                return true
              },
            },
          })
          undo.push(app.close)
          const place = { endpoint: app.url('/b'), token: 't' }
          const opened = await openWindows(place, { era, timeoutMs: 5000, callMs: 400, maxBytes: 100_000 })
          if (opened.kind !== 'session') throw new Error(opened.kind)
          undo.push(opened.session.close)
          const outcome = await opened.session.call('w-1', 'save', {}, { decide: () => ({ args: {} }) })
          equal(mayHaveActed(outcome), mayHave, outcome.kind)
          equal(calls, 1)
          equal((await opened.session.snapshot()).kind, 'snapshot')
        },
      )

const certain: CallOutcome[] = [
  { kind: 'done', message: '', openedWindowIds: [], result: undefined },
  { kind: 'failed', error: { code: 'stale_state', message: 'm', currentVersion: 8 } },
  { kind: 'odd', code: 'no', message: 'm' },
  { kind: 'blocked', by: [], message: 'm' },
  { kind: 'inexact' },
  { kind: 'unsent', why: 'gone' },
  { kind: 'denied' },
]
for (const outcome of certain)
  verifies('GB-7.4-failure', `${outcome.kind}: it is certain what happened`, () => {
    equal(mayHaveActed(outcome), false)
  })

verifies(
  'GB-7.1-client-retries',
  'a session that closes while decide thinks ends the call at once',
  async () => {
    const app = serve(WINDOWS, {
      tools: [tool('w-1__save')],
      answers: [failure({ code: 'stale_state', message: 'changed', currentVersion: 8 })],
    })
    const pause = async () => {}
    const session = openSession(app.connection, { pause, deadline: () => new AbortController().signal })
    const asked = Promise.withResolvers<void>()
    const calling = session.call(
      'w-1',
      'save',
      {},
      {
        decide: () => {
          asked.resolve()
          return new Promise(() => {})
        },
      },
    )
    await asked.promise
    await session.close()
    deepEqual(await calling, {
      kind: 'failed',
      error: { code: 'stale_state', message: 'changed', currentVersion: 8 },
    })
  },
)
