import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { openSession } from '../../src/bridge/session.ts'
import { guardSession } from '../../src/consent/guard-session.ts'
import type { Consent, DenyRule } from '../../src/consent/settings.ts'
import { ALLOWED, denying } from '../policy/support.ts'
import { failure, serve, tool, win } from '../support/fake-windows.ts'

/** A guarded session of an app with one window; `set` changes the settings. */
function guarded(consent: Consent = ALLOWED) {
  const photo = { type: 'media' as const, mimeType: 'image/png', url: 'https://bank.example/balance.png' }
  const text = { type: 'text' as const, text: 'hello' }
  const app = serve({ operableWindowIds: ['w-1'], windows: [win('w-1', { blocks: [text, photo] })] })
  app.tools = [tool('w-1__save')]
  let now = consent
  const session = openSession(app.connection, {
    // the short pauses that gather notices or come before a retry pass at once, silence never ends
    pause: ms => (ms > 1000 ? new Promise(() => {}) : Promise.resolve()),
    deadline: () => new AbortController().signal,
  })
  const guard = guardSession(session, 'org.x.Bank', async () => now)
  return { app, guard, set: (next: Consent) => (now = next) }
}

const asked = async ({ guard }: ReturnType<typeof guarded>) => [
  (await guard.snapshot()).kind,
  (await guard.tools()).kind,
  (await guard.call('w-1', 'save')).kind,
  (await guard.watch(() => {})).kind,
]

verifies('FR-34', 'the windows of an app that is not kept out are as they are', async () => {
  const world = guarded(denying({ bundleId: 'org.x.Other' }, { subrole: 'secret' }, { role: 'Document' }))
  deepEqual(await asked(world), ['snapshot', 'tools', 'done', 'watching'])
})

const closing: [title: string, consent: Consent][] = [
  ['the app', denying({ bundleId: 'org.x.*' })],
  ['every window', denying({ role: 'Window' })],
  ['everything', { kind: 'settings', settings: { off: true, deny: [], keepSentDays: 0 } }],
  ['everything, as they can’t be read', { kind: 'unreadable', message: 'torn' }],
]
for (const [title, consent] of closing) {
  verifies(
    'FR-34',
    `settings that keep out ${title} close the windows before anything is asked`,
    async () => {
      const world = guarded(consent)
      deepEqual(await asked(world), ['barred', 'barred', 'barred', 'barred'])
      deepEqual(world.app.log, ['close'])
    },
  )

  verifies(
    'FR-34',
    `settings that come to keep out ${title} close a session that is open, for good`,
    async () => {
      const world = guarded()
      const heard: string[] = []
      await world.guard.watch(outcome => heard.push(outcome.kind))
      equal((await world.guard.snapshot()).kind, 'snapshot')
      world.set(consent)
      equal((await world.guard.call('w-1', 'save')).kind, 'barred')
      ok(!world.app.log.some(line => line.startsWith('call')))
      world.set(ALLOWED)
      equal((await world.guard.snapshot()).kind, 'barred')
      equal(world.app.log.filter(line => line === 'close').length, 1)
    },
  )
}

verifies('FR-34', 'a watcher hears no change after the denial, but that it is barred, once', async () => {
  const world = guarded()
  const heard: string[] = []
  let tell = () => {}
  const barred = new Promise<void>(resolve => (tell = resolve))
  await world.guard.watch(outcome => {
    heard.push(outcome.kind)
    if (outcome.kind === 'barred') tell()
  })
  world.set(denying({ bundleId: '*' }))
  world.app.listener?.updated()
  await barred
  world.app.listener?.updated()
  await new Promise(resolve => setImmediate(resolve))
  equal(heard.filter(kind => kind === 'barred').length, 1)
  equal(heard.at(-1), 'barred')
})

const stale = failure({ code: 'stale_state', message: 'changed', currentVersion: 2 })
const calls = ({ app }: ReturnType<typeof guarded>) => app.log.filter(line => line.startsWith('call')).length

verifies(
  'FR-34',
  'the switch thrown while the agent decides on a retry: there is no second call',
  async () => {
    const world = guarded()
    world.app.answers = [stale, stale]
    const outcome = await world.guard.call(
      'w-1',
      'save',
      {},
      {
        decide: () => {
          world.set({ kind: 'settings', settings: { off: true, deny: [], keepSentDays: 0 } })
          return { args: {} }
        },
      },
    )
    deepEqual([outcome.kind, calls(world)], ['barred', 1])
  },
)

