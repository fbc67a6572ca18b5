import { deepEqual, ok } from 'node:assert/strict'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { INITIALIZE, mcpHeaders, rpc, send } from '../support/http.js'
import { type RawRequest, requestText, sendBytes } from '../support/raw.js'
import { runningPad } from '../support/running.js'

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad()
})
afterAll(() => pad.stop())

const hello = rpc('initialize', INITIALIZE)
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const text = (request: RawRequest) => requestText(pad.port, pad.bridgeToken, request)

/** Each request on a connection of its own; the statuses that come back. */
const rows: [title: string, request: RawRequest, statuses: number[]][] = [
  ['a good request', { body: hello }, [200]],
  ['HTTP/1.0 with a Host', { version: '1.0', body: hello }, [200]],
  ['HTTP/1.0 without a Host', { version: '1.0', body: hello, headers: { host: null } }, [403]],
  ['HTTP/1.1 without a Host', { body: hello, headers: { host: null } }, [400]],
  ['an empty Host', { body: hello, headers: { host: '' } }, [403]],
  ['a second Host', { body: hello, extra: 'Host: evil.example\r\n' }, [403]],
  ['a second, equal token', { body: hello, extra: 'Authorization: Bearer x\r\n' }, [401]],
  ['two lengths', { body: hello, extra: 'Content-Length: 3\r\n' }, [400]],
  [
    'a length and chunks',
    { body: chunk(hello), headers: { 'transfer-encoding': 'chunked', 'content-length': '5' } },
    [400],
  ],
  ['a negative length', { body: hello, headers: { 'content-length': '-1' } }, [400]],
  ['a length that is no number', { body: hello, headers: { 'content-length': '1e3' } }, [400]],
  ['chunks', { body: chunk(hello), headers: { 'transfer-encoding': 'chunked' } }, [200]],
  [
    'chunks with a trailer',
    {
      body: `${hello.length.toString(16)}\r\n${hello}\r\n0\r\nOrigin: x\r\n\r\n`,
      headers: { 'transfer-encoding': 'chunked', trailer: 'origin' },
    },
    [200],
  ],
  ['a broken chunk', { body: `zz\r\n${hello}`, headers: { 'transfer-encoding': 'chunked' } }, [400]],
  ['a transfer that is not chunked', { body: hello, headers: { 'transfer-encoding': 'gzip' } }, [415]],
  [
    'a transfer that is packed and chunked',
    { body: chunk(hello), headers: { 'transfer-encoding': 'gzip, chunked' } },
    [415],
  ],
  ['an unknown transfer', { body: hello, headers: { 'transfer-encoding': 'xchunked' } }, [415]],
  ['a packed body', { body: hello, headers: { 'content-encoding': 'gzip' } }, [415]],
  ['text', { body: hello, headers: { 'content-type': 'text/plain' } }, [415]],
  ['a form', { body: hello, headers: { 'content-type': 'application/x-www-form-urlencoded' } }, [415]],
  ['no content type', { body: hello, headers: { 'content-type': null } }, [415]],
  ['JSON by another name', { body: hello, headers: { 'content-type': 'application/jsonp' } }, [415]],
  [
    'JSON with a charset',
    { body: hello, headers: { 'content-type': 'application/json; charset=utf-8' } },
    [200],
  ],
  ['a body that waits to be asked for', { body: hello, headers: { expect: '100-continue' } }, [100, 200]],
  [
    'a stranger who waits to be asked',
    { body: hello, headers: { expect: '100-continue', authorization: 'no' } },
    [401],
  ],
  [
    'a page that waits to be asked',
    { body: hello, headers: { expect: '100-continue', origin: 'http://a.example' } },
    [403],
  ],
  ['another expectation', { body: hello, headers: { expect: 'tea' } }, [417]],
  ['an absolute target', { target: 'http://127.0.0.1/bridge', body: hello }, [404]],
  ['an asterisk', { method: 'OPTIONS', target: '*' }, [404]],
  ['a fragment', { target: '/bridge#x', body: hello }, [404]],
  ['a path in other letters', { target: '/%62ridge', body: hello }, [404]],
  ['a path with two slashes', { target: '//bridge', body: hello }, [404]],
  ['HEAD', { method: 'HEAD' }, [405]],
  ['GET without a session', { method: 'GET' }, [405]],
  ['OPTIONS', { method: 'OPTIONS' }, [405]],
  ['PUT', { method: 'PUT', body: hello }, [405]],
  ['PATCH', { method: 'PATCH', body: hello }, [405]],
  ['TRACE', { method: 'TRACE' }, [405]],
  ['DELETE without a session', { method: 'DELETE' }, [405]],
  ['CONNECT', { method: 'CONNECT', target: 'evil.example:443' }, []],
  ['a method that HTTP lacks', { method: 'FOO' }, [400]],
  [
    'an upgrade to a WebSocket',
    {
      method: 'GET',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'eA==',
        'sec-websocket-version': '13',
      },
    },
    [405],
  ],
  [
    'an upgrade from a page',
    { method: 'GET', headers: { origin: 'http://a.example', connection: 'Upgrade', upgrade: 'websocket' } },
    [403],
  ],
  ['a folded header', { body: hello, extra: 'X-A: b\r\n c\r\n' }, [400]],
  ['a header with a null', { body: hello, extra: 'X-A: b\0\r\n' }, [400]],
  ['17 KB of headers', { body: hello, extra: `X-A: ${'a'.repeat(17_000)}\r\n` }, [431]],
  ['3,000 headers', { body: hello, extra: 'A: b\r\n'.repeat(3000) }, [431]],
  ['a target of 17 KB', { target: `/${'a'.repeat(17_000)}`, body: hello }, [431]],
]
for (const [title, request, statuses] of rows)
  verifies('D-06', `${title}: ${statuses.join(', then ') || 'closed without a word'}`, async () => {
    const closing = text(request).replace('connection: Upgrade', 'connection: Upgrade, close')
    const reply = await sendBytes(pad.port, closing)
    deepEqual(reply.statuses, statuses)
    ok(!/access-control/i.test(reply.text))
  })

