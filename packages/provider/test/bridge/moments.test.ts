import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import type { Changes } from '@copane/protocol/bridge'
import { validateWindows } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/bridge/define-action.js'
import { createBridge } from '../../src/bridge/bridge.js'
import { createStore } from '../../src/store/store.js'
import { canary, padApp, type Pads } from '../support/pad.js'

const user = { kind: 'user' } as const

function watched() {
  const app = padApp()
  const seen: Changes[] = []
  app.bridge.watch(changes => seen.push(changes))
  const change = (next: (state: Pads) => Pads) =>
    app.store.commit(user, state => ({ state: next(state), outcome: 0 }))
  return { ...app, seen, change, version: (at = 0) => app.bridge.snapshot().windows[at]?.version }
}

verifies('GB-7.1-version-rises', 'a changed block raises the version of its window and of no other', () => {
  const { change, version, first, seen } = watched()
  change(state => ({ ...state, texts: { ...state.texts, [first]: 'new' } }))
  deepEqual([version(0), version(1), seen], [2, 1, [{ updated: true, listChanged: false }]])
})

verifies('D-40', 'a commit that changes nothing to see sends nothing', () => {
  const { change, seen } = watched()
  change(state => ({ ...state, stopped: 'someone' }))
  deepEqual(seen, [])
})

verifies('GB-6-after-effect', 'a dialog that opens calls for both notifications, once each', () => {
  const { change, seen, first } = watched()
  change(state => ({ ...state, dialogOn: first }))
  deepEqual(seen, [{ updated: true, listChanged: true }])
})

verifies(
  'GB-5.1-visible-available',
  'an unavailable action hides alone, and its coming and going calls for list_changed',
  () => {
    const { change, seen, bridge, first } = watched()
    change(state => ({ ...state, locked: true }))
    deepEqual(seen, [{ updated: false, listChanged: true }])
    const names = bridge.tools().map(tool => tool.name)
    deepEqual([names.includes(`${first}__type`), names.includes(`${first}__count`)], [false, true])
  },
)

verifies('GB-5.1-visible-available', 'a blocked window hides its whole group', () => {
  const { change, bridge, first, dialog } = watched()
  change(state => ({ ...state, dialogOn: first }))
  const handles = new Set(bridge.tools().map(tool => tool.name.split('__')[0]))
  deepEqual([handles.has(first), handles.has(dialog)], [false, true])
})

verifies('D-41', 'a secret raises the version, once until the snapshot is served again', () => {
  const { change, version, bridge } = watched()
  const secret = canary()
  change(state => ({ ...state, secret: 's' }))
  equal(version(), 2)
  change(state => ({ ...state, secret: 'se' }))
  change(state => ({ ...state, secret }))
  equal(version(), 2)
  ok(!bridge.snapshotText().includes(secret))
  change(state => ({ ...state, secret: `${secret}!` }))
  equal(version(), 3)
})

verifies('D-32', 'a window that is owned but not modal is refused before it takes effect', () => {
  const store = createStore({ initial: { owned: false } })
  createBridge({
    store,
    fingerprint: String,
    after: () => () => {},
    windows: ({ owned }) => ({
      windows: [
        { id: 'a-1', title: 'A', summary: 'A.', blocks: [], actions: [] },
        { id: 'a-2', title: 'B', ownerId: owned ? 'a-1' : null, summary: 'B.', blocks: [], actions: [] },
      ],
    }),
  })
  throws(() => store.commit(user, () => ({ state: { owned: true }, outcome: 0 })), /leave its ownerId null/)
  equal(store.read().owned, false)
})

const badIds = ['app', 'much-too-long-id', 'a__b', 'ä-1', '', '-_-__']
for (const id of badIds)
  verifies('D-30', `${JSON.stringify(id)} is no window id`, () => {
    const window = { id, title: 'A', summary: 'A.', blocks: [], actions: [] }
    throws(
      () =>
        createBridge({
          store: createStore({ initial: 0 }),
          fingerprint: String,
          after: () => () => {},
          windows: () => ({ windows: [window] }),
        }),
      /window id/,
    )
  })

verifies('D-45', 'a private window is in no byte that is served, and what it blocks is not operable', () => {
  const secret = canary()
  const store = createStore({ initial: 0 })
  const bridge = createBridge({
    store,
    fingerprint: String,
    after: () => () => {},
    windows: () => ({
      windows: [
        { id: 'a-1', title: 'A', summary: 'A.', blocks: [], actions: [] },
        {
          id: 'a-2',
          title: secret,
          modal: true,
          ownerId: 'a-1',
          summary: secret,
          blocks: [],
          actions: [],
          private: true,
        },
      ],
    }),
  })
  deepEqual([bridge.snapshot().operableWindowIds, bridge.tools()], [[], []])
  ok(!bridge.snapshotText().includes(secret) && !bridge.snapshotText().includes('a-2'))
})

verifies('GB-4.2-window-fields', 'what is served keeps every rule of the protocol', () => {
  const { change, bridge, first } = watched()
  change(state => ({ ...state, dialogOn: first, secret: 'x' }))
  deepEqual(validateWindows(JSON.parse(bridge.snapshotText())), [])
})

