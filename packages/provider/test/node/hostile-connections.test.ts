import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../../../test/support/verifies.js'
import { createElements } from '../../src/index.js'
import { type DropTold, startProvider } from '../../src/node/index.js'
import { rpc, mcpHeaders, send } from '../support/http.js'
import { requestText, sendBytes } from '../support/raw.js'
import { smallBridge, TOKEN } from '../support/faces.js'

/** Opens a connection and writes a beginning to it; resolves at its end. */
function drip(port: number, beginning: string): { socket: Socket; gone: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1', () => {
    if (beginning !== '') socket.write(beginning)
  })
  socket.on('error', () => {})
  socket.resume()
  socket.on('close', () => resolve())
  return { socket, gone: promise }
}

const isServed = async (port: number): Promise<boolean> => {
  const answer = await send(port, { path: '/bridge', headers: mcpHeaders(TOKEN), body: rpc('ping') })
  return answer.status === 400
}

const ofLength = (port: number, token: string, length: number) =>
  requestText(port, token, { headers: { 'content-length': String(length), connection: 'keep-alive' } })
const beginnings: [title: string, text: (port: number) => string][] = [
  ['nothing', () => ''],
  ['half a request line', () => 'POST /bri'],
  ['half a header', port => `POST /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthor`],
  ['half a body', port => `${ofLength(port, TOKEN, 100)}{"json`],
  ['a body that never comes', port => ofLength(port, TOKEN, 100)],
  [
    'a chunk that never ends',
    port => `${requestText(port, TOKEN, { headers: { 'transfer-encoding': 'chunked' } })}ff\r\n{`,
  ],
]
for (const [title, text] of beginnings)
  verifies(
    'D-06',
    `who sends ${title} and then waits is let go in time, and so is each of two hundred`,
    async () => {
      const bridge = await smallBridge({}, { headerMs: 300, requestMs: 300 })
      const all = Array.from({ length: 200 }, () => drip(bridge.port, text(bridge.port)))
      ok(await isServed(bridge.port))
      await Promise.all(all.map(({ gone }) => gone))
      ok(await isServed(bridge.port))
      await bridge.stop()
    },
  )

for (const [title, text] of beginnings.slice(0, 3))
  verifies(
    'D-06',
    `a flood of connections with ${title} locks nobody out: the oldest of them goes for each new one`,
    async () => {
      const bridge = await smallBridge({}, { maxConnections: 20 })
      const flood = Array.from({ length: 100 }, () => drip(bridge.port, text(bridge.port)))
      for (let at = 0; at < 10; at++) ok(await isServed(bridge.port))
      ok(bridge.drops.length >= 80)
      deepEqual(bridge.drops[0], { path: '', reason: 'too many connections' })
      for (const { socket } of flood) socket.destroy()
      await bridge.stop()
    },
  )

verifies('D-06', 'a stranger can hold no connection with half a body', async () => {
  const bridge = await smallBridge({})
  const stranger = drip(bridge.port, `${ofLength(bridge.port, 'wrong', 3_000_000)}{"json`)
  await stranger.gone
  await bridge.stop()
})

verifies('D-06', 'a connection between two requests goes before one that listens', async () => {
  const bridge = await smallBridge({}, { maxConnections: 10 })
  const stream = await bridge.listen(1)
  const idle = Array.from({ length: 30 }, () =>
    drip(
      bridge.port,
      requestText(bridge.port, TOKEN, { headers: { connection: 'keep-alive' }, body: rpc('ping') }),
    ),
  )
  for (let at = 0; at < 20; at++) ok(await isServed(bridge.port))
  bridge.commit('heard')
  await stream.has('resources/updated')
  for (const { socket } of idle) socket.destroy()
  await bridge.stop()
})

verifies('D-06', 'where every connection is in use, a new one is closed at once', async () => {
  const bridge = await smallBridge({}, { maxConnections: 3 })
  const streams = [await bridge.listen(1), await bridge.listen(2), await bridge.listen(3)]
  await drip(bridge.port, 'POST').gone
  for (const { socket } of streams) ok(!socket.destroyed)
  streams[0]?.socket.destroy()
  await streams[0]?.gone
  let served = false
  while (!served) served = await isServed(bridge.port).catch(() => false)
  await bridge.stop()
})

verifies('D-06', 'who asks for much and reads nothing makes the others wait for nothing', async () => {
  const bridge = await smallBridge({})
  bridge.commit('x'.repeat(1_000_000))
  const { id } = await bridge.initialize()
  const read = requestText(bridge.port, TOKEN, {
    headers: { 'mcp-session-id': id, connection: 'keep-alive' },
    body: rpc('resources/read', { uri: 'app://windows' }),
  })
  const greedy = Array.from({ length: 5 }, () => drip(bridge.port, read.repeat(50)))
  for (const { socket } of greedy) socket.pause()
  for (let at = 0; at < 20; at++) equal(await bridge.ping(id), 200)
  for (const { socket } of greedy) socket.destroy()
  await bridge.stop()
})

verifies('D-06', 'who takes nothing of an answer is let go in time, with a reason', async () => {
  const bridge = await smallBridge({}, { stallMs: 300 })
  bridge.commit('x'.repeat(3_900_000))
  const { id } = await bridge.initialize()
  const read = requestText(bridge.port, TOKEN, {
    headers: { 'mcp-session-id': id, connection: 'keep-alive' },
    body: rpc('resources/read', { uri: 'app://windows' }),
  })
  const greedy = drip(bridge.port, read.repeat(5))
  greedy.socket.pause()
  while (bridge.drops.length === 0) equal(await bridge.ping(id), 200)
  deepEqual(bridge.drops, [{ path: '', reason: 'slow reader' }])
  greedy.socket.destroy()
  await bridge.stop()
})

verifies('D-06', 'who sends on and on without waiting for answers is let go, with a reason', async () => {
  const drops: DropTold[] = []
  const hanging = createElements({ instance: 'i', tree: () => new Promise(() => {}) })
  const folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
  const started = await startProvider({
    app: { bundleId: 'dev.copane.test', name: 'X', version: '1' },
    instance: 'i',
    elements: hanging,
    folder: join(folder, 'providers'),
    hooks: { onDrop: told => void drops.push(told) },
  })
  if (started.kind === 'refused') throw new Error(started.reason)
  const { descriptor, stop } = started.provider
  const port = Number(new URL(descriptor.endpoint).port)
  const one = requestText(port, descriptor.token, {
    target: '/elements',
    body: rpc('resources/read', { uri: 'elements://current' }),
    headers: { connection: 'keep-alive' },
  })
  await drip(port, one.repeat(2000)).gone
  deepEqual(drops, [{ path: '', reason: 'too many requests' }])
  const after = await send(port, { path: '/elements', headers: mcpHeaders('wrong'), body: rpc('ping') })
  equal(after.status, 401)
  await stop()
  rmSync(folder, { recursive: true })
})

verifies('D-06', 'a few requests at once are answered, all of them and in their order', async () => {
  const bridge = await smallBridge({})
  const one = (last: boolean) =>
    requestText(bridge.port, TOKEN, {
      body: rpc('ping'),
      headers: { connection: last ? 'close' : 'keep-alive' },
    })
  const { statuses } = await sendBytes(bridge.port, one(false).repeat(49) + one(true))
  deepEqual(
    statuses,
    Array.from({ length: 50 }, () => 400),
  )
  deepEqual(bridge.drops, [])
  await bridge.stop()
})
