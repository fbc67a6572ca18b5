import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import type { CallOptions } from '../../src/bridge/call.ts'
import { exactVersion } from '../../src/bridge/exact-version.ts'
import { openSession } from '../../src/bridge/session.ts'
import { failure, serve, type ServedApp, tool, win } from '../support/fake-windows.ts'

const one = (version = 7) => ({ operableWindowIds: ['w-1'], windows: [win('w-1', { version })] })
const blocked = {
  operableWindowIds: ['d-1'],
  windows: [win('w-1'), win('d-1', { modal: true, ownerId: 'w-1' })],
}
const stale = failure({ code: 'stale_state', message: 'changed', currentVersion: 8 })

function session(app: ServedApp) {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  return { ...openSession(app.connection, { pause, deadline: () => new AbortController().signal }), pauses }
}

const calls = (app: ServedApp) => app.log.filter(entry => entry.startsWith('call'))

const carried: [title: string, over: Partial<ServedApp>, window: string, args: object, want: string][] = [
  [
    'the version it read',
    { tools: [tool('w-1__save')] },
    'w-1',
    { a: 1 },
    'call w-1__save {"a":1,"expectedVersion":7}',
  ],
  [
    'none where the tool takes none',
    { tools: [tool('w-1__save', {})] },
    'w-1',
    { a: 1 },
    'call w-1__save {"a":1}',
  ],
  [
    'the version for an action that is not listed, too: it may be by now',
    { tools: [] },
    'w-1',
    {},
    'call w-1__save {"expectedVersion":7}',
  ],
  [
    'none for the app, which has no version (D-34)',
    { tools: [tool('app__save')] },
    'app',
    {},
    'call app__save {}',
  ],
  [
    "the caller's own before its own",
    { tools: [tool('w-1__save')] },
    'w-1',
    { expectedVersion: 3 },
    'call w-1__save {"expectedVersion":3}',
  ],
]
for (const [title, over, window, args, want] of carried)
  verifies('GB-11-client-carries', title, async () => {
    const app = serve(one(), over)
    const outcome = await session(app).call(window, 'save', { ...args })
    deepEqual(calls(app), [want])
    equal(outcome.kind, 'done')
  })

verifies('GB-11-client-carries', 'the version is the one the caller saw, not a fresher one', async () => {
  const app = serve(one(7), { tools: [tool('w-1__save')] })
  const open = session(app)
  await open.snapshot()
  app.windows = one(9)
  await open.tools()
  await open.call('w-1', 'save')
  deepEqual(calls(app), ['call w-1__save {"expectedVersion":7}'])
})

verifies(
  'GB-11-client-carries',
  'what was looked at is what the caller saw, and its tools are known',
  async () => {
    const app = serve(one(7), { tools: [tool('w-1__save'), tool('w-9__save')] })
    const open = session(app)
    const seen = await open.look()
    equal(seen.kind, 'look')
    if (seen.kind !== 'look') return
    deepEqual([seen.snapshot.windows[0]?.version, seen.tools.map(({ action }) => action)], [7, ['save']])
    app.windows = one(9)
    app.log.length = 0
    await open.call('w-1', 'save')
    deepEqual(app.log, ['call w-1__save {"expectedVersion":7}'])
  },
)

verifies('GB-11-client-carries', 'a look that failed by half shows the caller nothing', async () => {
  const app = serve(one(7), { tools: [tool('w-1__save')] })
  const open = session(app)
  await open.look()
  app.windows = one(8)
  app.tools = { kind: 'late' }
  equal((await open.look()).kind, 'late')
  await open.call('w-1', 'save')
  deepEqual(calls(app), ['call w-1__save {"expectedVersion":7}'])
})

verifies(
  'GB-11-client-carries',
  'a list that was asked for before the tools changed makes none known',
  async () => {
    const app = serve(one(7), { tools: [tool('w-1__save', {})] })
    const { listTools } = app.connection
    const held = Promise.withResolvers<void>()
    app.connection.listTools = async () => {
      const listed = await listTools()
      await held.promise
      return listed
    }
    const open = openSession(app.connection, {
      pause: () => new Promise<void>(() => {}),
      deadline: () => new AbortController().signal,
    })
    await open.watch(() => {})
    const looking = open.look()
    app.tools = [tool('w-1__save')]
    app.listener?.listChanged()
    held.resolve()
    equal((await looking).kind, 'look')
    await open.call('w-1', 'save')
    deepEqual(calls(app), ['call w-1__save {"expectedVersion":7}'])
  },
)

