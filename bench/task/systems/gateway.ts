/**
 * `copane gateway`, as an agent of today uses it: seven tools that never change, over stdio.
 *
 * Its script looks with a small `budget` at first and where a summary answers, reads the window it works in whole, and
 * passes the version it read.
 */
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { COPANE, environment, startServer } from './peer.ts'
import { found, numbersIn, type System } from './system.ts'

const app = 'Desk'

/** How much it wants to read where a glance will do, in tokens. */
const GLANCE = 150

/** The system. */
export const gateway: System = {
  name: 'copane-gateway',
  kind: 'ours',
  async open(scene, record) {
    const peer = await startServer([COPANE, 'gateway'], record, scene.folder, environment(scene))
    await peer.offer()
    const { call } = peer
    let orders = ''
    let window = ''
    let dialog = ''
    let version = 1
    const open = async (number: number) => {
      const opened = await call('act', { app, window: 'app', action: 'open_order', arguments: { number } })
      window = found(opened, /"window":"([\w-]+)"/)
      return read()
    }
    const read = async () => {
      const text = await call('windows', { app, windows: [window] })
      version = Number(found(text, /^\S+ window "[^"]*" v(\d+)/m))
      return text
    }
    const edit = async (fields: object) => {
      const args = { app, window, action: 'edit', arguments: fields, expectedVersion: version }
      const outcome = await peer.tryCall('act', args)
      version = Number(/ v(\d+):/.exec(outcome)?.[1] ?? version)
      return outcome
    }
    const valueOf = (text: string, label: string) => found(text, new RegExp(`"${label}" = "([^"]*)"`))
    return {
      async understand(signIn) {
        await call('apps')
        const first = await call('windows', { app, budget: GLANCE })
        orders = found(first, /(\S+) window "Orders"/)
        await record.away(signIn)
        await call('windows', { app, budget: GLANCE })
        await call('actions', { app, window: 'app' })
        const order = await open(SUBMITTED)
        return {
          sawSignIn: first.includes('"Sign in"'),
          status: valueOf(order, 'Status'),
          recipient: valueOf(order, 'Recipient'),
        }
      },
      async fill() {
        await call('actions', { app, window })
        const wrong = await edit({ ...FILLED, amount: WRONG_AMOUNT })
        await edit(FILLED)
        return { error: found(wrong, /amount: "([^"]*)"/) }
      },
      async submit() {
        const said = await call('act', { app, window, action: 'submit', expectedVersion: version })
        dialog = found(said, /opened (\S+) modal/)
        return { asked: true }
      },
      async confirm() {
        const said = await call('act', { app, window: dialog, action: 'confirm', expectedVersion: 1 })
        return { done: said.includes('Submitted') }
      },
      async recover(userEdits) {
        const before = await open(NOTED)
        await record.away(userEdits)
        const write = (text: string) =>
          edit({ recipient: FILLED.recipient, note: `${valueOf(text, 'Note')} ${ADDED}`.trim() })
        const outcome = await write(before)
        return outcome.startsWith('Done') ? outcome : write(await read())
      },
      async readRow(row) {
        await call('actions', { app, window: orders })
        const args = { offset: row - 1, limit: 1 }
        return { text: await call('act', { app, window: orders, action: 'load_orders', arguments: args }) }
      },
      async selected(select) {
        await record.away(select)
        const glance = await call('windows', { app, windows: [orders], budget: GLANCE })
        const text = glance.includes('list selected')
          ? glance
          : await call('windows', { app, windows: [orders] })
        return { numbers: numbersIn(text.slice(text.indexOf('list selected')), /"Order (\d+)"/g) }
      },
      close: peer.close,
    }
  },
}
