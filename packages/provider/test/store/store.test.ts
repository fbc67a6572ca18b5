import { deepEqual, equal, throws } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { createStore } from '../../src/store/store.js'

const user = { kind: 'user' } as const
const counter = (durable?: <Result>(work: () => Result) => Result) =>
  createStore({ initial: { n: 1 }, ...(durable ? { durable } : {}) })

verifies('D-36', 'a commit makes its state the present one, and tells who made it', () => {
  const store = counter()
  const seen: unknown[] = []
  store.watch(commit => seen.push([commit.before.n, commit.after.n, commit.by, commit.sequence]))
  equal(
    store.commit(user, ({ n }) => ({ state: { n: n + 1 }, outcome: 'ok' })),
    'ok',
  )
  deepEqual([store.read().n, seen], [2, [[1, 2, user, 1]]])
})

verifies('D-36', 'a change that throws changes nothing and tells nobody', () => {
  const store = counter()
  let told = 0
  store.watch(() => told++)
  throws(
    () =>
      store.commit(user, () => {
        throw new Error('no')
      }),
    /no/,
  )
  deepEqual([store.read().n, told], [1, 0])
  store.commit(user, ({ n }) => ({ state: { n: n + 1 }, outcome: undefined }))
  equal(store.read().n, 2)
})

verifies('D-36', 'a durable write that fails undoes the change', () => {
  const store = counter(work => {
    work()
    throw new Error('disk full')
  })
  throws(() => store.commit(user, () => ({ state: { n: 9 }, outcome: undefined })), /disk full/)
  equal(store.read().n, 1)
})

verifies('D-36', 'a change that returns a promise is rolled back', () => {
  const store = counter()
  const change = () => Object.assign(Promise.resolve(), { state: { n: 9 }, outcome: undefined })
  throws(() => store.commit(user, change), /synchronous/)
  equal(store.read().n, 1)
})

verifies('D-36', 'a commit from inside a commit is a bug, and the store goes on', () => {
  const store = counter()
  throws(
    () => store.commit(user, state => store.commit(user, () => ({ state, outcome: { state, outcome: 0 } }))),
    /inside a commit/,
  )
  store.commit(user, () => ({ state: { n: 5 }, outcome: undefined }))
  equal(store.read().n, 5)
})

verifies('D-36', 'a guard that throws undoes the change before it takes effect', () => {
  const store = counter()
  store.guard(({ n }) => {
    if (n > 2) throw new Error('too many')
  })
  throws(() => store.commit(user, () => ({ state: { n: 3 }, outcome: undefined })), /too many/)
  equal(store.read().n, 1)
})

verifies(
  'GB-6-after-effect',
  'a listener sees the new state as the present one; one that throws stops no other',
  () => {
    const errors: unknown[] = []
    const store = createStore({ initial: { n: 1 }, onListenerError: error => errors.push(error) })
    const seen: number[] = []
    store.watch(() => {
      throw new Error('listener')
    })
    store.watch(() => seen.push(store.read().n))
    store.commit(user, () => ({ state: { n: 2 }, outcome: undefined }))
    deepEqual([seen, errors.length], [[2], 1])
  },
)

verifies('D-40', 'a change that gives the same state back tells nobody', () => {
  const store = counter()
  let told = 0
  store.watch(() => told++)
  store.commit(user, state => ({ state, outcome: undefined }))
  equal(told, 0)
})