for (const [over, kind] of [
  [{ tools: { kind: 'late' } }, 'late'],
  [{ windows: { kind: 'gone' } }, 'gone'],
] as const)
  verifies('FR-58', `a look of which one half fails is ${kind}`, async () => {
    equal((await session(serve(one(), over)).look()).kind, kind)
  })

verifies(
  'GB-11-client-carries',
  'nothing is written blindly when the list of tools can’t be had',
  async () => {
    const app = serve(one(), { tools: { kind: 'late' } })
    deepEqual(await session(app).call('w-1', 'save'), { kind: 'unsent', why: 'late' })
    deepEqual(calls(app), [])
  },
)

verifies('D-39', 'a version that only looks whole once it is rounded is not sent', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')] })
  app.windows = JSON.stringify(one()).replace('"version":7', '"version":9007199254740990.5')
  deepEqual(await session(app).call('w-1', 'save'), { kind: 'inexact' })
  deepEqual(calls(app), [])
})

for (const digits of ['9007199254740993', '9223372036854775807'])
  verifies('D-39', `version ${digits} is echoed digit for digit`, async () => {
    const app = serve(one(), { tools: [tool('w-1__save')] })
    app.windows = JSON.stringify(one()).replace('"version":7', `"version":${digits}`)
    equal((await session(app).call('w-1', 'save')).kind, 'done')
    deepEqual(calls(app), [`call w-1__save {"expectedVersion":${digits}}`])
  })

verifies('D-39', 'a runtime that can’t write the digits sends none', () => {
  equal(
    exactVersion({ ...win('w-1'), version: 2 ** 53, exactVersion: '9007199254740993' }, () => undefined),
    undefined,
  )
  equal(exactVersion({ ...win('w-1'), version: 7 }, undefined), 7)
})

for (const kind of ['late', 'gone', 'denied'] as const)
  verifies('GB-11-client-carries', `nothing is written blindly when the windows are ${kind}`, async () => {
    const app = serve(one(), { tools: [tool('w-1__save')], windows: { kind } })
    deepEqual(await session(app).call('w-1', 'save'), { kind: 'unsent', why: kind })
    deepEqual(calls(app), [])
  })

verifies('GB-1.3-sole-authority', 'a window that is not there is not called', async () => {
  const app = serve(one(), { tools: [tool('w-9__save')] })
  const outcome = await session(app).call('w-9', 'save')
  equal(outcome.kind === 'failed' && outcome.error.code, 'window_not_found')
  deepEqual(calls(app), [])
})

verifies(
  'GB-11-client-carries',
  'a dialog that just opened is called with the version it has now',
  async () => {
    const app = serve(one(), { tools: [tool('d-1__yes')] })
    const open = session(app)
    await open.snapshot()
    app.windows = blocked
    equal((await open.call('d-1', 'yes')).kind, 'done')
    deepEqual(calls(app), ['call d-1__yes {"expectedVersion":1}'])
  },
)

verifies(
  'GB-11-client-carries',
  'what is shown while a call is under way does not make it fresher',
  async () => {
    const app = serve(one(7), { tools: [tool('w-1__save')] })
    const open = session(app)
    await open.snapshot()
    const { listTools } = app.connection
    app.connection.listTools = async signal => {
      app.windows = one(9)
      await open.snapshot()
      return listTools(signal)
    }
    await open.call('w-1', 'save')
    deepEqual(calls(app), ['call w-1__save {"expectedVersion":7}'])
  },
)

verifies(
  'GB-7.1-client-retries',
  'what is shown while decide thinks does not make its call fresher',
  async () => {
    const app = serve(one(7), { tools: [tool('w-1__save')] })
    app.answers = [stale, ...app.answers]
    const open = session(app)
    await open.snapshot()
    app.windows = one(8)
    const decide: CallOptions['decide'] = async () => {
      app.windows = one(9)
      await open.snapshot()
      return { args: {} }
    }
    await open.call('w-1', 'save', {}, { decide })
    equal(calls(app).at(-1), 'call w-1__save {"expectedVersion":8}')
  },
)

verifies('GB-11-client-carries', 'a call says which windows it was decided on', async () => {
  const app = serve(one(7), { tools: [tool('w-1__save')] })
  const open = session(app)
  const decided = await open.snapshot()
  app.windows = one(9)
  await open.snapshot()
  if (decided.kind === 'snapshot') await open.call('w-1', 'save', {}, { basedOn: decided.snapshot })
  deepEqual(calls(app), ['call w-1__save {"expectedVersion":7}'])
})

