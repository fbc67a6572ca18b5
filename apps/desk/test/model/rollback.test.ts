import { deepEqual, equal, throws } from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { verifies } from '../../../../test/support/verifies.js'
import { deskOn, memoryDesk, openData } from '../support/desks.js'

verifies('D-36', 'a change that throws leaves the state and the file as they were', () => {
  const desk = memoryDesk()
  const before = desk.state()
  const order = desk.data.orders.get(10_001)
  let told = 0
  desk.store.watch(() => void told++)
  throws(() =>
    desk.store.commit({ kind: 'user' }, state => {
      if (order) desk.data.orders.update(order.number, order.revision, { ...order, note: 'half done' })
      desk.data.memory.set('user', 'nobody')
      if (state.windows.length > 0) throw new Error('on purpose')
      return { state: { ...state, windows: [] }, outcome: undefined }
    }),
  )
  equal(desk.state(), before)
  deepEqual(desk.data.orders.get(10_001), order)
  deepEqual([desk.data.memory.setting('user'), told], [undefined, 0])
})

verifies('D-36', 'a disk that is full refuses the act and changes nothing; the desk goes on', () => {
  const data = openData()
  let isFull = true
  const update: typeof data.orders.update = (...args) => (isFull ? fullDisk() : data.orders.update(...args))
  const desk = deskOn({ ...data, orders: { ...data.orders, update } })
  desk.does({ act: 'openOrder', number: 10_001 })
  const window = desk.last('order').id
  desk.does({ act: 'type', window, field: 'note', text: 'kept' })
  const typed = desk.state()
  const outcome = desk.act({ act: 'save', window })
  deepEqual([outcome.kind, desk.state() === typed], ['failed', true])
  isFull = false
  desk.does({ act: 'save', window })
  equal(data.orders.get(10_001)?.note, 'kept')
})

/** What SQLite itself throws when there is no room for one more page. */
function fullDisk(): never {
  new DatabaseSync(':memory:').exec('PRAGMA max_page_count = 1; CREATE TABLE t (a)')
  throw new Error('a full database took a table')
}

verifies('D-36', 'a refused act writes nothing', () => {
  const desk = memoryDesk()
  desk.does({ act: 'openOrder', number: 10_001 })
  const kept = desk.data.memory.windows()
  desk.act({ act: 'submit', window: 'nowhere' })
  desk.act({ act: 'type', window: desk.last('order').id, field: 'note', text: 'x'.repeat(5000) })
  deepEqual(desk.data.memory.windows(), kept)
})
