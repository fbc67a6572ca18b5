import { deepEqual, equal, ok } from 'node:assert/strict'
import { connect } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { INITIALIZE, mcpHeaders, rpc, send } from '../support/http.js'
import { runningPad } from '../support/running.js'

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad()
})
afterAll(() => pad.stop())

const good = () => mcpHeaders(pad.elementsToken)
const read = rpc('resources/list')

const origins = ['http://127.0.0.1', 'http://localhost:3000', 'https://evil.example', 'null', '']
for (const origin of origins)
  for (const token of ['right', 'wrong', 'none'])
    verifies(
      'EL-sec-origin',
      `Origin ${JSON.stringify(origin)} is 403 with ${token} token, before the token is looked at`,
      async () => {
        const { authorization: _, ...bare } = good()
        const authorization =
          token === 'right' ? good() : token === 'wrong' ? { authorization: 'Bearer no' } : {}
        const answer = await send(pad.port, {
          path: '/elements',
          headers: { ...bare, ...authorization, origin },
          body: read,
        })
        deepEqual([answer.status, answer.headers['access-control-allow-origin']], [403, undefined])
      },
    )

const hosts = ['localhost', 'evil.example', '127.0.0.1', '127.0.0.1:1', '[::1]', '127.0.0.1.evil.example']
for (const host of hosts)
  verifies('FR-36', `Host ${JSON.stringify(host)} is 403: no name that was rebound gets in`, async () => {
    const answer = await send(pad.port, { path: '/elements', headers: { ...good(), host }, body: read })
    equal(answer.status, 403)
  })

const paths = [
  '/',
  '/mcp',
  '/elements/',
  '/.well-known/oauth-protected-resource',
  '/elements?x=1',
  '/bridge/../elements',
]
for (const path of paths)
  verifies('D-06', `${path} is 404 with a JSON body`, async () => {
    const answer = await send(pad.port, { path, headers: good(), body: read })
    deepEqual(
      [answer.status, answer.headers['content-type'], 'error' in JSON.parse(answer.body)],
      [404, 'application/json', true],
    )
  })

const tokens = ['', 'Bearer', 'Bearer ', 'Bearer no', 'Basic abc', 'no-scheme']
for (const authorization of tokens)
  verifies(
    'EL-sec-bearer',
    `Authorization ${JSON.stringify(authorization)} is 401 with a bare challenge`,
    async () => {
      const answer = await send(pad.port, {
        path: '/elements',
        headers: { ...good(), authorization },
        body: read,
      })
      deepEqual([answer.status, answer.headers['www-authenticate'], answer.body], [401, 'Bearer', ''])
    },
  )

verifies('EL-sec-bearer', 'the token of one path opens no other', async () => {
  const swapped = await send(pad.port, { path: '/bridge', headers: good(), body: read })
  const right = await send(pad.port, { path: '/elements', headers: good(), body: read })
  deepEqual([swapped.status, right.status], [401, 200])
})

const nonsense = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"jsonrpc":"1.0"}',
  '{"jsonrpc":"2.0","id":1}',
  '[[[[',
  '\u0000',
]
for (const body of nonsense)
  for (const path of ['/elements', '/bridge'])
    verifies(
      'D-06',
      `${JSON.stringify(body)} on ${path} is refused, and the next request is served`,
      async () => {
        const headers = mcpHeaders(path === '/elements' ? pad.elementsToken : pad.bridgeToken)
        const { status } = await send(pad.port, { path, headers, body })
        ok(status >= 400 && status < 500, `status ${status}`)
        equal((await send(pad.port, { path: '/elements', headers: good(), body: read })).status, 200)
      },
    )

for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS'])
  for (const path of ['/elements', '/bridge'])
    verifies('D-06', `${method} ${path} outside a legacy session is 405`, async () => {
      const headers = mcpHeaders(path === '/elements' ? pad.elementsToken : pad.bridgeToken)
      equal((await send(pad.port, { path, method, headers })).status, 405)
    })

verifies('D-06', 'an unknown session is 404, so that a client opens a new one', async () => {
  const headers = { ...mcpHeaders(pad.bridgeToken), 'mcp-session-id': 'gone' }
  equal((await send(pad.port, { path: '/bridge', headers, body: read })).status, 404)
})

verifies('D-06', 'initialize with a stale session id opens a new session', async () => {
  const headers = { ...mcpHeaders(pad.bridgeToken), 'mcp-session-id': 'gone' }
  const answer = await send(pad.port, { path: '/bridge', headers, body: rpc('initialize', INITIALIZE) })
  equal(answer.status, 200)
  ok(typeof answer.headers['mcp-session-id'] === 'string')
})

verifies('D-06', 'a body over the limit is 413', async () => {
  const headers = { ...good(), 'content-length': String(5 * 1024 * 1024) }
  const outcome = await send(pad.port, { path: '/elements', headers, body: 'x' }).then(
    ({ status }) => status,
    () => 'closed',
  )
  ok(outcome === 413 || outcome === 'closed')
})

verifies('D-06', 'headers over the limit are 431', async () => {
  const answer = await send(pad.port, {
    path: '/elements',
    headers: { ...good(), 'x-long': 'x'.repeat(20_000) },
    body: read,
  })
  equal(answer.status, 431)
})

verifies('D-06', 'bytes that are no HTTP cost that connection only', async () => {
  const closed = Promise.withResolvers<void>()
  const socket = connect(pad.port, '127.0.0.1', () => socket.end('\u0016\u0003\u0001 not http\r\n\r\n'))
  socket.on('close', () => closed.resolve())
  socket.on('error', () => {})
  socket.resume()
  await closed.promise
  equal((await send(pad.port, { path: '/elements', headers: good(), body: read })).status, 200)
})

verifies('D-07', 'a notification is answered 202', async () => {
  const open = await send(pad.port, {
    path: '/bridge',
    headers: mcpHeaders(pad.bridgeToken),
    body: rpc('initialize', INITIALIZE),
  })
  const headers = { ...mcpHeaders(pad.bridgeToken), 'mcp-session-id': String(open.headers['mcp-session-id']) }
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  equal((await send(pad.port, { path: '/bridge', headers, body })).status, 202)
})