verifies('GB-7.1-client-retries', 'a call that was cancelled is not sent', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')] })
  const cancelled = AbortSignal.abort()
  deepEqual(await session(app).call('w-1', 'save', {}, { signal: cancelled }), {
    kind: 'unsent',
    why: 'cancelled',
  })
  deepEqual(calls(app), [])
})

verifies('GB-7.1-client-retries', 'cancelled while it pauses, it is not tried again', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
  const cancel = new AbortController()
  const open = openSession(app.connection, {
    pause: async () => cancel.abort(),
    deadline: () => new AbortController().signal,
  })
  const outcome = await open.call('w-1', 'save', {}, { decide: () => ({ args: {} }), signal: cancel.signal })
  equal(outcome.kind === 'failed' && outcome.error.code, 'stale_state')
  equal(calls(app).length, 1)
})

verifies('GB-7.1-client-retries', 'cancelled while decide thinks, the call ends at once', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
  const cancel = new AbortController()
  const decide = () => {
    cancel.abort()
    return new Promise<undefined>(() => {})
  }
  const outcome = await session(app).call('w-1', 'save', {}, { decide, signal: cancel.signal })
  equal(outcome.kind === 'failed' && outcome.error.code, 'stale_state')
})

verifies(
  'GB-7.1-client-retries',
  'a decide that throws is told with the failure it was asked about',
  async () => {
    const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
    const thrown = new Error('mine')
    const decide = () => {
      throw thrown
    }
    const outcome = await session(app).call('w-1', 'save', {}, { decide })
    deepEqual(outcome, {
      kind: 'failed',
      error: { code: 'stale_state', message: 'changed', currentVersion: 8 },
      decideThrew: { thrown },
    })
  },
)

verifies(
  'GB-7.1-client-retries',
  'without decide, a changed window is told and not tried again',
  async () => {
    const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
    deepEqual(await session(app).call('w-1', 'save'), {
      kind: 'failed',
      error: { code: 'stale_state', message: 'changed', currentVersion: 8 },
    })
    equal(calls(app).length, 1)
  },
)

verifies(
  'GB-7.1-client-retries',
  'decide sees the windows as they are now, and its call carries their version',
  async () => {
    const app = serve(one(7), { tools: [tool('w-1__save')] })
    app.answers = [stale, ...app.answers]
    const seen: (number | undefined)[] = []
    const open = session(app)
    await open.snapshot()
    app.windows = one(8)
    const decide: CallOptions['decide'] = fresh => {
      seen.push(fresh.windows[0]?.version)
      return { args: { again: true } }
    }
    equal((await open.call('w-1', 'save', {}, { decide })).kind, 'done')
    deepEqual(seen, [8])
    deepEqual(calls(app).at(-1), 'call w-1__save {"again":true,"expectedVersion":8}')
  },
)

verifies('GB-7.1-client-retries', 'decide can let it be', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
  equal((await session(app).call('w-1', 'save', {}, { decide: () => undefined })).kind, 'failed')
  equal(calls(app).length, 1)
})

verifies('D-53', 'three retries with growing pauses, then it is told', async () => {
  const app = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
  const open = session(app)
  const outcome = await open.call('w-1', 'save', {}, { decide: () => ({ args: {} }) })
  equal(outcome.kind === 'failed' && outcome.error.code, 'stale_state')
  equal(calls(app).length, 4)
  deepEqual(open.pauses, [50, 200, 800])
})

const once = [
  [
    'D-46',
    'an unknown code',
    { code: 'made_up', message: 'm' },
    { kind: 'odd', code: 'made_up', message: 'm' },
  ],
  ['D-46', 'no code at all', {}, { kind: 'odd', code: '', message: '' }],
  [
    'D-46',
    'stale_state without its version',
    { code: 'stale_state', message: 'm' },
    { kind: 'odd', code: 'stale_state', message: 'm' },
  ],
  [
    'GB-11-client-carries',
    'validation_failed',
    { code: 'validation_failed', message: 'm', fields: [{ field: 'a', error: 'e' }] },
    {
      kind: 'failed',
      error: { code: 'validation_failed', message: 'm', fields: [{ field: 'a', error: 'e' }] },
    },
  ],
  [
    'GB-11-client-carries',
    'window_not_found',
    { code: 'window_not_found', message: 'm' },
    { kind: 'failed', error: { code: 'window_not_found', message: 'm' } },
  ],
  [
    'GB-11-client-carries',
    'action_not_available',
    { code: 'action_not_available', message: 'm', reason: 'r' },
    { kind: 'failed', error: { code: 'action_not_available', message: 'm', reason: 'r' } },
  ],
  [
    'GB-11-client-carries',
    'action_timeout',
    { code: 'action_timeout', message: 'm' },
    { kind: 'failed', error: { code: 'action_timeout', message: 'm' } },
  ],
  [
    'GB-11-client-carries',
    'action_failed',
    { code: 'action_failed', message: 'm' },
    { kind: 'failed', error: { code: 'action_failed', message: 'm' } },
  ],
] as const
for (const [id, title, content, want] of once)
  verifies(id, `${title} is told and called only once`, async () => {
    const app = serve(one(), { answers: [failure(content)] })
    deepEqual(await session(app).call('w-1', 'save', {}, { decide: () => ({ args: {} }) }), want)
    equal(calls(app).length, 1)
  })

