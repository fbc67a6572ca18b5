import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { INITIALIZE, mcpHeaders, rpc, send } from '../support/http.js'
import { modern, type RawRequest, requestText, sendBytes } from '../support/raw.js'
import { runningPad } from '../support/running.js'
import { C, type Outcome, outcomeOf } from '../support/wire-outcome.js'

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad()
})
afterAll(() => pad.stop())

const ask = (request: RawRequest): Promise<Outcome> => outcomeOf(pad, request)

/** A legacy session, and a way to ask in it. */
async function session() {
  const headers = mcpHeaders(pad.bridgeToken)
  const opened = await send(pad.port, { path: '/bridge', headers, body: rpc('initialize', INITIALIZE) })
  const id = String(opened.headers['mcp-session-id'])
  return {
    id,
    ask: (request: RawRequest) => ask({ ...request, headers: { 'mcp-session-id': id, ...request.headers } }),
  }
}

const inSession: [title: string, request: RawRequest, outcome: Outcome][] = [
  ['ping', { body: rpc('ping') }, [200, 'result']],
  ['an unknown method', { body: rpc(`${C}/x`) }, [200, -32601]],
  ['prompts, which are not offered', { body: rpc('prompts/list') }, [200, -32601]],
  [
    'an unknown notification',
    { body: JSON.stringify({ jsonrpc: '2.0', method: `notifications/${C}` }) },
    [202, undefined],
  ],
  [
    'a cancellation of nothing',
    { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: C } }) },
    [202, undefined],
  ],
  [
    'a cancellation without an id',
    { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled' }) },
    [202, undefined],
  ],
  [
    'a response that nobody waits for',
    { body: JSON.stringify({ jsonrpc: '2.0', id: C, result: {} }) },
    [202, undefined],
  ],
  [
    'an error that nobody waits for',
    { body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: C } }) },
    [202, undefined],
  ],
  ['a second initialize', { body: rpc('initialize', INITIALIZE) }, [200, 'result']],
  [
    'an unknown version header',
    { body: rpc('ping'), headers: { 'mcp-protocol-version': '1999-01-01' } },
    [400, -32000],
  ],
  ['a call without a name', { body: rpc('tools/call') }, [200, -32602]],
  ['a call by a number', { body: rpc('tools/call', { name: 3 }) }, [200, -32602]],
  [
    'a call with a list of arguments',
    { body: rpc('tools/call', { name: 'a__b', arguments: [C] }) },
    [200, -32602],
  ],
  ['a call of a name that is no tool', { body: rpc('tools/call', { name: C }) }, [200, -32602]],
  ['an unknown resource', { body: rpc('resources/read', { uri: `app://${C}` }) }, [200, -32002]],
  ['a read of nothing', { body: rpc('resources/read') }, [200, -32602]],
  [
    'subscribing to an unknown resource',
    { body: rpc('resources/subscribe', { uri: `app://${C}` }) },
    [200, -32002],
  ],
  ['subscribing to nothing', { body: rpc('resources/subscribe') }, [200, -32602]],
  [
    'unsubscribing without having subscribed',
    { body: rpc('resources/unsubscribe', { uri: 'app://windows' }) },
    [200, 'result'],
  ],
  [
    'unsubscribing from an unknown resource',
    { body: rpc('resources/unsubscribe', { uri: `app://${C}` }) },
    [200, -32002],
  ],
  ['a batch of two', { body: `[${rpc('ping', {}, 1)},${rpc('ping', {}, 2)}]` }, [200, 'result']],
  ['a batch of notifications', { body: '[{"jsonrpc":"2.0","method":"notifications/x"}]' }, [202, undefined]],
  ['a batch with one id twice', { body: `[${rpc('ping', {}, 1)},${rpc('ping', {}, 1)}]` }, [400, -32600]],
  [
    'a batch of a hundred and one',
    { body: `[${Array.from({ length: 101 }, (_, at) => rpc('ping', {}, at)).join()}]` },
    [400, -32600],
  ],
  ['a batch with nonsense in it', { body: `[${rpc('ping')},"${C}"]` }, [400, -32600]],
  [
    'listening, which this era lacks',
    { body: rpc('subscriptions/listen', { notifications: {} }) },
    [200, -32601],
  ],
  [
    'a stream that is not accepted',
    { method: 'GET', headers: { accept: 'application/json' } },
    [406, -32000],
  ],
  ['HEAD', { method: 'HEAD' }, [405, undefined]],
  ['PUT', { method: 'PUT', body: '{}' }, [405, -32000]],
]
for (const [title, request, [status, code]] of inSession)
  verifies(
    'D-07',
    `in a session, ${title}: ${status} ${code ?? ''}, and nothing of it is repeated`,
    async () => {
      const { ask: askIn } = await session()
      deepEqual(await askIn(request), [status, code])
      deepEqual(await askIn({ body: rpc('ping') }), [200, 'result'])
    },
  )

verifies('D-06', 'a session that was ended is 404 afterwards', async () => {
  const { ask: askIn } = await session()
  deepEqual(await askIn({ method: 'DELETE' }), [200, undefined])
  deepEqual(await askIn({ body: rpc('ping') }), [404, -32001])
  deepEqual(await askIn({ method: 'DELETE' }), [404, -32001])
})

verifies('D-07', 'an error of what an app throws says nothing of it', async () => {
  const broken = await runningPad({
    tree: () => Promise.reject(Object.assign(new Error(C), { code: -32000 })),
  })
  for (const headers of [{}, modern('resources/read', { uri: 'elements://current' }).headers]) {
    const { body } = modern('resources/read', { uri: 'elements://current' })
    const plain = rpc('resources/read', { uri: 'elements://current' })
    const request = {
      target: '/elements',
      headers: headers ?? {},
      body: 'mcp-method' in (headers ?? {}) ? (body ?? '') : plain,
    }
    const reply = await sendBytes(broken.port, requestText(broken.port, broken.elementsToken, request))
    ok(!reply.text.includes(C))
    ok(reply.bodies.includes('"code":-32603'))
  }
  await broken.stop()
})

verifies('D-04', 'on the elements path a legacy client needs no session, nor gets one', async () => {
  const headers = mcpHeaders(pad.elementsToken)
  const opened = await send(pad.port, { path: '/elements', headers, body: rpc('initialize', INITIALIZE) })
  deepEqual([opened.status, opened.headers['mcp-session-id']], [200, undefined])
  const told = await send(pad.port, {
    path: '/elements',
    headers,
    body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  })
  equal(told.status, 202)
  const subscribed = await send(pad.port, {
    path: '/elements',
    headers,
    body: rpc('resources/subscribe', { uri: 'elements://current' }),
  })
  equal(JSON.parse(subscribed.body).error.code, -32601)
})
