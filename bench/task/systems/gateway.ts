/**
 * `copane gateway`, as an agent of today uses it: seven tools that never change, over stdio.
 *
 * Its script looks with a small `budget` at first, works by what the answers to its actions tell, passes the version it
 * was told, and asks for a description of actions only where it was not told their arguments. What the user did meanwhile
 * it asks `wait`, without waiting.
 */
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { COPANE, environment, startServer } from './peer.ts'
import { found, numbersIn, type System } from './system.ts'

const app = 'Desk'

/** How much it wants to read where a glance will do, in tokens; more where it has to learn what can be called. */
const GLANCE = 100
const GLANCE_WITH_ACTIONS = 120

/** The system. */
export const gateway: System = {
  name: 'copane-gateway',
  kind: 'ours',
  async open(scene, record) {
    const peer = await startServer([COPANE, 'gateway'], record, scene.folder, environment(scene))
    await peer.offer()
    // Connects to the app, and tells the agent nothing.
    await peer.warm('wait', { app, seconds: 0 })
    const { call } = peer
    let orders = ''
    let window = ''
    let dialog = ''
    let version = 1
    const open = async (number: number) => {
      const opened = await call('act', { app, window: 'app', action: 'open_order', arguments: { number } })
      window = found(opened, /^opened (\S+) window/m)
      version = Number(found(opened, /^opened \S+ window "[^"]*" v(\d+)/m))
      heard += opened
      return opened
    }
    let heard = ''
    /** Asks what an action takes, unless an answer told it. */
    const learn = async (of: string, action: string) => {
      if (!heard.includes(`${action}(`)) await call('actions', { app, window: of, action })
    }
    const edit = async (fields: object) => {
      const args = { app, window, action: 'edit', arguments: fields, expectedVersion: version }
      const outcome = await peer.tryCall('act', args)
      version = Number(/^\S+ v(\d+)\b/m.exec(outcome)?.[1] ?? version)
      return outcome
    }
    const valueOf = (text: string, label: string) => found(text, new RegExp(`"${label}" = "([^"]*)"`))
    return {
      async understand(signIn) {
        await call('apps')
        const first = await call('windows', { app, budget: GLANCE })
        orders = found(first, /(\S+) window "Orders"/)
        await record.away(signIn)
        heard += await call('windows', { app, budget: GLANCE_WITH_ACTIONS })
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
        version = Number(found(outcome, /^\S+ v(\d+) operable/m))
        return write(outcome)
      },
      async readRow(row) {
        await learn(orders, 'load_orders')
        const args = { offset: row - 1, limit: 1 }
        return { text: await call('act', { app, window: orders, action: 'load_orders', arguments: args }) }
      },
      async selected(select) {
        await record.away(select)
        const text = await call('wait', { app, seconds: 0 })
        return { numbers: numbersIn(text.slice(text.indexOf('list selected')), /"Order (\d+)"/g) }
      },
      close: peer.close,
    }
  },
}
