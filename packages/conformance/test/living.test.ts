import { deepEqual, equal } from 'node:assert/strict'
import { checkBridge, checkProvider, type Driver } from '@copane/conformance/node'
import { renderReport } from '@copane/conformance'
import { test } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { allVerdictsOf, reportOnLife } from './planted.ts'
import { type Living, startLife } from './peers/life.ts'
import { operable, shownPane, type World } from './peers/world.ts'

let turn = 0

/** Peers that are unusual, and right. */
const UNUSUAL: readonly (readonly [
  'D-09' | 'D-39' | 'GB-4.2-no-order' | 'GB-10.3-never-reused',
  string,
  Living,
])[] = [
  ['D-09', 'nothing but what is asked for', {}],
  [
    'GB-4.2-no-order',
    'windows and operable ids in another order in each read',
    {
      ways: {
        show(world) {
          const ids = operable(world)
          const windows = world.panes.map(shownPane)
          return turn++ % 2 === 0
            ? { operableWindowIds: ids, windows }
            : { operableWindowIds: ids.reverse(), windows: windows.reverse() }
        },
      },
    },
  ],
  [
    'D-39',
    'versions that skip',
    { ways: { edit: (_, pane, text) => void Object.assign(pane, { text, version: pane.version + 7 }) } },
  ],
  [
    'D-39',
    'versions that are far up',
    {
      ways: { edit: (_, pane, text) => void Object.assign(pane, { text, version: pane.version + 2 ** 45 }) },
    },
  ],
  [
    'D-09',
    'notices twice, and when nothing changed',
    {
      ways: {
        tell(world, told) {
          for (const what of [told, told, 'updated'] as const)
            for (const link of world.hub.links.values())
              if (what !== 'updated' || link.subscribed) link.send(what)
        },
      },
    },
  ],
  ['GB-10.3-never-reused', 'ids that are random', { ways: { mintId: () => crypto.randomUUID() } }],
]

for (const [id, title, living] of UNUSUAL)
  verifies(id, `a bridge server that lives passes: ${title}`, async () => {
    const report = await reportOnLife('bridge', living)
    deepEqual(allVerdictsOf(report), {})
    equal(report.ok, true)
  })

verifies('D-09', 'a provider that lives passes every check', async () => {
  const report = await reportOnLife('elements', {})
  deepEqual(allVerdictsOf(report), {})
  equal(report.ok, true)
})

/** A driver that knows only some steps. */
const knowing =
  (...steps: string[]) =>
  (driver: Driver): Driver =>
  order =>
    steps.includes(order.do) ? driver(order) : Promise.resolve({ cannot: 'not known' })

test('what a driver does not know is named, and nothing fails for it', async () => {
  const report = await reportOnLife('bridge', { driver: knowing('edit', 'name-write') })
  const rows = report.checks.flatMap(({ id, outcome }) =>
    outcome.kind === 'not-run' ? [`${id}: ${outcome.needs.join(', ')}`] : [],
  )
  deepEqual(rows, [
    'GB-12.4-one-win-id: driver step name-opener',
    'GB-5.1-visible-available: driver step open-window, driver step close-window, driver step open-modal, driver step close-modal, driver step change-availability',
    'GB-7.4-timeout: driver step name-hang',
    'GB-6-after-effect: driver step open-window, driver step close-window, driver step open-modal, driver step close-modal',
    'GB-8.3-consistent: driver step open-window, driver step close-window, driver step open-modal, driver step close-modal',
    'GB-2-window-unit: driver step open-window',
    'GB-12.5-closing: driver step close-window',
    'GB-10.3-never-reused: driver step open-window, driver step close-window, driver step restart',
    'GB-4.5-sensitive: driver step type-secret',
  ])
  deepEqual([report.failed, report.ok], [0, false])
})

test('what an app never does can break nothing, and the report says so', async () => {
  const never: Driver = () => Promise.resolve({ never: 'a word of the driver' })
  const [bridge, elements] = [
    await reportOnLife('bridge', { driver: () => never }),
    await reportOnLife('elements', { driver: () => never }),
  ]
  deepEqual([bridge.failed, elements.failed], [0, 0])
  const lines = [...renderReport(bridge), ...renderReport(elements)]
  equal(
    lines.some(line => line.includes('GB-12.5-closing') && line.includes('never does')),
    true,
  )
  equal(
    lines.some(line => line.includes('a word of the driver')),
    false,
  )
})

const ODD: readonly (readonly [string, Driver])[] = [
  ['throws', () => Promise.reject(new Error('no'))],
  ['answers nonsense', () => Promise.resolve([{ done: 'yes' }])],
  ['answers nothing', () => Promise.resolve(undefined)],
  ['names calls without a name', () => Promise.resolve({ done: true, call: 5 })],
  ['never answers', () => new Promise(() => {})],
]

for (const [title, driver] of ODD)
  test(`a driver that ${title} ends no run`, async () => {
    const life = await startLife({ driver: () => driver })
    const options = { driver, checkMs: 400, hearMs: 50, settleMs: 20 }
    const [elements, bridge] = [
      await checkProvider(life.peer, options),
      await checkBridge(life.peer.bridge, options),
    ]
    await life.stop()
    deepEqual([elements.ok, bridge.ok], [false, false])
  })

test('a secret is typed, looked for, and taken away again', async () => {
  const typed: unknown[] = []
  const world: { last?: World } = {}
  await reportOnLife('bridge', {
    ways: {
      show(now) {
        world.last = now
        return { operableWindowIds: operable(now), windows: now.panes.map(shownPane) }
      },
    },
    driver: driver => order => {
      if (order.do === 'type-secret') typed.push(order.text === '')
      return driver(order)
    },
  })
  deepEqual(typed, [false, true])
  equal(world.last?.panes[0]?.secret, '')
})
