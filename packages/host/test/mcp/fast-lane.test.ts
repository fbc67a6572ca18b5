import { deepEqual, equal, ok } from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { createFastLane, createWarmAgent } from '../../src/mcp/fast-lane.ts'

type Seen = { headers: IncomingMessage['headers']; body: string; port: number | undefined }
type Handle = (response: ServerResponse, id: number, times: number) => void

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0).toReversed()) close()
})

/** A server that says anything, and a lane to it. */
async function lane(handle: Handle, { maxBytes = 10_000, token = 't' } = {}) {
  const seen: Seen[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      seen.push({ headers: request.headers, body, port: request.socket.remotePort })
      const { id }: { id: number } = JSON.parse(body)
      handle(response, id, seen.length)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const agent = createWarmAgent()
  open.push(() => {
    agent.destroy()
    server.close()
    server.closeAllConnections()
  })
  return {
    seen,
    server,
    read: createFastLane({ agent, port, path: '/e?x=1', token, name: 'me "é"', maxBytes }),
  }
}

const soon = () => AbortSignal.timeout(5000)
const json = (response: ServerResponse, value: unknown, type = 'application/json') =>
  void response.writeHead(200, { 'content-type': type }).end(JSON.stringify(value))
const result = (text: unknown) => ({
  resultType: 'complete',
  contents: [{ uri: 'a://b', mimeType: 'application/json', text }],
})
const message = (id: unknown, text: unknown = 'hello') => ({ jsonrpc: '2.0', id, result: result(text) })

verifies('D-02', 'a read says all that a modern server asks for, and nothing else', async () => {
  const { seen, read } = await lane((response, id) => json(response, message(id)))
  deepEqual(await read('a://b', soon()), { kind: 'answer', result: 'hello' })
  const [{ headers, body } = { headers: {}, body: '{}' }] = seen
  const { connection: _, 'content-length': __, host, ...given } = headers
  ok(host?.startsWith('127.0.0.1:'))
  deepEqual(given, {
    authorization: 'Bearer t',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'resources/read',
    'mcp-name': 'a://b',
  })
  deepEqual(JSON.parse(body), {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: {
      uri: 'a://b',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'me "é"', version: '0.1.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })
})

verifies('D-02', 'reads one after the other share a connection', async () => {
  const { seen, read } = await lane((response, id) => json(response, message(id)))
  for (let at = 0; at < 5; at++) equal((await read('a://b', soon())).kind, 'answer')
  equal(new Set(seen.map(({ port }) => port)).size, 1)
})

verifies('D-02', 'a warm connection that the server closed is replaced without a word', async () => {
  const { seen, read } = await lane((response, id, times) => {
    if (times === 2) response.socket?.destroy()
    else json(response, message(id))
  })
  equal((await read('a://b', soon())).kind, 'answer')
  equal((await read('a://b', soon())).kind, 'answer')
  equal(seen.length, 3)
})

verifies(
  'EL-9.2-never-wait',
  'a server that closes each connection is gone, after two tries at most',
  async () => {
    const { seen, read } = await lane((response, id, times) => {
      if (times > 1) response.socket?.destroy()
      else json(response, message(id))
    })
    await read('a://b', soon())
    deepEqual(await read('a://b', soon()), { kind: 'gone' })
    equal(seen.length, 3)
  },
)

const unknown: [title: string, handle: Handle][] = [
  ['events', (response, id) => json(response, message(id), 'text/event-stream')],
  ['no type', (response, id) => void response.writeHead(200).end(JSON.stringify(message(id)))],
  ['text', (response, id) => json(response, message(id), 'text/plain')],
  ['a redirect', response => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
  ['400', response => void response.writeHead(400, { 'content-type': 'application/json' }).end('{}')],
  ['404', response => void response.writeHead(404).end()],
  ['202', response => void response.writeHead(202).end()],
  ['no JSON', response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":')],
  ['nothing', response => void response.writeHead(200, { 'content-type': 'application/json' }).end()],
  ['a list', (response, id) => json(response, [message(id)])],
  ['null', response => json(response, null)],
  ['another id', (response, id) => json(response, message(id + 1))],
  ['the id as text', (response, id) => json(response, message(String(id)))],
  ['no jsonrpc', (response, id) => json(response, { id, result: result('x') })],
  [
    'a question',
    (response, id) => json(response, { jsonrpc: '2.0', id, result: { resultType: 'input_required' } }),
  ],
  [
    'a legacy result',
    (response, id) => json(response, { jsonrpc: '2.0', id, result: { contents: result('x').contents } }),
  ],
  [
    'no contents',
    (response, id) => json(response, { jsonrpc: '2.0', id, result: { resultType: 'complete' } }),
  ],
  [
    'empty contents',
    (response, id) => json(response, { jsonrpc: '2.0', id, result: { ...result('x'), contents: [] } }),
  ],
  ['a text that is none', (response, id) => json(response, message(id, 7))],
  [
    'an error and a result',
    (response, id) => json(response, { ...message(id), error: { code: -32602, message: '' } }),
  ],
  [
    'an error without a code',
    (response, id) => json(response, { jsonrpc: '2.0', id, error: { message: 'x' } }),
  ],
]
for (const [title, handle] of unknown)
  verifies('D-02', `${title}: not an answer that the lane knows`, async () => {
    const { seen, read } = await lane(handle)
    deepEqual(await read('a://b', soon()), { kind: 'unknown' })
    equal(seen.length, 1)
  })

verifies('D-02', 'a type with a charset is JSON', async () => {
  const { read } = await lane((response, id) =>
    json(response, message(id), 'application/json; charset=utf-8'),
  )
  equal((await read('a://b', soon())).kind, 'answer')
})

verifies('D-07', 'an error keeps its code and loses its words', async () => {
  const { read } = await lane((response, id) =>
    json(response, { jsonrpc: '2.0', id, error: { code: -32602, message: 'canary' } }),
  )
  deepEqual(await read('a://b', soon()), { kind: 'error', code: -32602 })
})

verifies('D-07', 'a server that failed is an error with its status', async () => {
  const { read } = await lane(response => void response.writeHead(500).end())
  deepEqual(await read('a://b', soon()), { kind: 'error', code: 500 })
})

for (const status of [401, 403])
  verifies('EL-sec-bearer', `${status} is denied`, async () => {
    const { read } = await lane(response => void response.writeHead(status).end())
    deepEqual(await read('a://b', soon()), { kind: 'denied' })
  })

verifies('D-16', 'too much breaks off while it arrives, and before where its length is told', async () => {
  let closed = Promise.withResolvers<void>()
  const endless = await lane(response => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = () => {
      while (response.writable && response.write('x'.repeat(4096)));
    }
    response.on('drain', write)
    response.on('close', () => closed.resolve())
    write()
  })
  deepEqual(await endless.read('a://b', soon()), { kind: 'too-large' })
  await closed.promise
  closed = Promise.withResolvers<void>()
  const told = await lane(response => {
    response.on('close', () => closed.resolve())
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1e9 }).write('{')
  })
  deepEqual(await told.read('a://b', soon()), { kind: 'too-large' })
  await closed.promise
})

verifies('EL-9.2-never-wait', 'a deadline ends a read, its connection, and what comes later', async () => {
  const closed = Promise.withResolvers<void>()
  const { read } = await lane(response => void response.on('close', () => closed.resolve()))
  const deadline = new AbortController()
  const reading = read('a://b', deadline.signal)
  setImmediate(() => deadline.abort())
  deepEqual(await reading, { kind: 'late' })
  deepEqual(await read('a://b', AbortSignal.abort()), { kind: 'late' })
})

verifies('EL-9.2-never-wait', 'a deadline in the middle of an answer ends it', async () => {
  const closed = Promise.withResolvers<void>()
  const deadline = new AbortController()
  const { read } = await lane(response => {
    response.on('close', () => closed.resolve())
    response.writeHead(200, { 'content-type': 'application/json' }).write('{', () => deadline.abort())
  })
  deepEqual(await read('a://b', deadline.signal), { kind: 'late' })
  await closed.promise
})

verifies('EL-9.2-never-wait', 'an app that dies in the middle of its answer is gone', async () => {
  const { read } = await lane(response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{', () => response.socket?.destroy())
  })
  deepEqual(await read('a://b', soon()), { kind: 'gone' })
})

verifies('EL-9.2-never-wait', 'nobody listening is gone', async () => {
  const { read, server } = await lane((response, id) => json(response, message(id)))
  await new Promise(resolve => server.close(resolve))
  deepEqual(await read('a://b', soon()), { kind: 'gone' })
})

for (const uri of ['a://b c', 'a://é', 'a\r\nx: y', ''])
  verifies('D-02', `${JSON.stringify(uri)} fits in no header: the lane asks nobody`, async () => {
    const { seen, read } = await lane((response, id) => json(response, message(id)))
    deepEqual(await read(uri, soon()), { kind: 'unknown' })
    equal(seen.length, 0)
  })

verifies('EL-sec-bearer', 'a token that fits in no header is sent to nobody', async () => {
  const { seen, read } = await lane((response, id) => json(response, message(id)), { token: 'a\r\nb' })
  deepEqual(await read('a://b', soon()), { kind: 'unknown' })
  equal(seen.length, 0)
})
