import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createIds } from '../../src/elements/ids.js'

verifies('EL-9.1-id-stable', 'one appearance keeps its id; another scope is another appearance', () => {
  const ids = createIds('k3f9')
  equal(ids.of('w1', 'c', 'comment 3'), ids.of('w1', 'c', 'comment 3'))
  notEqual(ids.of('w1', 'c', 'comment 3'), ids.of('w2', 'c', 'comment 3'))
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
