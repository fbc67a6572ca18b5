import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createIds } from '../../src/elements/ids.js'

verifies('EL-9.1-id-stable', 'one appearance keeps its id; another scope is another appearance', () => {
  const ids = createIds('k3f9')
  equal(ids.of('w1', 'c', 'comment 3'), ids.of('w1', 'c', 'comment 3'))
  notEqual(ids.of('w1', 'c', 'comment 3'), ids.of('w2', 'c', 'comment 3'))
})

verifies('EL-5.4-one-appearance', 'one object shown in two places has two ids, each of them kept', () => {
  const ids = createIds('k3f9')
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
    const ids = createIds('k3f9')
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
    const ids = createIds('k3f9')
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
      const ids = createIds('k3f9')
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
    const ids = createIds('k3f9')
    ids.mint('e')
    deepEqual([ids.isIssued('e-1'), ids.isIssued(id)], [true, false])
  })

verifies('GB-10.3-never-reused', 'window ids carry the mark of the run and fit into a tool name', () => {
  const ids = createIds('k3f9')
  deepEqual([ids.windowId(), ids.windowId()], ['k3f9-1', 'k3f9-2'])
})
