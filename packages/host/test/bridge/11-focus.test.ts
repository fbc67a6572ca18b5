import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { isFocusStyle } from '../../src/bridge/focus.ts'
import { openSession } from '../../src/bridge/session.ts'
import { failure, serve, type ServedApp, tool, win } from '../support/fake-windows.ts'

const two = { operableWindowIds: ['w-1', 'w-2'], windows: [win('w-1'), win('w-2')] }
const plain = (name: string) => tool(name, {})
const TOOLS = ['w-1__focus', 'w-1__save', 'w-2__bring_to_front', 'w-2__save', 'app__new'].map(plain)

const open = (app: ServedApp, focusFirst = true) =>
  openSession(app.connection, {
    pause: async () => {},
    deadline: () => new AbortController().signal,
    focusFirst,
  })

const called = (app: ServedApp) =>
  app.log.filter(entry => entry.startsWith('call')).map(entry => entry.split(' ')[1])

verifies('GB-11-focus-first', 'a window is focused before the first write to it', async () => {
  const app = serve(two, { tools: TOOLS })
  equal((await open(app).call('w-1', 'save')).kind, 'done')
  deepEqual(called(app), ['w-1__focus', 'w-1__save'])
})

verifies(
  'GB-11-focus-first',
  'not again while the agent stays in it, and again when it comes back',
  async () => {
    const app = serve(two, { tools: TOOLS })
    const session = open(app)
    for (const window of ['w-1', 'w-1', 'w-2', 'w-1']) await session.call(window, 'save')
    deepEqual(called(app), [
      'w-1__focus',
      'w-1__save',
      'w-1__save',
      'w-2__bring_to_front',
      'w-2__save',
      'w-1__focus',
      'w-1__save',
    ])
  },
)

const quiet = [
  ['a window that offers none', [plain('w-1__save')], 'w-1', 'save'],
  ['a focus action itself', TOOLS, 'w-1', 'focus'],
  ['an action of the app', TOOLS, 'app', 'new'],
  [
    'one that needs arguments',
    [{ ...plain('w-1__focus'), inputSchema: { required: ['place'] } }, plain('w-1__save')],
    'w-1',
    'save',
  ],
  ['one of another window', [plain('w-2__focus'), plain('w-1__save')], 'w-1', 'save'],
] as const
for (const [title, tools, window, action] of quiet)
  verifies('GB-11-focus-first', `nothing is focused for ${title}`, async () => {
    const app = serve(two, { tools: [...tools] })
    await open(app).call(window, action)
    deepEqual(called(app), [`${window}__${action}`])
  })

verifies('GB-11-focus-first', 'it can be left out', async () => {
  const app = serve(two, { tools: TOOLS })
  await open(app, false).call('w-1', 'save')
  deepEqual(called(app), ['w-1__save'])
})

verifies('GB-11-focus-first', 'a focus that fails does not keep the write from being tried', async () => {
  const app = serve(two, { tools: TOOLS })
  app.answers = [failure({ code: 'action_failed', message: 'm' }), ...app.answers]
  equal((await open(app).call('w-1', 'save')).kind, 'done')
})

verifies('FR-45', 'reads change no focus: windows, tools, watching, and actions that only read', async () => {
  const reading = { ...plain('w-1__total'), annotations: { readOnlyHint: true } }
  const app = serve(two, { tools: [...TOOLS, reading] })
  const session = open(app)
  await session.snapshot()
  await session.tools()
  const watch = await session.watch(() => {})
  await session.call('w-1', 'total')
  if (watch.kind === 'watching') await watch.stop()
  deepEqual(called(app), ['w-1__total'])
})

const names = [
  ['focus', true],
  ['Focus', true],
  ['focus_window', true],
  ['bring-to-front', true],
  ['activate', true],
  ['raise', true],
  ['raise_salary', false],
  ['activate_account', false],
  ['show', false],
  ['focus_group', false],
] as const
for (const [name, want] of names)
  verifies('GB-11-focus-first', `${name} is ${want ? 'a' : 'no'} focus-style action`, () =>
    equal(isFocusStyle(name), want),
  )
