import { deepEqual, equal, ok } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/support/verifies.js'
import { deskOn, inFolder, openData } from '../support/desks.js'

const CANARY = 'canary-5e1f-password'

verifies(
  'GB-10.3-never-reused',
  'windows and drafts come back after a restart, under new ids and in their order',
  () =>
    inFolder(folder => {
      const file = join(folder, 'desk.db')
      const one = deskOn(openData(file), 'aa')
      one.does({ act: 'openOrder', number: 10_001 })
      one.does({ act: 'open', what: 'threads' })
      one.does({ act: 'show', window: one.last('threads').id, pane: 'right', thread: 5 })
      one.does({ act: 'filter', window: one.last('orders').id, text: 'e', status: 'shipped' })
      one.does({ act: 'type', window: one.last('order').id, field: 'amount', text: '12,' })
      one.does({ act: 'minimise', window: one.last('threads').id })
      const ids = one.state().windows.map(({ id }) => id)
      one.data.close()

      const two = deskOn(openData(file), 'bb')
      deepEqual(
        two.state().windows.map(({ kind }) => kind),
        ['orders', 'order', 'threads'],
      )
      deepEqual(two.last('order').draft, { amount: '12,' })
      deepEqual(
        two.last('order').errors.map(({ field }) => field),
        ['amount'],
      )
      deepEqual(
        [two.last('orders').filter, two.last('orders').rows],
        [one.last('orders').filter, one.last('orders').rows],
      )
      deepEqual([two.last('threads').panes, two.last('threads').minimised], [{ left: 1, right: 5 }, true])
      ok(two.state().windows.every(({ id }) => /^bb\d+$/.test(id) && !ids.includes(id)))
      two.data.close()
    }),
)

verifies('D-35', 'dialogs do not come back', () =>
  inFolder(folder => {
    const file = join(folder, 'desk.db')
    const one = deskOn(openData(file), 'aa')
    one.does({ act: 'openOrder', number: 10_001 })
    one.does({ act: 'submit', window: one.last('order').id })
    one.data.close()
    const two = deskOn(openData(file), 'bb')
    deepEqual(
      two.state().windows.map(({ kind }) => kind),
      ['orders', 'order'],
    )
    equal(two.bridge.snapshot().operableWindowIds.length, 2)
    two.data.close()
  }),
)

verifies('EL-sec-no-surprise', 'who signed out stays signed out over a restart, and the form is empty', () =>
  inFolder(folder => {
    const file = join(folder, 'desk.db')
    const one = deskOn(openData(file), 'aa')
    one.does({ act: 'signOut' })
    one.does({ act: 'typeSignIn', window: one.last('sign-in').id, field: 'password', text: CANARY })
    one.data.close()
    const two = deskOn(openData(file), 'bb')
    deepEqual([two.state().user, two.last('sign-in').user, two.last('sign-in').password], [undefined, '', ''])
    two.data.close()
  }),
)

verifies(
  'GB-4.5-sensitive',
  'a typed password is in no byte of a file, a tree, a snapshot or an answer',
  () =>
    inFolder(async folder => {
      const bytes = () => readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'))
      const desk = deskOn(openData(join(folder, 'desk.db')))
      desk.does({ act: 'signOut' })
      const window = desk.last('sign-in').id
      const said: unknown[] = [
        desk.act({ act: 'typeSignIn', window, field: 'password', text: CANARY }),
        desk.elements(),
        desk.bridge.snapshot(),
        desk.act({ act: 'confirm', window }),
        await desk.calls(`${window}__sign_in`, { user: 'mallory', password: CANARY }),
        await desk.calls(`${window}__sign_in`, { user: 'ada', password: CANARY }),
        desk.elements(),
        ...bytes(),
      ]
      equal(desk.state().user, 'Ada')
      desk.data.close()
      ok(!JSON.stringify([...said, ...bytes()]).includes(CANARY))
    }),
)

verifies(
  'GB-7.3-field-errors',
  'an empty password is refused by its field, and so is an unknown user',
  async () => {
    const desk = deskOn(openData())
    desk.does({ act: 'signOut' })
    const outcome = await desk.calls(`${desk.last('sign-in').id}__sign_in`, { user: 'mallory', password: '' })
    deepEqual(
      outcome.kind === 'error' && 'fields' in outcome.error && outcome.error.fields.map(({ field }) => field),
      ['user', 'password'],
    )
  },
)

const strange = [
  '',
  'null',
  '[]',
  '{"kind":"order","number":1}',
  '{"kind":"sign-in"}',
  '{"kind":"orders","offset":-5,"text":7}',
]
verifies('D-36', 'what the file remembers of windows is read like anything from outside', () => {
  const data = openData()
  strange.forEach((body, at) => data.memory.keepWindow({ key: `old-${at}`, body }))
  const desk = deskOn(data)
  deepEqual(
    desk.state().windows.map(({ kind }) => kind),
    ['orders'],
  )
  equal(desk.last('orders').rows.length, 20)
})
