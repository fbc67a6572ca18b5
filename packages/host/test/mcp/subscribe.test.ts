import { equal, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { connect } from '../../src/mcp/connect.ts'
import type { Connection } from '../../src/wire/connection.ts'
import { type ForeignApp, type ForeignEndpoint, jsonText, startForeignApp } from '../support/foreign-app.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function start(
  endpoint: Partial<ForeignEndpoint> = {},
): Promise<{ app: ForeignApp; connection: Connection }> {
  const app = await startForeignApp({
    '/b': { token: 't', handle: (_method, { uri }) => jsonText(uri, 1), ...endpoint },
  })
  open.push(app)
  const reply = await connect(app.url('/b'), 't')
  if (reply.kind !== 'answer') throw new Error(`not connected: ${reply.kind}`)
  open.push(reply.result)
  return { app, connection: reply.result }
}

/** Counts what a listener hears, and waits for it without sleeping a fixed time. */
function createEar() {
  const heard = { updated: 0, listChanged: 0, ended: 0 }
  return {
    heard,
    listener: {
      updated: () => void heard.updated++,
      listChanged: () => void heard.listChanged++,
      ended: () => void heard.ended++,
    },
    until: async (holds: (counts: typeof heard) => boolean) => {
      for (const began = performance.now(); !holds(heard); ) {
        if (performance.now() - began > 3000) throw new Error(`never heard: ${JSON.stringify(heard)}`)
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    },
  }
}

for (const era of ['legacy', 'modern'] as const) {
  const reading = { uri: 'app://windows' }

  verifies(
    'GB-6-re-read',
    `${era}: both notifications are heard, those of other resources are not`,
    async () => {
      const { app, connection } = await start({ eras: [era] })
      const ear = createEar()
      const { kind } = await connection.subscribe('app://windows', ear.listener)
      equal(kind, 'answer')
      await ear.until(({ updated }) => updated > 0)
      while (app.openStreams() === 0) await new Promise(resolve => setTimeout(resolve, 5))
      const before = ear.heard.updated
      app.notify('notifications/resources/updated', { uri: 'x://other' })
      app.notify('notifications/resources/updated', reading)
      app.notify('notifications/tools/list_changed')
      await ear.until(({ listChanged }) => listChanged === 1)
      ok(ear.heard.updated <= before + 2)
      ok(ear.heard.updated > before)
    },
  )

  verifies(
    'GB-8.2-realign',
    `${era}: a stream that broke is opened again, and one more read is due`,
    async () => {
      const { app, connection } = await start({ eras: [era] })
      const ear = createEar()
      await connection.subscribe('app://windows', ear.listener)
      while (app.openStreams() === 0) await new Promise(resolve => setTimeout(resolve, 5))
      await ear.until(({ updated }) => updated > 0)
      const before = ear.heard.updated
      app.dropStreams()
      await ear.until(({ updated }) => updated > before)
      while (app.openStreams() === 0) await new Promise(resolve => setTimeout(resolve, 5))
      app.notify('notifications/tools/list_changed')
      await ear.until(({ listChanged }) => listChanged === 1)
      equal(ear.heard.ended, 0)
    },
  )

  verifies('GB-8.2-realign', `${era}: after stop nothing is heard`, async () => {
    const { app, connection } = await start({ eras: [era] })
    const ear = createEar()
    const reply = await connection.subscribe('app://windows', ear.listener)
    await ear.until(({ updated }) => updated > 0)
    if (reply.kind === 'answer') await reply.result.stop()
    while (era === 'modern' && app.openStreams() > 0) await new Promise(resolve => setTimeout(resolve, 5))
    const before = ear.heard.updated
    app.notify('notifications/resources/updated', reading)
    await connection.readResource('x://y')
    equal(ear.heard.updated, before)
    equal(ear.heard.ended, 0)
  })

  verifies('GB-8.2-realign', `${era}: when the app quits for good, that is told once`, async () => {
    const { app, connection } = await start({ eras: [era] })
    const ear = createEar()
    await connection.subscribe('app://windows', ear.listener)
    while (app.openStreams() === 0) await new Promise(resolve => setTimeout(resolve, 5))
    await app.close()
    await ear.until(({ ended }) => ended > 0)
    await connection.readResource('x://y')
    equal(ear.heard.ended, 1)
  })
}

verifies('GB-8.2-realign', 'legacy: an app without a stream says so instead of never calling', async () => {
  const { connection } = await start({
    eras: ['legacy'],
    intercept: (request, response) => {
      if (request.method !== 'GET') return false
      response.writeHead(405).end()
      return true
    },
  })
  const ear = createEar()
  await connection.subscribe('app://windows', ear.listener)
  await ear.until(({ ended }) => ended === 1)
})

verifies('D-02', 'a server that knows no subscription says so', async () => {
  const { connection } = await start({
    intercept: (_request, response, body) => {
      if (!body.includes('subscriptions/listen')) return false
      const { id } = JSON.parse(body)
      const error = { code: -32601, message: 'Method not found' }
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
      return true
    },
  })
  const { kind } = await connection.subscribe('app://windows', createEar().listener)
  ok(kind === 'gone' || kind === 'error', kind)
})