verifies('D-06', 'two requests in one go are answered in their order', async () => {
  const first = text({ body: rpc('ping', {}, 1), headers: { connection: 'keep-alive' } })
  const reply = await sendBytes(pad.port, first + text({ body: hello }))
  deepEqual(reply.statuses, [400, 200])
})

verifies('D-06', 'lines that end in one byte are no HTTP', async () => {
  deepEqual((await sendBytes(pad.port, text({ body: hello }).replaceAll('\r\n', '\n'))).statuses, [400])
})

verifies('D-06', 'HTTP/2 is not spoken', async () => {
  deepEqual((await sendBytes(pad.port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).statuses, [400])
})

verifies('D-06', 'bytes that are no UTF-8 are no JSON', async () => {
  const head = text({ headers: { 'content-length': '9' } })
  const reply = await sendBytes(
    pad.port,
    Buffer.concat([Buffer.from(head), Buffer.from('{"a":"\xff"}', 'latin1')]),
  )
  deepEqual(reply.statuses, [400])
  ok(reply.bodies.includes('-32700'))
})

for (const [title, body] of [
  ['open brackets', '['.repeat(100_000)],
  ['a nest of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a nest of objects', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`],
  [
    'a nest inside arguments',
    rpc('tools/call', { name: 'a__b', arguments: { a: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) } }),
  ],
] as const)
  verifies('D-06', `${title} is 400 with a JSON-RPC error, however deep`, async () => {
    for (const path of ['/elements', '/bridge']) {
      const headers = mcpHeaders(path === '/elements' ? pad.elementsToken : pad.bridgeToken)
      const answer = await send(pad.port, { path, headers, body })
      deepEqual([answer.status, JSON.parse(answer.body).error.code], [400, -32700])
    }
  })

verifies('D-06', 'brackets inside of strings nest nothing', async () => {
  const params = { ...INITIALIZE, clientInfo: { name: `\\"${'['.repeat(5000)}`, version: '1' } }
  const answer = await send(pad.port, {
    path: '/bridge',
    headers: mcpHeaders(pad.bridgeToken),
    body: rpc('initialize', params),
  })
  deepEqual(answer.status, 200)
})

verifies('D-06', 'a body that grows over the limit is cut off while it comes', async () => {
  const head = text({ headers: { 'transfer-encoding': 'chunked', connection: 'keep-alive' } })
  const megabyte = `100000\r\n${' '.repeat(0x100000)}\r\n`
  const reply = await sendBytes(pad.port, head + megabyte.repeat(6))
  ok(reply.statuses.length === 0 || reply.statuses[0] === 413)
})
