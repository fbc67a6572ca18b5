import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterEach, describe } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { askEndpoint } from '../../src/mcp/fast-ask.ts'
import { connect } from '../../src/mcp/connect.ts'
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

let tokens = 0

async function start(endpoint: Partial<ForeignEndpoint> = {}): Promise<ForeignApp & { token: string }> {
  const token = `t-${++tokens}`
  const app = await startForeignApp({
    '/e': { token, handle: (_method, { uri }) => jsonText(uri, { hello: 'you' }), ...endpoint },
  })
  open.push(app)
  return { ...app, token }
}

const soon = () => AbortSignal.timeout(5000)
const methodsOf = (app: ForeignApp): unknown[] =>
  app.seen.map(({ method, body }) => {
    const message: { method?: string } = body === '' ? {} : JSON.parse(body)
    return message.method ?? method
  })

verifies('D-02', 'a modern app is asked once, and nothing before', async () => {
  const app = await start({ eras: ['modern'] })
  const { ask, close } = askEndpoint({ endpoint: app.url('/e'), token: app.token, signal: soon() })
  deepEqual(await ask('x://y'), { kind: 'answer', result: '{"hello":"you"}' })
  deepEqual(await ask('x://y'), { kind: 'answer', result: '{"hello":"you"}' })
  close()
  deepEqual(methodsOf(app), ['resources/read', 'resources/read'])
})

for (const era of ['legacy', 'modern'] as const)
  for (const as of ['json', 'sse'] as const)
    describe(`a foreign app, ${era}, ${as}`, () => {
      verifies('D-02', `${era}, ${as}: is read all the same`, async () => {
        const app = await start({ eras: [era], as })
        for (let at = 0; at < 2; at++) {
          const { ask, close } = askEndpoint({ endpoint: app.url('/e'), token: app.token, signal: soon() })
          deepEqual(await ask('x://y'), { kind: 'answer', result: '{"hello":"you"}' })
          close()
        }
      })

      verifies('D-07', `${era}, ${as}: its error is told with the code`, async () => {
        const app = await start({ eras: [era], as, handle: () => notFound })
        const { ask, close } = askEndpoint({ endpoint: app.url('/e'), token: app.token, signal: soon() })
        deepEqual(await ask('x://y'), { kind: 'error', code: -32602 })
        close()
      })

      verifies(
        'EL-sec-bearer',
        `${era}, ${as}: a wrong token is denied, no request has an Origin`,
        async () => {
          const app = await start({ eras: [era], as })
          const { ask, close } = askEndpoint({ endpoint: app.url('/e'), token: 'wrong', signal: soon() })
          deepEqual(await ask('x://y'), { kind: 'denied' })
          close()
          ok(app.seen.every(({ headers }) => headers.origin === undefined))
        },
      )

      verifies('D-02', `${era}, ${as}: a connection reads alike on the lane and beside it`, async () => {
        const app = await start({ eras: [era], as })
        const reply = await connect(app.url('/e'), app.token, { signal: soon() })
        if (reply.kind !== 'answer') throw new Error(reply.kind)
        open.push(reply.result)
        const reads = [1, 2].map(() => reply.result.readResource('x://y', soon()))
        for (const read of await Promise.all(reads))
          deepEqual(read, { kind: 'answer', result: '{"hello":"you"}' })
      })
    })

const failures: [title: string, code: number, failing: Partial<ForeignEndpoint>][] = [
  ['with an error', -32603, { handle: () => ({ error: { code: -32603, message: 'x' } }) }],
  [
    'with a status',
    503,
    {
      intercept: (_request, response, body) => {
        if (!body.includes('resources/read')) return false
        response.writeHead(503).end()
        return true
      },
    },
  ],
]
for (const [title, code, failing] of failures)
  verifies('EL-9.2-on-action', `a modern app that fails ${title} is not read twice`, async () => {
    const app = await start({ eras: ['modern'], ...failing })
    const { ask, close } = askEndpoint({ endpoint: app.url('/e'), token: app.token, signal: soon() })
    deepEqual(await ask('x://y'), { kind: 'error', code })
    close()
    equal(methodsOf(app).filter(method => method === 'resources/read').length, 1)
  })

verifies('D-02', 'an app that answers in another form is asked so at once the next time', async () => {
  const app = await start({ eras: ['legacy'] })
  const asked = { endpoint: app.url('/e'), token: app.token, signal: soon() }
  for (let at = 0; at < 2; at++) {
    const { ask, close } = askEndpoint(asked)
    equal((await ask('x://y')).kind, 'answer')
    close()
  }
  const firsts = methodsOf(app).filter(method => method === 'resources/read')
  equal(firsts.length, 3)
})

verifies('D-02', 'who asks for the legacy era is not put on the lane', async () => {
  const app = await start()
  const asked = { endpoint: app.url('/e'), token: app.token, era: 'legacy', signal: soon() } as const
  const { ask, close } = askEndpoint(asked)
  equal((await ask('x://y')).kind, 'answer')
  close()
  equal(methodsOf(app)[0], 'initialize')
})

verifies('EL-8-endpoint', 'an endpoint elsewhere gets no byte', async () => {
  const { ask } = askEndpoint({ endpoint: 'http://localhost:1/e', token: 't', signal: soon() })
  deepEqual(await ask('x://y'), { kind: 'gone' })
})

verifies('EL-9.2-never-wait', 'the deadline holds for both tries together', async () => {
  const app = await start({ intercept: () => true })
  const { ask } = askEndpoint({ endpoint: app.url('/e'), token: app.token, signal: AbortSignal.timeout(100) })
  deepEqual(await ask('x://y'), { kind: 'late' })
})
