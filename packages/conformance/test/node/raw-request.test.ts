import { deepEqual, equal } from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { createSend } from '../../src/node/raw-request.ts'
import type { RawAnswer, RawRequest } from '../../src/wire/raw.ts'

/** Sends one request to a listener and gives what came back. */
async function exchange(
  listener: RequestListener,
  request: Partial<RawRequest> = {},
  timeMs = 2000,
): Promise<RawAnswer> {
  const server = createServer(listener)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const bound = server.address()
  const { port }: Pick<AddressInfo, 'port'> = typeof bound === 'object' && bound ? bound : { port: 0 }
  const answer = await createSend(timeMs)({
    address: '127.0.0.1',
    port,
    method: 'GET',
    path: '/',
    headers: { host: 'one' },
    ...request,
  })
  server.closeAllConnections()
  server.close()
  return answer
}

test('the headers on the wire are the ones given, in that spelling, and no other', async () => {
  let raw: string[] = []
  const headers = { Host: 'other.example', origin: '', 'X-One': '1' }
  await exchange(
    (request, response) => {
      raw = request.rawHeaders
      response.end()
    },
    { method: 'POST', headers, body: 'é' },
  )
  deepEqual(raw, [
    'Host',
    'other.example',
    'origin',
    '',
    'X-One',
    '1',
    'content-length',
    '2',
    'connection',
    'close',
  ])
})

test('status, headers and body come back as they are', async () => {
  const answer = await exchange(
    (_, response) => void response.writeHead(418, { 'x-two': ['a', 'b'] }).end('tea'),
  )
  equal(answer.kind === 'answer' && answer.status, 418)
  equal(answer.kind === 'answer' && answer.headers['x-two'], 'a, b')
  equal(answer.kind === 'answer' && answer.body, 'tea')
})

test('a redirect is not followed', async () => {
  const answer = await exchange((_, response) => void response.writeHead(302, { location: '/else' }).end())
  equal(answer.kind === 'answer' && answer.status, 302)
})

test('an event stream that stays open is read until it says enough', async () => {
  const answer = await exchange(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
    { enough: body => body.includes('data: 1') },
  )
  equal(answer.kind === 'answer' && answer.body, 'data: 1\n\n')
})

test('an event that comes in parts is handed on when it is whole, and once', async () => {
  const asked: string[] = []
  const answer = await exchange(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const parts = ['data: é'.slice(0, 6), 'é\r\n\r', '\ndata: 2\n', '\ndata: 3']
      const next = () => {
        const part = parts.shift()
        if (part !== undefined) response.write(part, () => setImmediate(next))
      }
      next()
    },
    {
      enough: text => {
        asked.push(text)
        return text.includes('data: 2')
      },
    },
  )
  equal(asked.join(''), 'data: é\r\n\r\ndata: 2\n\n')
  equal(answer.kind, 'answer')
})

test('silence ends at the time limit', async () => {
  deepEqual(await exchange(() => {}, {}, 30), { kind: 'none', why: 'no answer in time' })
})

test('a cut connection is a broken answer', async () => {
  deepEqual(await exchange((_, response) => void response.destroy()), {
    kind: 'none',
    why: 'a broken answer',
  })
})

test('a port where nobody listens is no connection', async () => {
  const send = createSend(2000)
  deepEqual(await send({ address: '127.0.0.1', port: 9, method: 'GET', path: '/', headers: {} }), {
    kind: 'none',
    why: 'no connection',
  })
})
