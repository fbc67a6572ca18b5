import { deepEqual, equal, notEqual, ok, throws } from 'node:assert/strict'
import { MAX_WINDOW_ID } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createIds } from '../../src/elements/ids.js'

verifies('EL-9.1-id-stable', 'one appearance keeps its id; another scope is another appearance', () => {
  const ids = createIds('zonul')
  equal(ids.of('w1', 'c', 'comment 3'), ids.of('w1', 'c', 'comment 3'))
  notEqual(ids.of('w1', 'c', 'comment 3'), ids.of('w2', 'c', 'comment 3'))
})

verifies('EL-5.4-one-appearance', 'one object shown in two places has two ids, each of them kept', () => {
  const ids = createIds('zonul')
  const task = { title: 'Same title' }
  const other = { title: 'Same title' }
  const pane = {}
  const all = [ids.idFor(task), ids.idFor(task, 'left'), ids.idFor(task, pane), ids.idFor(other, 'left')]
  equal(new Set(all).size, 4)
  deepEqual([ids.idFor(task), ids.idFor(task, 'left'), ids.idFor(task, pane), ids.idFor(other, 'left')], all)
})

verifies(
  'EL-9.1-id-stable',
  'an appearance that was dropped comes back as another thing; its id stays issued',
  () => {
    const ids = createIds('zonul')
    const task = {}
    const old = [ids.idFor(task, 'left'), ids.of('left', 'c', '3'), ids.of('right', 'c', '3')]
    ids.dropScope('left')
    ids.drop('right', '3')
    const now = [ids.idFor(task, 'left'), ids.of('left', 'c', '3'), ids.of('right', 'c', '3')]
    ok(old.every((id, index) => id !== now[index] && ids.isIssued(id)))
  },
)

for (const [prefix, id] of [
  ['Comment', 'omment-1'],
  ['averylongprefix', 'averyl-1'],
  ['x_9-', 'x-1'],
  ['', 'e-1'],
])
  verifies('D-18', `a prefix of ${JSON.stringify(prefix)} makes an id that is short and known again`, () => {
    const ids = createIds('zonul')
    equal(ids.mint(prefix ?? ''), id)
    ok(ids.isIssued(id ?? ''))
  })

verifies('FR-8', 'whatever is minted, looked up and dropped, no id ever names two things', () => {
  const step = fc.record({
    scope: fc.constantFrom('a', 'b'),
    key: fc.constantFrom('1', '2', '3'),
    drop: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const ids = createIds('zonul')
      const named = new Map<string, string>()
      const lives = { a: 0, b: 0 }
      for (const { scope, key, drop } of steps) {
        if (drop) {
          ids.dropScope(scope)
          lives[scope]++
        } else {
          const id = ids.of(scope, 'e', key)
          const thing = `${scope} ${key} life ${lives[scope]}`
          equal(named.get(id) ?? thing, thing)
          named.set(id, thing)
          ok(ids.isIssued(id))
        }
      }
    }),
  )
})

const foreign = [
  '',
  'e',
  'e-',
  'e-0',
  'e-2',
  'e-01',
  'e--1',
  'x-1',
  'E-1',
  'e-1 ',
  'e-9999999999999999',
  'e-1-1',
  '../e-1',
]
for (const id of foreign)
  verifies('EL-4.2-never-issued', `${JSON.stringify(id)} was never issued when only e-1 was`, () => {
    const ids = createIds('zonul')
    ids.mint('e')
    deepEqual([ids.isIssued('e-1'), ids.isIssued(id)], [true, false])
  })

verifies('GB-10.3-never-reused', 'window ids are the mark of the run and a number', () => {
  const ids = createIds('zonul')
  deepEqual([ids.windowId(), ids.windowId()], ['zonul1', 'zonul2'])
})

verifies('D-30', 'the id of a window and of another thing are told apart, whatever the prefix', () => {
  const ids = createIds('zonul')
  equal(ids.mint('zonul'), 'zonul-1')
  const issued = (): boolean[] => ['zonul-1', 'zonul1', 'zonul2', 'zonul-2', 'zonul01'].map(ids.isIssued)
  deepEqual(issued(), [true, false, false, false, false])
  ids.windowId()
  deepEqual(issued(), [true, true, false, false, false])
})

verifies(
  'D-30',
  'a run that has had all windows that an id has digits for gives no longer one, and none twice',
  () => {
    const ids = createIds('zonulari')
    const all = new Set(Array.from({ length: 9999 }, ids.windowId))
    deepEqual([all.size, [...all].at(-1)?.length], [9999, MAX_WINDOW_ID])
    throws(ids.windowId, /9999 windows.*start the app anew/)
    ok(ids.isIssued('zonulari9999') && !ids.isIssued('zonulari10000'))
    equal(ids.mint('e'), 'e-1')
  },
)

for (const mark of ['', 'k3f9', 'zonul3', 'zo-ul', 'zo__l', 'Zonul', 'zonularif'])
  verifies(
    'D-30',
    `${JSON.stringify(mark)} is no mark: its ids could not be told apart, or be too long`,
    () => {
      throws(() => createIds(mark), /mark: give 1 to 8 lower-case letters/)
    },
  )
