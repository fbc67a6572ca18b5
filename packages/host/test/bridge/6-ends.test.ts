import { deepEqual, equal } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { openWindows } from '../../src/bridge/node/open-windows.ts'
import { openSession } from '../../src/bridge/session.ts'
import { connect } from '../../src/mcp/connect.ts'
import { type ForeignApp, jsonText, startForeignApp } from '../support/foreign-app.ts'
import { win } from '../support/fake-windows.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Waits for what will be so, without sleeping a fixed time. */
async function until(holds: () => boolean): Promise<void> {
  for (const began = performance.now(); !holds(); ) {
    if (performance.now() - began > 5000) throw new Error('it never came')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** A pause that lasts for ever when it is long: nothing is read because an app was silent. */
const shortPause = (ms: number, signal?: AbortSignal) =>
  pause(ms < 100 ? ms : FOREVER_MS, undefined, { signal, ref: ms < 100 }).catch(() => {})
const FOREVER_MS = 2 ** 30

/** The timers that keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length

for (const era of ['legacy', 'modern'] as const) {
  /** An app whose window can be changed, and which never answers a call. */
  async function start() {
    let version = 1
    const windows = () => ({ operableWindowIds: ['w-1'], windows: [win('w-1', { version })] })
    const app = await startForeignApp({
      '/b': {
        token: 't',
        eras: [era],
        handle: method =>
          method === 'tools/list' ? { result: { tools: [] } } : jsonText('app://windows', windows()),
        intercept: (_request, _response, body) => body.includes('"tools/call"'),
      },
    })
    undo.push(app.close)
    const change = () => {
      version++
      app.notify('notifications/resources/updated', { uri: 'app://windows' })
    }
    return { app, change }
  }

  async function open(app: ForeignApp) {
    const reply = await connect(app.url('/b'), 't', { era, signal: AbortSignal.timeout(5000) })
    if (reply.kind !== 'answer') throw new Error(reply.kind)
    const session = openSession(reply.result, { pause: shortPause, deadline: AbortSignal.timeout })
    undo.push(session.close)
    return session
  }

  verifies(
    'GB-8.2-realign',
    `${era}: of two watches that begin at once, the second alone hears`,
    async () => {
      const { app, change } = await start()
      const session = await open(app)
      const heard = { first: 0, second: 0 }
      const begun = [session.watch(() => heard.first++), session.watch(() => heard.second++)]
      await Promise.all(begun)
      await until(() => heard.second > 0 && app.openStreams() === 1)
      const [before, { first }] = [heard.second, heard]
      change()
      await until(() => heard.second > before)
      equal(heard.first, first)
    },
  )

  verifies(
    'GB-8.2-realign',
    `${era}: stopping a watch that was replaced leaves the later one alone`,
    async () => {
      const { app, change } = await start()
      const session = await open(app)
      const first = await session.watch(() => {})
      let heard = 0
      await session.watch(() => heard++)
      await until(() => heard > 0 && app.openStreams() === 1)
      if (first.kind === 'watching') await first.stop()
      const before = heard
      change()
      await until(() => heard > before)
    },
  )

  verifies('GB-8.2-realign', `${era}: a watch ends with its signal, whenever that aborts`, async () => {
    const { app, change } = await start()
    const session = await open(app)
    const over = new AbortController()
    let heard = 0
    await session.watch(() => heard++, over.signal)
    await until(() => heard > 0 && app.openStreams() === 1)
    over.abort()
    const before = heard
    let others = 0
    await (await open(app)).watch(() => others++)
    await until(() => others > 0 && app.openStreams() > 0)
    for (let turn = 0; turn < 2; turn++) {
      const known = others
      change()
      await until(() => others > known)
    }
    equal(heard, before)
    equal((await session.watch(() => {}, over.signal)).kind, 'late')
  })

  verifies(
    'EL-9.2-never-wait',
    `${era}: a session that was closed asks nobody, and nobody hears`,
    async () => {
      const { app } = await start()
      const session = await open(app)
      let heard = 0
      const watching = session.watch(() => heard++)
      await session.close()
      deepEqual(
        [
          (await watching).kind,
          (await session.snapshot()).kind,
          (await session.tools()).kind,
          (await session.watch(() => heard++)).kind,
          await session.call('w-1', 'save'),
        ],
        ['gone', 'gone', 'gone', 'gone', { kind: 'unsent', why: 'gone' }],
      )
      equal(heard, 0)
      await session.close()
    },
  )

  verifies(
    'GB-7.4-failure',
    `${era}: a call under way when its session closes is gone, at once`,
    async () => {
      const { app } = await start()
      const session = await open(app)
      const calling = session.call('w-1', 'save')
      await until(() => app.seen.some(({ body }) => body.includes('"tools/call"')))
      await session.close()
      equal((await calling).kind, 'gone')
    },
  )

  verifies(
    'GB-8.2-realign',
    `${era}: closing while a broken stream waits leaves no timer behind`,
    async () => {
      const { app } = await start()
      await until(() => timers() === 0)
      const session = await open(app)
      await session.watch(() => {})
      await until(() => app.openStreams() === 1)
      app.dropStreams()
      await until(() => app.openStreams() === 1)
      app.dropStreams()
      await session.close()
      equal(timers(), 0)
    },
  )
}

verifies('GB-8.2-realign', 'a session that the app forgot is gone, and is opened anew', async () => {
  let isExpired = true
  const app = await startForeignApp({
    '/b': {
      token: 't',
      eras: ['legacy'],
      handle: method =>
        method === 'tools/list'
          ? { result: { tools: [] } }
          : jsonText('app://windows', { operableWindowIds: [], windows: [] }),
      intercept: (request, response, body) => {
        const isRefused =
          isExpired && request.headers['mcp-session-id'] !== undefined && body.includes('"resources/')
        if (isRefused) response.writeHead(404).end()
        return isRefused
      },
    },
  })
  undo.push(app.close)
  const place = { endpoint: app.url('/b'), token: 't' }
  const opened = await openWindows(place, { timeoutMs: 5000 })
  if (opened.kind !== 'session') throw new Error(opened.kind)
  undo.push(opened.session.close)
  equal((await opened.session.snapshot()).kind, 'gone')
  deepEqual(await opened.session.call('w-1', 'save'), { kind: 'unsent', why: 'gone' })
  isExpired = false
  const again = await openWindows(place, { timeoutMs: 5000 })
  if (again.kind !== 'session') throw new Error(again.kind)
  undo.push(again.session.close)
  equal((await again.session.snapshot()).kind, 'snapshot')
})
