/**
 * `copane gateway`, as an agent of today uses it: seven tools that never change, over stdio.
 *
 * Its script looks with a small `budget` at first and where a summary answers, reads the window it works in whole, and
 * passes the version it read. It asks for a description of actions only where it was not told their arguments, and reads
 * a window again only where a refusal did not say what changed in it.
 */
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { COPANE, environment, startServer } from './peer.ts'
import { found, numbersIn, type System } from './system.ts'

const app = 'Desk'

/** How much it wants to read where a glance will do, in tokens: at first, and where it knows what can be called. */
const GLANCE = 150
const BLINK = 100

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
      heard += opened
      return read()
    }
    const read = async () => {
      const text = await call('windows', { app, windows: [window] })
      version = Number(found(text, /^\S+ window "[^"]*" v(\d+)/m))
      return text
    }
    let heard = ''
    /** Asks what an action takes, unless an answer told it. */
    const learn = async (of: string, action: string) => {
      if (!heard.includes(`${action}(`)) await call('actions', { app, window: of, action })
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
        heard += await call('windows', { app, budget: GLANCE })
        await learn('app', 'open_order')
        const order = await open(SUBMITTED)
        return {
          sawSignIn: first.includes('"Sign in"'),
          status: valueOf(order, 'Status'),
          recipient: valueOf(order, 'Recipient'),
        }
      },
      async fill() {
        await learn(window, 'edit')
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
        if (outcome.startsWith('Done')) return outcome
        const changed = /^\S+ window "[^"]*" v(\d+)/m.exec(outcome)
        if (!changed) return write(await read())
        version = Number(changed[1])
        return write(outcome)
      },
      async readRow(row) {
        await learn(orders, 'load_orders')
        const args = { offset: row - 1, limit: 1 }
        return { text: await call('act', { app, window: orders, action: 'load_orders', arguments: args }) }
      },
      async selected(select) {
        await record.away(select)
        const glance = await call('windows', { app, windows: [orders], budget: BLINK })
        const text = glance.includes('list selected')
          ? glance
          : await call('windows', { app, windows: [orders] })
        return { numbers: numbersIn(text.slice(text.indexOf('list selected')), /"Order (\d+)"/g) }
      },
      close: peer.close,
    }
  },
}
