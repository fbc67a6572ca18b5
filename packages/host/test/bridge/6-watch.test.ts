import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { openSession } from '../../src/bridge/session.ts'
import type { SnapshotOutcome } from '../../src/bridge/snapshot.ts'
import { serve, type ServedApp, tool, win } from '../support/fake-windows.ts'

const one = (version = 1) => ({ operableWindowIds: ['w-1'], windows: [win('w-1', { version })] })

/** A session whose pauses last until the test lets them pass. */
async function watched(app: ServedApp) {
  const waiting: (() => void)[] = []
  const heard: SnapshotOutcome[] = []
  const session = openSession(app.connection, {
    pause: () => new Promise(resolve => waiting.push(resolve)),
    deadline: () => new AbortController().signal,
  })
  const watch = await session.watch(outcome => void heard.push(outcome))
  const settle = async () => {
    for (let at = 0; at < 20; at++) await Promise.resolve()
  }
  return {
    session,
    watch,
    heard,
    pass: async () => {
      for (const go of waiting.splice(0)) go()
      await settle()
    },
    reads: () => app.log.filter(entry => entry.startsWith('read')).length,
    versions: () =>
      heard.map(each => (each.kind === 'snapshot' ? each.snapshot.windows[0]?.version : each.kind)),
  }
}

verifies('GB-8.2-realign', 'one read after the stream opened, and one after it opened again', async () => {
  const app = serve(one())
  const { pass, versions, reads } = await watched(app)
  await pass()
  deepEqual(versions(), [1])
  app.windows = one(2)
  app.listener?.updated()
  await pass()
  deepEqual(versions(), [1, 2])
  equal(reads(), 2)
})

verifies('GB-6-re-read', 'notifications that come together are one read', async () => {
  const app = serve(one())
  const { pass, reads } = await watched(app)
  await pass()
  app.listener?.updated()
  app.listener?.listChanged()
  app.listener?.updated()
  await pass()
  equal(reads(), 2)
  await pass()
  equal(reads(), 2)
})

verifies('GB-6-re-read', 'a notification during a read leads to exactly one more', async () => {
  const app = serve(one())
  const { pass, versions } = await watched(app)
  const { readResource } = app.connection
  app.connection.readResource = (uri, signal) => {
    const reply = readResource(uri, signal)
    app.connection.readResource = readResource
    app.windows = one(2)
    app.listener?.updated()
    app.listener?.listChanged()
    return reply
  }
  await pass()
  await pass()
  await pass()
  deepEqual(versions(), [1, 2])
})

verifies('GB-6-re-read', 'list_changed alone is a reason to read', async () => {
  const app = serve(one())
  const { pass, reads } = await watched(app)
  await pass()
  app.listener?.listChanged()
  await pass()
  equal(reads(), 2)
})

verifies('GB-8.2-realign', 'gone is the last thing that is heard, and only once', async () => {
  const app = serve(one())
  const { pass, versions } = await watched(app)
  await pass()
  app.listener?.updated()
  app.listener?.ended()
  app.listener?.ended()
  await pass()
  deepEqual(versions(), [1, 'gone'])
})

verifies('GB-8.2-realign', 'after stop nothing is read and nothing is heard', async () => {
  const app = serve(one())
  const { pass, watch, heard, reads } = await watched(app)
  if (watch.kind === 'watching') await watch.stop()
  await pass()
  app.listener?.updated()
  await pass()
  deepEqual([heard, reads(), app.log.at(-1)], [[], 0, 'stop'])
})

verifies('GB-8.2-realign', 'what a read under way brings after stop is for nobody', async () => {
  const app = serve(one())
  const { pass, watch, heard } = await watched(app)
  const { readResource } = app.connection
  let release = () => {}
  app.connection.readResource = async (uri, signal) => {
    await new Promise<void>(resolve => (release = resolve))
    return readResource(uri, signal)
  }
  await pass()
  if (watch.kind === 'watching') await watch.stop()
  release()
  await pass()
  deepEqual([heard, app.log.at(-1)], [[], 'read app://windows'])
})

verifies('GB-6-re-read', 'a read that fails is told, and the next change is read again', async () => {
  const app = serve(one())
  const { pass, versions } = await watched(app)
  app.windows = { kind: 'late' }
  await pass()
  app.windows = one(3)
  app.listener?.updated()
  await pass()
  deepEqual(versions(), ['late', 3])
})

verifies('GB-11-client-carries', 'a call after a change carries what the listener heard', async () => {
  const app = serve(one(1), { tools: [tool('w-1__save')] })
  const { pass, session } = await watched(app)
  await pass()
  app.windows = one(5)
  app.listener?.updated()
  await pass()
  await session.call('w-1', 'save')
  equal(app.log.at(-1), 'call w-1__save {"expectedVersion":5}')
})

verifies('GB-6-re-read', 'a read that was overtaken does not take the place of a later one', async () => {
  const app = serve(one(1), { tools: [tool('w-1__save')] })
  const session = openSession(app.connection, {
    pause: async () => {},
    deadline: () => new AbortController().signal,
  })
  const { readResource } = app.connection
  let release = () => {}
  app.connection.readResource = async (uri, signal) => {
    const old = readResource(uri, signal)
    await new Promise<void>(resolve => (release = resolve))
    return old
  }
  const first = session.snapshot()
  app.connection.readResource = readResource
  app.windows = one(2)
  await session.snapshot()
  release()
  await first
  await session.call('w-1', 'save')
  equal(app.log.at(-1), 'call w-1__save {"expectedVersion":2}')
})

const odd = [
  ['GB-12.5-empty', 'no window at all', { operableWindowIds: [], windows: [] }, 'snapshot'],
  ['GB-4.2-window-fields', 'text that is not JSON', 'nope', 'refused'],
  ['GB-4.2-window-fields', 'a window without id', '{"operableWindowIds":[],"windows":[{}]}', 'refused'],
  ['GB-11-client-carries', 'late', { kind: 'late' }, 'late'],
] as const
for (const [id, title, windows, want] of odd)
  verifies(id, `snapshot: ${title} is ${want}`, async () => {
    const app = serve(one())
    app.windows =
      typeof windows === 'object' && 'windows' in windows ? { operableWindowIds: [], windows: [] } : windows
    const session = openSession(app.connection, {
      pause: async () => {},
      deadline: () => new AbortController().signal,
    })
    equal((await session.snapshot()).kind, want)
  })

verifies('GB-12.5-empty', 'an empty list of tools is legal', async () => {
  const session = openSession(serve(one()).connection, {
    pause: async () => {},
    deadline: () => new AbortController().signal,
  })
  deepEqual(await session.tools(), { kind: 'tools', tools: [] })
})
