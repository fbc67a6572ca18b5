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

verifies(
  'GB-6-after-effect',
  'a listener that commits is told of last: all hear of commits in their order',
  () => {
    const store = counter()
    const seen: number[] = []
    store.watch(({ after: { n } }) => {
      if (n === 2) store.commit({ kind: 'app' }, () => ({ state: { n: 3 }, outcome: 0 }))
    })
    store.watch(({ sequence }) => seen.push(sequence))
    store.commit(user, () => ({ state: { n: 2 }, outcome: 0 }))
    deepEqual([seen, store.read().n], [[1, 2], 3])
  },
)

verifies('D-36', 'listeners that answer each other without end are stopped, and the store goes on', () => {
  const errors: unknown[] = []
  const store = createStore({ initial: { n: 1 }, onListenerError: error => errors.push(error) })
  const stop = store.watch(({ after: { n } }) =>
    store.commit({ kind: 'app' }, () => ({ state: { n: n + 1 }, outcome: 0 })),
  )
  store.commit(user, () => ({ state: { n: 2 }, outcome: 0 }))
  equal(errors.length, 1)
  stop()
  store.commit(user, () => ({ state: { n: 0 }, outcome: 0 }))
  equal(store.read().n, 0)
})

verifies(
  'D-36',
  'what a guard prepared happens with the change, and not at all when the durable write fails',
  () => {
    let isFull = true
    const store = counter(work => {
      const result = work()
      if (isFull) throw new Error('disk full')
      return result
    })
    const happened: number[] = []
    store.guard(
      ({ n }) =>
        () =>
          void happened.push(n),
    )
    throws(() => store.commit(user, () => ({ state: { n: 2 }, outcome: 0 })), /disk full/)
    isFull = false
    store.commit(user, () => ({ state: { n: 3 }, outcome: 0 }))
    deepEqual(happened, [3])
  },
)

const notRun = [
  ['runs nothing', () => undefined, /did not run the change/],
  ['is a promise', (work: () => unknown) => Promise.resolve(work()), /synchronous/],
] as const
for (const [title, durable, error] of notRun)
  verifies('D-36', `a durable write that ${title} undoes the change`, () => {
    const store = createStore({ initial: { n: 1 }, durable: JSON.parse('{}', () => durable) })
    throws(() => store.commit(user, () => ({ state: { n: 2 }, outcome: 0 })), error)
    equal(store.read().n, 1)
  })

verifies('D-36', 'a frozen state throws where it is written into; what is no plain object stays open', () => {
  const bytes = new Uint8Array(2)
  const store = createStore({ initial: { list: [{ n: 1 }], bytes, at: new Map([['a', 1]]) }, freeze: true })
  throws(() => void (store.read().list[0] = { n: 2 }), TypeError)
  throws(
    () =>
      store.commit(user, state => {
        state.list.push({ n: 3 })
        return { state: { ...state }, outcome: 0 }
      }),
    TypeError,
  )
  store.read().bytes[0] = 1
  store.read().at.set('b', 2)
  deepEqual([store.read().list, bytes[0]], [[{ n: 1 }], 1])
})
