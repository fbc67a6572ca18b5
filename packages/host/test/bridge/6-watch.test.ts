import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { openSession } from '../../src/bridge/session.ts'
import type { SnapshotOutcome } from '../../src/bridge/snapshot.ts'
import { serve, type ServedApp, tool, win } from '../support/fake-windows.ts'

const one = (version = 1) => ({ operableWindowIds: ['w-1'], windows: [win('w-1', { version })] })

/** A session whose pauses last until the test lets them pass. */
async function watched(app: ServedApp) {
  const waiting: { ms: number; go: () => void }[] = []
  const heard: SnapshotOutcome[] = []
  const session = openSession(app.connection, {
    pause: (ms, signal) =>
      new Promise(resolve => {
        waiting.push({ ms, go: resolve })
        signal?.addEventListener('abort', () => resolve())
      }),
    deadline: () => new AbortController().signal,
  })
  const watch = await session.watch(outcome => void heard.push(outcome))
  const settle = async () => {
    for (let at = 0; at < 20; at++) await Promise.resolve()
  }
  const letPass = async (isDue: (pause: { ms: number }) => boolean) => {
    const due = waiting.filter(isDue)
    for (const each of due) waiting.splice(waiting.indexOf(each), 1)
    for (const { go } of due) go()
    await settle()
  }
  return {
    session,
    watch,
    heard,
    /** Lets the short pause pass that gathers notifications. */
    pass: () => letPass(({ ms }) => ms <= 10),
    /** Lets time pass in which nothing is heard, and the read after it. */
    silence: async () => {
      await letPass(({ ms }) => ms > 10)
      await letPass(({ ms }) => ms <= 10)
    },
    silences: () => waiting.filter(({ ms }) => ms > 10).map(({ ms }) => ms),
    reads: () => app.log.filter(entry => entry.startsWith('read')).length,
    versions: () =>
      heard.map(each => (each.kind === 'snapshot' ? each.snapshot.windows[0]?.version : each.kind)),
  }
}

const subscriptions = (app: ServedApp) => app.log.filter(entry => entry.startsWith('subscribe')).length

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

for (const kind of ['gone', 'denied'] as const)
  verifies('GB-8.2-realign', `${kind} is the last thing that is heard, and only once`, async () => {
    const app = serve(one())
    const { pass, silence, versions } = await watched(app)
    await pass()
    app.windows = { kind }
    app.listener?.updated()
    app.listener?.ended()
    app.listener?.ended()
    await pass()
    app.windows = one(2)
    app.listener?.updated()
    await pass()
    await silence()
    deepEqual(versions(), [1, kind])
  })

verifies(
  'FR-58',
  'a stream that ended is no app that ended: it is read, and subscribed to anew',
  async () => {
    const app = serve(one())
    const { pass, silence, versions } = await watched(app)
    await pass()
    app.windows = one(2)
    app.listener?.ended()
    await pass()
    deepEqual(versions(), [1, 2])
    await silence()
    equal(subscriptions(app), 2)
    app.windows = one(3)
    app.listener?.updated()
    await pass()
    deepEqual(versions().at(-1), 3)
  },
)

verifies('FR-58', 'silence is unknown: the app is read, and what differs is told', async () => {
  const app = serve(one())
  const { pass, silence, versions, reads } = await watched(app)
  await pass()
  await silence()
  deepEqual([versions(), reads()], [[1], 2])
  app.windows = one(2)
  await silence()
  deepEqual(versions(), [1, 2])
})

verifies('FR-58', 'the longer the silence, the longer the pause, up to the longest', async () => {
  const app = serve(one())
  const { pass, silence, silences } = await watched(app)
  await pass()
  const seen: number[] = []
  for (let at = 0; at < 8; at++) {
    seen.push(...silences())
    await silence()
  }
  deepEqual(seen, [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000])
})

verifies('FR-58', 'a change that no notification told of: the subscription is made anew', async () => {
  const app = serve(one())
  const { pass, silence } = await watched(app)
  await pass()
  await silence()
  app.windows = one(2)
  await silence()
  equal(subscriptions(app), 1)
  await silence()
  await pass()
  deepEqual([subscriptions(app), app.log.filter(entry => entry === 'stop').length], [2, 1])
})

verifies('FR-58', 'a server that never tells is not subscribed to without end', async () => {
  const app = serve(one())
  const { pass, silence, versions } = await watched(app)
  await pass()
  for (let version = 2; version < 40; version++) {
    app.windows = one(version)
    await silence()
  }
  equal(subscriptions(app), 4)
  equal(versions().at(-1), 39)
})

verifies('FR-52', 'a server that takes no subscription is read now and then', async () => {
  const app = serve(one())
  app.connection.subscribe = async () => ({ kind: 'error', code: -32601 })
  const { watch, pass, silence, versions } = await watched(app)
  await pass()
  app.windows = one(2)
  await silence()
  await silence()
  deepEqual([watch.kind === 'watching' && watch.isTold, versions()], [false, [1, 2]])
})

verifies('FR-58', 'a listener that throws is its own matter: the next change is told', async () => {
  const app = serve(one())
  const thrown: unknown[] = []
  const hear = (error: unknown) => void thrown.push(error)
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear)
  const heard: string[] = []
  const session = openSession(app.connection, {
    pause: ms => (ms > 10 ? new Promise(() => {}) : Promise.resolve()),
    deadline: () => new AbortController().signal,
  })
  await session.watch(({ kind }) => {
    heard.push(kind)
    throw new Error('mine')
  })
  await new Promise(resolve => setImmediate(resolve))
  app.listener?.updated()
  await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  for (const each of before) process.on('unhandledRejection', each)
  deepEqual([heard, thrown.length], [['snapshot', 'snapshot'], 2])
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

verifies('FR-13', 'what a listener hears while the caller thinks is no reason to overwrite it', async () => {
  const app = serve(one(1), { tools: [tool('w-1__save')] })
  const { pass, session } = await watched(app)
  await session.snapshot()
  app.windows = one(5)
  app.listener?.updated()
  await pass()
  await session.call('w-1', 'save')
  equal(app.log.at(-1), 'call w-1__save {"expectedVersion":1}')
  await session.snapshot()
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