verifies('FR-34', 'the switch thrown before the agent decides on a retry: it is not asked', async () => {
  const world = guarded()
  const { callTool } = world.app.connection
  world.app.answers = [stale, stale]
  world.app.connection.callTool = async (...given) => {
    world.set(denying({ bundleId: '*' }))
    return callTool(...given)
  }
  const decided: string[] = []
  const decide = () => {
    decided.push('asked')
    return { args: {} }
  }
  const outcome = await world.guard.call('w-1', 'save', {}, { decide })
  deepEqual([outcome.kind, calls(world), decided], ['barred', 1, []])
})

verifies('FR-34', 'the windows that a retry is decided on lack what is kept out', async () => {
  const world = guarded(denying({ url: 'https://bank.example/*' }))
  world.app.answers = [stale, { kind: 'answer', result: { isError: false, structuredContent: {} } }]
  const seen: string[] = []
  const outcome = await world.guard.call(
    'w-1',
    'save',
    {},
    {
      decide: fresh => {
        seen.push(...fresh.windows.flatMap(({ blocks }) => blocks.map(({ type }) => type)))
        return { args: {} }
      },
    },
  )
  deepEqual([outcome.kind, calls(world), seen], ['done', 2, ['text']])
})

type Watched = ReturnType<typeof guarded> & {
  watch: (signal?: AbortSignal) => ReturnType<ReturnType<typeof guarded>['guard']['watch']>
}
const leaving: [title: string, leave: (world: Watched) => Promise<unknown>][] = [
  [
    'was stopped',
    async world => {
      const watch = await world.watch()
      if (watch.kind === 'watching') await watch.stop()
    },
  ],
  [
    'was ended by its signal',
    async world => {
      const ends = new AbortController()
      await world.watch(ends.signal)
      ends.abort()
    },
  ],
  ['had ended before it began', async world => world.watch(AbortSignal.abort())],
  [
    'was replaced by another',
    async world => {
      await world.watch()
      await world.guard.watch(() => {})
    },
  ],
]
for (const [title, leave] of leaving)
  verifies('FR-34', `a watch that ${title} hears nothing of a later denial`, async () => {
    const heard: string[] = []
    const base = guarded()
    const world = {
      ...base,
      watch: (signal?: AbortSignal) => base.guard.watch(outcome => heard.push(outcome.kind), signal),
    }
    await leave(world)
    world.set(denying({ bundleId: '*' }))
    equal((await world.guard.snapshot()).kind, 'barred')
    await new Promise(resolve => setImmediate(resolve))
    deepEqual(
      heard.filter(kind => kind === 'barred'),
      [],
    )
  })

verifies('FR-34', 'an answer that arrives after the denial is not handed out', async () => {
  const world = guarded()
  const { readResource } = world.app.connection
  world.app.connection.readResource = async (...given) => {
    const reply = await readResource(...given)
    world.set(denying({ bundleId: '*' }))
    return reply
  }
  equal((await world.guard.snapshot()).kind, 'barred')
})

verifies('FR-34', 'an address that is kept out is kept out of windows too', async () => {
  const rule: DenyRule = { url: 'https://bank.example/*' }
  const outcome = await guarded(denying(rule)).guard.snapshot()
  deepEqual(outcome.kind === 'snapshot' && outcome.snapshot.windows[0]?.blocks, [
    { type: 'text', text: 'hello' },
  ])
})

verifies('FR-34', 'nothing of a session is there unguarded', async () => {
  const { guard } = guarded({ kind: 'unreadable', message: 'torn' })
  const { close, ...asking } = guard
  const outcomes = await Promise.all([
    asking.snapshot(),
    asking.look(),
    asking.tools(),
    asking.call('w-1', 'save'),
  ])
  deepEqual(Object.keys(asking).toSorted(), ['call', 'look', 'snapshot', 'tools', 'watch'])
  deepEqual(
    outcomes.map(({ kind }) => kind),
    ['barred', 'barred', 'barred', 'barred'],
  )
  await close()
})
