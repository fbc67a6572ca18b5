import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterEach, describe, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { connect, type ConnectOptions } from '../../src/mcp/connect.ts'
import type { Connection } from '../../src/wire/connection.ts'
import {
  type ForeignApp,
  type ForeignEndpoint,
  jsonText,
  notFound,
  startForeignApp,
} from '../support/foreign-app.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function start(endpoint: Partial<ForeignEndpoint> = {}): Promise<ForeignApp> {
  const app = await startForeignApp({
    '/e?x=1': { token: 't', handle: (_method, { uri }) => jsonText(uri, { hello: 'you' }), ...endpoint },
  })
  open.push(app)
  return app
}

async function connected(app: ForeignApp, options?: ConnectOptions): Promise<Connection> {
  const reply = await connect(app.url('/e?x=1'), 't', options)
  if (reply.kind !== 'answer') throw new Error(`not connected: ${reply.kind}`)
  open.push(reply.result)
  return reply.result
}

const soon = () => AbortSignal.timeout(2000)

for (const era of ['legacy', 'modern'] as const)
  for (const as of ['json', 'sse'] as const)
    describe(`${era}, answers as ${as}`, () => {
      verifies('D-02', `${era} ${as}: reads and tells its era`, async () => {
        const app = await start({ eras: [era], as })
        const connection = await connected(app)
        equal(connection.about.era, era)
        equal(connection.about.instructions, 'read first')
        deepEqual(await connection.readResource('x://y', soon()), {
          kind: 'answer',
          result: '{"hello":"you"}',
        })
      })

      verifies('EL-sec-bearer', `${era} ${as}: every request carries the token, none an Origin`, async () => {
        const app = await start({ eras: [era], as })
        const connection = await connected(app)
        await connection.readResource('x://y', soon())
        await connection.close()
        ok(app.seen.length >= 2)
        for (const { headers } of app.seen) {
          equal(headers.authorization, 'Bearer t')
          equal(headers.origin, undefined)
          equal(headers.host, `127.0.0.1:${app.port}`)
        }
      })

      verifies('EL-8-endpoint', `${era} ${as}: the path is used as given`, async () => {
        const app = await start({ eras: [era], as })
        const connection = await connected(app)
        await connection.readResource('x://y', soon())
        for (const { path } of app.seen) equal(path, '/e?x=1')
      })

      verifies('D-04', `${era} ${as}: a read is never served from a cache`, async () => {
        let count = 0
        const app = await start({ eras: [era], as, handle: (_m, { uri }) => jsonText(uri, ++count) })
        const connection = await connected(app)
        await connection.readResource('x://y', soon())
        deepEqual(await connection.readResource('x://y', soon()), { kind: 'answer', result: '2' })
      })

      verifies('D-07', `${era} ${as}: a JSON-RPC error keeps its code and loses its words`, async () => {
        const connection = await connected(await start({ eras: [era], as, handle: () => notFound }))
        deepEqual(await connection.readResource('x://y', soon()), { kind: 'error', code: -32602 })
      })

      verifies('D-16', `${era} ${as}: an answer over the limit breaks off by name`, async () => {
        const app = await start({
          eras: [era],
          as,
          handle: (_m, { uri }) => jsonText(uri, 'x'.repeat(300_000)),
        })
        const connection = await connected(app, { maxBytes: 10_000 })
        deepEqual(await connection.readResource('x://y', soon()), { kind: 'too-large' })
      })

      verifies(
        'EL-9.2-never-wait',
        `${era} ${as}: a deadline ends a read, and what comes later is dropped`,
        async () => {
          let answer = () => {}
          const app = await start({
            eras: [era],
            as,
            handle: (_m, { uri }) =>
              uri === 'x://slow'
                ? new Promise(resolve => (answer = () => resolve(jsonText(uri, 1))))
                : jsonText(uri, 2),
          })
          const connection = await connected(app)
          deepEqual(await connection.readResource('x://slow', AbortSignal.timeout(100)), { kind: 'late' })
          answer()
          deepEqual(await connection.readResource('x://y', soon()), { kind: 'answer', result: '2' })
        },
      )

      verifies(
        'EL-9.2-never-wait',
        `${era} ${as}: an app that dies in the middle is gone at once`,
        async () => {
          const app = await start({
            eras: [era],
            as,
            intercept: (_request, response, body) => {
              if (!body.includes('resources/read')) return false
              response.writeHead(200, {
                'content-type': as === 'sse' ? 'text/event-stream' : 'application/json',
              })
              response.write(': half', () => response.destroy())
              return true
            },
          })
          const connection = await connected(app)
          const began = performance.now()
          const { kind } = await connection.readResource('x://y', AbortSignal.timeout(5000))
          ok(kind === 'gone' || kind === 'error', kind)
          ok(performance.now() - began < 1000)
        },
      )
    })

verifies('EL-sec-bearer', 'a wrong token is denied in both eras', async () => {
  const app = await start()
  for (const era of ['auto', 'legacy', 'modern'] as const)
    deepEqual(await connect(app.url('/e?x=1'), 'wrong', { era }), { kind: 'denied' })
})

const elsewhere = [
  ['http://localhost:1/x', 'a name'],
  ['http://127.0.0.2:1/x', 'another loopback address'],
  ['http://[::1]:1/x', 'IPv6'],
  ['https://127.0.0.1:1/x', 'https'],
  ['http://user@127.0.0.1:1/x', 'a user'],
  ['http://127.0.0.1:0/x', 'no port'],
] as const
for (const [endpoint, what] of elsewhere)
  verifies('EL-8-endpoint', `${what} is no endpoint and gets no byte`, async () => {
    deepEqual(await connect(endpoint, 't'), { kind: 'gone' })
  })

verifies('EL-9.2-never-wait', 'nobody listening is gone in both eras', async () => {
  const app = await start()
  await app.close()
  for (const era of ['auto', 'legacy', 'modern'] as const)
    deepEqual(await connect(app.url('/e?x=1'), 't', { era, signal: soon() }), { kind: 'gone' })
})

verifies('EL-9.2-never-wait', 'an app that never answers the handshake is late', async () => {
  const app = await start({ intercept: () => true })
  for (const era of ['auto', 'legacy', 'modern'] as const)
    deepEqual(await connect(app.url('/e?x=1'), 't', { era, signal: AbortSignal.timeout(100) }), {
      kind: 'late',
    })
})

verifies('EL-8-endpoint', 'a redirect is not followed', async () => {
  const other = await start()
  const app = await start({
    intercept: (_request, response) => {
      response.writeHead(307, { location: other.url('/e?x=1') }).end()
      return true
    },
  })
  deepEqual(await connect(app.url('/e?x=1'), 't', { signal: soon() }), { kind: 'error', code: 307 })
  equal(other.seen.length, 0)
})

verifies('D-02', 'an endless list of tools ends', async () => {
  const app = await start({ handle: () => ({ result: { tools: [], nextCursor: 'more' } }) })
  const connection = await connected(app)
  deepEqual(await connection.listTools(AbortSignal.timeout(5000)), { kind: 'answer', result: [] })
  equal(app.seen.filter(({ body }) => body.includes('tools/list')).length, 64)
})

test('a long-lived legacy connection adds no listener that stays', async () => {
  const warnings: string[] = []
  const hear = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', hear)
  const connection = await connected(await start({ eras: ['legacy'] }))
  for (let at = 0; at < 2000; at++) await connection.readResource('x://y', soon())
  await new Promise(resolve => setImmediate(resolve))
  process.off('warning', hear)
  deepEqual(warnings, [])
})