verifies('D-34', 'an action of the app takes no version, for it belongs to no window', () => {
  const open = defineAction<number>({
    name: 'open',
    title: 'Open',
    description: 'Opens.',
    parameters: { n: { type: 'integer' } },
    writes: () => undefined,
  })
  const bridge = createBridge({
    store: createStore({ initial: 0 }),
    fingerprint: String,
    after: () => () => {},
    windows: () => ({ windows: [{ id: 'a-1', title: 'A', summary: 'A.', blocks: [], actions: [open] }] }),
    appActions: [open],
  })
  deepEqual(
    bridge.tools().map(({ name, inputSchema }) => [name, Object.keys(Object(inputSchema.properties))]),
    [
      ['app__open', ['n']],
      ['a-1__open', ['n', 'expectedVersion']],
    ],
  )
})

verifies(
  'FR-31',
  'a secret is in no byte of state, tools, answers and errors, whatever is called',
  async () => {
    const secret = canary()
    const { change, bridge, call, first, faults } = watched()
    change(state => ({ ...state, secret }))
    const outcomes = [
      await call(`${first}__count`),
      await call(`${first}__type`, { text: 'x', key: secret }),
      await call(`${first}__type`, { text: { [secret]: secret } }),
      await call(`${first}__type`, { text: 'x', expectedVersion: secret }),
    ]
    const bytes = JSON.stringify([bridge.snapshot(), bridge.snapshotText(), bridge.tools(), outcomes, faults])
    // The name of a nested field is the caller's own word; no value of it is repeated.
    ok(!bytes.replaceAll(`text.${secret}`, '').includes(secret))
  },
)

verifies('FR-32', 'secrets of any length are served in the same bytes, but for an empty one', () => {
  const served = [0, 1, 2, 8, 64].map(length => {
    const { change, bridge } = watched()
    change(state => ({ ...state, secret: 'x'.repeat(length) }))
    return bridge.snapshotText().replaceAll(/"version":\d+/g, '')
  })
  equal(new Set(served.slice(1)).size, 1)
  ok(served[0] !== served[1])
})

verifies('FR-33', 'a secret that is filled in, and one that is emptied, shows and raises the version', () => {
  const { change, bridge, version } = watched()
  const shown = () => JSON.stringify(bridge.snapshot().windows[0]?.blocks.at(-1))
  const empty = shown()
  change(state => ({ ...state, secret: 'x' }))
  const filled = shown()
  change(state => ({ ...state, secret: '' }))
  deepEqual([filled !== empty, shown() === empty, version()], [true, true, 3])
})

verifies('GB-4.5-sensitive', 'a block of a type that nobody knows is left out where it is sensitive', () => {
  const secret = canary()
  const store = createStore({ initial: 0 })
  const blocks = JSON.parse(`[{"type":"card","number":"${secret}","sensitive":true}]`)
  const bridge = createBridge({
    store,
    fingerprint: String,
    after: () => () => {},
    windows: () => ({ windows: [{ id: 'a-1', title: 'A', summary: 'A.', blocks, actions: [] }] }),
  })
  ok(!bridge.snapshotText().includes(secret))
})

verifies('GB-7.1-version-rises', 'fields in another order are the same content: no version rises', () => {
  const store = createStore({ initial: { turned: false } })
  const bridge = createBridge({
    store,
    fingerprint: String,
    after: () => () => {},
    windows: ({ turned }) => ({
      windows: [
        {
          id: 'a-1',
          title: 'A',
          summary: 'A.',
          blocks: [{ type: 'custom', id: 'c', payload: turned ? { b: 2, a: 1 } : { a: 1, b: 2 } }],
          actions: [],
        },
      ],
    }),
  })
  const before = bridge.snapshotText()
  store.commit(user, () => ({ state: { turned: true }, outcome: 0 }))
  equal(bridge.snapshotText(), before)
})

verifies(
  'GB-7.1-version-rises',
  'what an app changes in place and then commits is told, as a new version',
  () => {
    const items = ['milk']
    const unavailable: { [action: string]: string } = {}
    const store = createStore({ initial: 0 })
    const act = defineAction<number>({
      name: 'act',
      title: 'Act',
      description: 'Acts.',
      changes: state => ({ kind: 'done', state, message: 'Done.' }),
    })
    const list = () => ({
      ...{ id: 'w-1', title: 'List', summary: 'Lists.', actions: [act], unavailable },
      blocks: [{ type: 'list' as const, id: 'items', items }],
    })
    const bridge = createBridge<number>({
      store,
      windows: () => ({ windows: [list()] }),
      fingerprint: text => text,
      after: () => () => {},
    })
    const seen: Changes[] = []
    bridge.watch(changes => seen.push(changes))
    items.push('bread')
    store.commit(user, state => ({ state: state + 1, outcome: 0 }))
    unavailable.act = 'it is locked'
    store.commit(user, state => ({ state: state + 1, outcome: 0 }))
    deepEqual(JSON.parse(bridge.snapshotText()).windows[0], {
      ...{ id: 'w-1', title: 'List', modal: false, ownerId: null, version: 2, summary: 'Lists.' },
      blocks: [{ type: 'list', id: 'items', items: ['milk', 'bread'] }],
    })
    deepEqual(seen, [
      { updated: true, listChanged: false },
      { updated: false, listChanged: true },
    ])
  },
)
