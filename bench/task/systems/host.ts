/**
 * @copane/host in an agent's own application.
 *
 * The application offers its agent two tools of its own, to look and to call. It tells a line a window at first, and after
 * each call what is new: windows that opened in the outline notation, of others the lines that changed, and actions the
 * agent has not heard of as lines of their own.
 */
import type { CallOutcome, Session, WindowTool } from '@copane/host'
import { discover, openApp, openWindows } from '@copane/host/node'
import { printNews, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { heads, newActions, outcomeLine } from './news.ts'
import type { Recorder } from '../record.ts'
import { COPANE, environment } from './peer.ts'
import { found, numbersIn, offer, type System, type Worker } from './system.ts'

/** What the application offers its agent. */
const TOOLS = [
  {
    name: 'look',
    description: 'What changed in the app’s windows since you looked; of one window all that it shows.',
    inputSchema: { type: 'object', properties: { window: { type: 'string' } } },
  },
  {
    name: 'call',
    description: 'Calls an action; tells what came of it and what changed.',
    inputSchema: {
      type: 'object',
      properties: { window: { type: 'string' }, action: { type: 'string' }, args: { type: 'object' } },
      required: ['window', 'action'],
    },
  },
]

/** The session carries the versions. */
const STYLE = { versions: false }

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

function worker(session: Session, record: Recorder): Worker {
  record.offered(offer(TOOLS))
  let known: SeenSnapshot | undefined
  const heard: WindowTool[] = []
  /** `given`: the arguments of the call that is looked after, which need no telling. */
  const look = async (outcome?: CallOutcome, given: object = {}) => {
    const seen = await session.look()
    if (seen.kind !== 'look') throw new Error(`look: ${seen.kind}`)
    const { snapshot: now, tools } = seen
    const said = outcome ? [outcomeLine(outcome)] : []
    said.push(
      known ? printNews(known, now, { ...STYLE, given: Object.values(given) }) : heads(now),
      newActions(heard, tools),
    )
    known = now
    return { now, text: record.answer(said.filter(part => part !== '').join('\n')) }
  }
  let editor = ''
  let dialog = ''
  const open = async (number: number): Promise<SeenWindow> => {
    const outcome = await session.call('app', 'open_order', { number })
    if (outcome.kind !== 'done') throw new Error(`open_order: ${outcome.kind}`)
    editor = outcome.openedWindowIds[0] ?? ''
    return windowIn((await look(outcome)).now, editor)
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
      await look(await session.call(editor, 'edit', FILLED), FILLED)
      return { error: found(error, /amount: "([^"]*)"/) }
    },
    async submit() {
      const outcome = await session.call(editor, 'submit')
      if (outcome.kind !== 'done') throw new Error(`submit: ${outcome.kind}`)
      dialog = outcome.openedWindowIds[0] ?? ''
      const { now } = await look(outcome)
      return { asked: windowIn(now, dialog).modal }
    },
    async confirm() {
      const outcome = await session.call(dialog, 'confirm')
      await look(outcome)
      return { done: outcome.kind === 'done' }
    },
    async recover(edit) {
      const add = (window: SeenWindow) => ({
        recipient: FILLED.recipient,
        note: `${valueOf(window, 'Note')} ${ADDED}`.trim(),
      })
      const args = add(await open(NOTED))
      await record.away(edit)
      const outcome = await session.call(editor, 'edit', args)
      if (outcome.kind === 'done') return look(outcome, args)
      const { now } = await look(outcome)
      const again = add(windowIn(now, editor))
      return look(await session.call(editor, 'edit', again), again)
    },
    async readRow(row) {
      const orders = known?.windows.find(({ title }) => title === 'Orders')
      const outcome = await session.call(orders?.id ?? '', 'load_orders', { offset: row - 1, limit: 1 })
      return { text: record.answer(outcomeLine(outcome)) }
    },
    async selected(select) {
      await record.away(select)
      const { text } = await look()
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