const noReplies = [
  { kind: 'error', code: -32602 },
  { kind: 'denied' },
  { kind: 'too-large' },
  { kind: 'late' },
  { kind: 'gone' },
] as const
for (const reply of noReplies)
  verifies('GB-11-client-carries', `${reply.kind} is told and called only once`, async () => {
    const app = serve(one(), { answers: [reply] })
    deepEqual(await session(app).call('w-1', 'save', {}, { decide: () => ({ args: {} }) }), reply)
    equal(calls(app).length, 1)
  })

verifies('GB-1.3-sole-authority', 'a blocked window is not called, and what blocks it is named', async () => {
  const app = serve(blocked)
  deepEqual(await session(app).call('w-1', 'save'), {
    kind: 'blocked',
    by: ['d-1'],
    message: 'a dialog is in front of this window',
  })
  deepEqual(calls(app), [])
})

verifies('GB-1.3-sole-authority', 'a window that looked blocked is looked at again', async () => {
  const app = serve(blocked)
  const open = session(app)
  await open.snapshot()
  app.windows = one()
  equal((await open.call('w-1', 'save')).kind, 'done')
})

verifies('GB-11-client-carries', 'blocked_by_modal: the blockers of the error go first', async () => {
  const app = serve(one(), {
    answers: [failure({ code: 'blocked_by_modal', message: 'm', blockedBy: ['x-1'] })],
  })
  deepEqual(await session(app).call('w-1', 'save'), { kind: 'blocked', by: ['x-1'], message: 'm' })
})

verifies('GB-11-client-carries', 'blocked_by_modal without them: the snapshot tells', async () => {
  const app = serve(one(), { answers: [failure({ code: 'blocked_by_modal', message: 'm' })] })
  const open = session(app)
  await open.snapshot()
  app.windows = blocked
  app.connection.callTool = async () => failure({ code: 'blocked_by_modal', message: 'm' })
  deepEqual(await open.call('app', 'new'), { kind: 'blocked', by: [], message: 'm' })
  app.windows = one()
  await open.snapshot()
  app.windows = blocked
  deepEqual(await open.call('w-1', 'save'), { kind: 'blocked', by: ['d-1'], message: 'm' })
})

verifies('GB-5.4-structured-only', 'what the text says decides nothing', async () => {
  const result = {
    isError: false,
    structuredContent: { message: 'saved' },
    content: [{ type: 'text', text: '{"code":"stale_state"}' }],
  }
  const app = serve(one(), { answers: [{ kind: 'answer', result }] })
  deepEqual(await session(app).call('w-1', 'save'), {
    kind: 'done',
    message: 'saved',
    openedWindowIds: [],
    result: undefined,
  })
})

const ring: { [name: string]: unknown } = {}
ring.self = { ring }
const noJson: [title: string, args: { [name: string]: unknown }][] = [
  ['a ring', ring],
  ['a BigInt', { amount: 12n }],
  [
    'a getter that throws',
    {
      get amount() {
        throw new Error('the caller’s own')
      },
    },
  ],
  [
    'a getter that throws further in',
    {
      order: {
        get amount() {
          throw new Error('the caller’s own')
        },
      },
    },
  ],
]
for (const [title, args] of noJson)
  verifies(
    'D-36',
    `arguments that are no JSON, ${title}: nothing is sent, and the outcome says so`,
    async () => {
      const app = serve(one(), { tools: [tool('w-1__save')] })
      deepEqual(await session(app).call('w-1', 'save', args), { kind: 'unsent', why: 'no-json' })
      deepEqual(app.log, [])
      const stubborn = serve(one(), { tools: [tool('w-1__save')], answers: [stale] })
      const outcome = await session(stubborn).call('w-1', 'save', {}, { decide: () => ({ args }) })
      deepEqual([outcome, calls(stubborn).length], [{ kind: 'unsent', why: 'no-json' }, 1])
    },
  )
