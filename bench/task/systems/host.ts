/**
 * @copane/host in an agent's own application.
 *
 * The application offers its agent two tools of its own, to look and to call. It tells a line a window at first; after a call
 * the lines that are new in its window, windows that it opened in the outline notation, of others that they changed, and
 * actions that the agent has not heard of. A look tells the rest.
 */
import type { CallOutcome, Session, WindowTool } from '@copane/host'
import { discover, openApp, openWindows } from '@copane/host/node'
import type { SeenSnapshot, SeenWindow } from '@copane/protocol/bridge'
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { heads, newActions, newsOfCall, outcomeLine } from './news.ts'
import type { Recorder } from '../record.ts'
import { COPANE, environment } from './peer.ts'
import { found, numbersIn, offer, type System, type Worker } from './system.ts'

/** What the application offers its agent. */
const TOOLS = [
  {
    name: 'look',
    description: 'What changed in the app’s windows, or one, since you were told.',
    inputSchema: { type: 'object', properties: { window: { type: 'string' } } },
  },
  {
    name: 'call',
    description: 'Calls an action; tells what came of it, and what changed in its window.',
    inputSchema: {
      type: 'object',
      properties: { window: { type: 'string' }, action: { type: 'string' }, args: { type: 'object' } },
      required: ['window', 'action'],
    },
  },
]

/** A call of the agent's. */
type Called = { outcome: CallOutcome; args: object }

/** Over the desk's own endpoint, found by its descriptor. */
export const host: System = {
  name: 'copane-host',
  kind: 'ours',
  async open(scene, record) {
    const discovered = await discover({ folder: scene.providers, timeoutMs: 5000 })
    const app =
      discovered.kind === 'read' ? discovered.results.find(({ kind }) => kind === 'used') : undefined
    if (app?.kind !== 'used') throw new Error('the desk was not found')
    const opened = await openApp(app, { name: 'bench' })
    if (opened.kind !== 'session') throw new Error(`no session: ${opened.kind}`)
    return worker(opened.session, record)
  },
}

/** Over `copane attach`, the same application: what the stdio end of one running app adds. */
export const attach: System = {
  name: 'copane-attach',
  kind: 'ours',
  async open(scene, record) {
    const args = [COPANE, 'attach', '--app', 'Desk']
    const opened = await openWindows(
      { command: process.execPath, args, env: environment(scene) },
      { name: 'bench' },
    )
    if (opened.kind !== 'session') throw new Error(`no session: ${opened.kind}`)
    return worker(opened.session, record)
  },
}

async function worker(session: Session, record: Recorder): Promise<Worker> {
  record.offered(offer(TOOLS))
  // Warms the connection, and tells the agent nothing.
  await session.tools()
  let known: SeenSnapshot | undefined
  const heard: WindowTool[] = []
  /** Looks, at one window or all, or after a call of a window. */
  const look = async ({ window, after }: { window?: string; after?: Called } = {}) => {
    const seen = await session.look()
    if (seen.kind !== 'look') throw new Error(`look: ${seen.kind}`)
    const { snapshot: now, tools } = seen
    const about = new Set(window === undefined ? now.windows.map(({ id }) => id) : [window])
    const opened = after?.outcome.kind === 'done' ? after.outcome.openedWindowIds : []
    for (const id of opened) about.add(id)
    const style = { versions: false, given: Object.values(after?.args ?? {}) }
    const news = known ? newsOfCall(known, now, about, style) : { text: heads(now), known: now }
    known = news.known
    const said = [after ? outcomeLine(after.outcome) : '', news.text, newActions(heard, tools)]
    return { now, text: record.answer(said.filter(part => part !== '').join('\n')) }
  }
  const callAndLook = async (window: string, action: string, args: object = {}) => {
    const outcome = await session.call(window, action, { ...args })
    return { outcome, ...(await look({ window, after: { outcome, args } })) }
  }
  const orders = () => known?.windows.find(({ title }) => title === 'Orders')?.id ?? ''
  let editor = ''
  let dialog = ''
  const open = async (number: number): Promise<SeenWindow> => {
    const { outcome, now } = await callAndLook('app', 'open_order', { number })
    if (outcome.kind !== 'done') throw new Error(`open_order: ${outcome.kind}`)
    editor = outcome.openedWindowIds[0] ?? ''
    return windowIn(now, editor)
  }
  return {
    async understand(signIn) {
      const { now } = await look()
      const sawSignIn = now.windows.some(({ title, modal }) => modal && title === 'Sign in')
      await record.away(signIn)
      await look()
      const order = await open(SUBMITTED)
      return { sawSignIn, status: valueOf(order, 'Status'), recipient: valueOf(order, 'Recipient') }
    },
    async fill() {
      const wrong = await session.call(editor, 'edit', { ...FILLED, amount: WRONG_AMOUNT })
      const error = record.answer(outcomeLine(wrong))
      await callAndLook(editor, 'edit', FILLED)
      return { error: found(error, /amount: "([^"]*)"/) }
    },
    async submit() {
      const { outcome, now } = await callAndLook(editor, 'submit')
      if (outcome.kind !== 'done') throw new Error(`submit: ${outcome.kind}`)
      dialog = outcome.openedWindowIds[0] ?? ''
      return { asked: windowIn(now, dialog).modal }
    },
    async confirm() {
      const { outcome } = await callAndLook(dialog, 'confirm')
      return { done: outcome.kind === 'done' }
    },
    async recover(edit) {
      const add = (window: SeenWindow) => ({
        recipient: FILLED.recipient,
        note: `${valueOf(window, 'Note')} ${ADDED}`.trim(),
      })
      const args = add(await open(NOTED))
      await record.away(edit)
      const { outcome, now } = await callAndLook(editor, 'edit', args)
      if (outcome.kind !== 'done') await callAndLook(editor, 'edit', add(windowIn(now, editor)))
    },
    async readRow(row) {
      const outcome = await session.call(orders(), 'load_orders', { offset: row - 1, limit: 1 })
      return { text: record.answer(outcomeLine(outcome)) }
    },
    async selected(select) {
      await record.away(select)
      const { text } = await look({ window: orders() })
      return { numbers: numbersIn(text.slice(text.indexOf('list selected')), /"Order (\d+)"/g) }
    },
    close: session.close,
  }
}

function windowIn({ windows }: SeenSnapshot, id: string): SeenWindow {
  const window = windows.find(each => each.id === id)
  if (!window) throw new Error('the window is not open')
  return window
}

function valueOf({ blocks }: SeenWindow, label: string): string {
  const items = blocks.flatMap(block => (block.type === 'fields' ? block.items : []))
  const item = items.find(each => each.label === label)
  if (!item) throw new Error(`the window has no ${label}`)
  return typeof item.value === 'string' ? item.value : JSON.stringify(item.value)
}
