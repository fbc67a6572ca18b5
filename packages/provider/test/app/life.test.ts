import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import { afterEach, beforeEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/index.js'
import type { AppStart, RequestTold } from '../../src/node/index.js'
import { mcpHeaders, rpc, send } from '../support/http.js'
import { clientOf, type Notes, notesApp } from '../support/notes.js'

let notes: ReturnType<typeof notesApp>
const before = process.env.COPANE_CONFIG_DIR
beforeEach(() => {
  notes = notesApp()
  process.env.COPANE_CONFIG_DIR = join(notes.folder, 'config')
  notes = { ...notes, ...remade() }
})
afterEach(async () => {
  await notes.app.stop()
  notes.clean()
  if (before === undefined) delete process.env.COPANE_CONFIG_DIR
  else process.env.COPANE_CONFIG_DIR = before
})
/** The app again, as a later run of it has the same folders. */
const remade = () => {
  const { app, waiting, clean } = notesApp({ folder: join(notes.folder, 'providers') })
  clean()
  return { app, waiting }
}
const descriptors = () => {
  const folder = join(notes.folder, 'providers')
  return existsSync(folder) ? readdirSync(folder) : []
}
const providerOf = (outcome: AppStart) => {
  if (outcome.kind !== 'started') throw new Error(`it did not start: ${outcome.reason}`)
  return outcome.provider
}
const portOf = (outcome: AppStart) => Number(new URL(providerOf(outcome).descriptor.endpoint).port)
const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

verifies(
  'EL-8-turned-off',
  'off while it runs: no descriptor and no listener, and a start says off',
  async () => {
    const port = portOf(await notes.app.start())
    deepEqual(await notes.app.turnOff(), { kind: 'off' })
    deepEqual([descriptors(), await isListening(port), notes.app.isOn()], [[], false, false])
    const again = await notes.app.start()
    equal(again.kind, 'off')
    match(again.kind === 'off' ? again.reason : '', /the user turned the app off; turnOn\(\) turns it on/)
    deepEqual(descriptors(), [])
  },
)

verifies('EL-8-turned-off', 'off is remembered by the next run of the app, and so is on', async () => {
  await notes.app.turnOff()
  const later = remade().app
  equal((await later.start()).kind, 'off')
  deepEqual(descriptors(), [])
  equal((await later.turnOn()).kind, 'started')
  await later.stop()
  equal((await notes.app.turnOn()).kind, 'on')
  equal(remade().app.isOn(), true)
})

verifies(
  'EL-8-turned-off',
  'turned on, an app that was started and not stopped comes back with a new token',
  async () => {
    const first = providerOf(await notes.app.start())
    await notes.app.turnOff()
    const second = await notes.app.turnOn()
    equal(second.kind, 'started')
    if (second.kind !== 'started') return
    notEqual(second.provider.descriptor.token, first.descriptor.token)
    notEqual(second.provider.descriptor.instance, first.descriptor.instance)
    equal(descriptors().length, 1)
  },
)

verifies('EL-8-turned-off', 'turned on while it is stopped, an app stays stopped', async () => {
  await notes.app.start()
  await notes.app.turnOff()
  await notes.app.stop()
  deepEqual(await notes.app.turnOn(), { kind: 'on' })
  deepEqual(descriptors(), [])
})

for (const mode of ['legacy', 'auto'] as const)
  for (const [end, words] of [
    ['turnOff', /^The user turned this app off for agents and nothing was changed/],
    ['stop', /^The app is ending and nothing was changed/],
  ] as const)
    verifies('EL-8-turned-off', `${end}() answers a call that runs (${mode})`, async () => {
      const client = await clientOf(notes.app, mode)
      const call = client.callTool({ name: `${notes.app.idOf('work')}__wait`, arguments: {} })
      const signal = await notes.waiting
      await notes.app[end]()
      const { isError, structuredContent } = await call
      const error = isRecord(structuredContent) ? structuredContent : {}
      deepEqual([isError, error.code, signal.aborted], [true, 'action_failed', true])
      match(String(error.message), words)
      await client.close()
    })

verifies(
  'D-52',
  'what can not be remembered is off all the same, and says that it will not last',
  async () => {
    const { app } = notes
    await app.start()
    const config = join(notes.folder, 'config')
    writeFileSync(config, 'in the way')
    const outcome = await app.turnOff()
    match(outcome.kind === 'refused' ? outcome.reason : '', /^the app is off, but only until it ends: /)
    rmSync(config)
    deepEqual([app.isOn(), (await app.start()).kind, descriptors()], [false, 'off', []])
    deepEqual([(await app.turnOn()).kind, app.isOn()], ['started', true])
  },
)

verifies(
  'D-05',
  'a second start gives the first; a stop can be called twice; a start after it starts anew',
  async () => {
    const [first, second] = await Promise.all([notes.app.start(), notes.app.start()])
    equal(providerOf(first), providerOf(second))
    equal(descriptors().length, 1)
    await Promise.all([notes.app.stop(), notes.app.stop()])
    deepEqual([descriptors(), await isListening(portOf(first))], [[], false])
    const third = await notes.app.start()
    notEqual(providerOf(third).descriptor.instance, providerOf(first).descriptor.instance)
  },
)

verifies('D-05', 'what is asked at the same time is done in the order in which it was asked', async () => {
  const { app } = notes
  const [, , off, started] = await Promise.all([
    app.start(),
    app.turnOff(),
    app.start(),
    app.turnOn(),
    app.stop(),
  ])
  deepEqual([off.kind, started.kind, descriptors()], ['off', 'started', []])
  ok(started.kind === 'started' && !(await isListening(portOf(started))))
})

verifies('EL-8-descriptor', 'the descriptor holds what the app says of itself', async () => {
  const { file } = providerOf(await notes.app.start())
  const { bundleId, name, version, pid } = JSON.parse(readFileSync(file, 'utf8'))
  deepEqual([bundleId, name, version, pid], ['dev.copane.notes', 'Notes', '1.0.0', process.pid])
})

verifies('EL-8-descriptor', 'an app that can not listen says why, and can be started again', async () => {
  const port = portOf(await notes.app.start())
  const { app, clean } = notesApp({ port })
  const outcome = await app.start()
  equal(outcome.kind, 'refused')
  match(outcome.kind === 'refused' ? outcome.reason : '', /^port \d+ is taken .* leave the port out/)
  await notes.app.stop()
  equal((await app.start()).kind, 'started')
  await app.stop()
  clean()
})

for (const end of ['turnOff', 'stop'] as const)
  verifies(
    'EL-8-turned-off',
    `from ${end}() on nothing is read, also while a call is still being answered`,
    async () => {
      const { promise: committed, resolve: isCommitted } = Promise.withResolvers<void>()
      const { app, clean } = notesApp({
        folder: join(notes.folder, 'providers'),
        locate: () => ({ state: 'offscreen' }),
        actions: [
          defineAction<Notes>({
            name: 'linger',
            title: 'Linger',
            description: 'Commits, then goes on for ever.',
            writes: async ctx => {
              ctx.commit(state => ({ kind: 'done', state: { ...state }, message: 'Done.' }))
              isCommitted()
              await new Promise(() => {})
              return undefined
            },
          }),
        ],
      })
      const client = await clientOf(app)
      const { descriptor } = providerOf(await app.start())
      const elements = (uri: string) =>
        send(Number(new URL(descriptor.endpoint).port), {
          path: '/elements',
          headers: mcpHeaders(descriptor.token),
          body: rpc('resources/read', { uri }),
        })
      const id = String(app.idOf('work'))
      equal((await elements(`elements://locate/${id}`)).body.includes('offscreen'), true)
      const call = client.callTool({ name: 'app__linger', arguments: {} })
      await committed
      const ended = app[end]()
      for (const read of [
        () => client.readResource({ uri: 'app://windows' }),
        () => client.listTools(undefined, { cacheMode: 'refresh' }),
      ])
        await rejects(read, /Internal error/)
      for (const uri of ['elements://current', `elements://locate/${id}`])
        match((await elements(uri)).body, /"error":\{"code":-32603,"message":"Internal error"\}/)
      deepEqual((await call).structuredContent, { message: 'Done.' })
      await ended
      await client.close()
      clean()
    },
  )

verifies('D-08', 'an app that wants to hears of its traffic, names and durations alone', async () => {
  const told: RequestTold[] = []
  const { app, clean } = notesApp({
    folder: join(notes.folder, 'providers'),
    hooks: { onRequest: request => void told.push(request) },
  })
  const client = await clientOf(app)
  await client.readResource({ uri: 'app://windows' })
  await client.close()
  await app.stop()
  clean()
  const read = told.find(({ method }) => method === 'resources/read')
  deepEqual(Object.keys(read ?? {}), ['path', 'method', 'status', 'ms'])
  deepEqual([read?.path, read?.status], ['/bridge', 200])
})
