/** The tour of the desk through the gateway, by a model that reads words: every refusal is met, and got over. */
import type { DeskProcess } from '../../apps/desk/dist/tour/desk-process.js'
import { createAppUser } from '../../apps/desk/dist/tour/user.js'
import { type Check, expect } from '../lib/checks.ts'
import type { Model } from './habits.ts'

/** Who is there: the model, a desk with its user, and what that user can do outside of the desk. */
export type Scene = {
  model: Model
  desk: DeskProcess
  /** From now on the user lets agents see what they point at. */
  letSee: () => Promise<void>
  /** The desk crashes and starts anew. */
  restart: () => Promise<DeskProcess>
  check: Check
  row: string
}

const WINDOW_ID = /\b[a-z]{5}\d+\b/g
const PASSWORD = 'kestrel-91'

/** Takes every step, in order. */
export async function takeTour({ model, desk, letSee, restart, check, row }: Scene): Promise<void> {
  const user = createAppUser()
  await user.sitDown(desk)
  const known = new Set<string>()
  let editor = ''
  let dialog = ''
  const step = (name: string, work: () => Promise<void>) => check(`${row}/${name}`, work)
  const ask = (tool: string, args: object = {}) => model.ask(tool, { app: 'Desk', ...args })
  const act = (window: string, action: string, args: object = {}, expectedVersion?: number) =>
    ask('act', {
      window,
      action,
      arguments: args,
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
    })
  const newIn = (words: string): string => {
    const ids = idsIn(words).filter(id => !known.has(id))
    for (const id of ids) known.add(id)
    return ids[0] ?? ''
  }
  /** Reads a window, and gives its version with the words. */
  const read = async (id: string) => {
    const words = await ask('windows', { windows: [id] })
    return { words, version: versionIn(words, id) }
  }

  await step('find', async () => says(await model.ask('apps'), 'Desk'))
  await step('not-shared', async () => says(await ask('pointing'), 'not_shared', 'copane share'))
  await step('look', async () => {
    await user.openThreads()
    await user.selectWords('Launch plan', 'what it shows')
    await letSee()
    says(await ask('pointing'), 'what it shows', 'selected')
  })
  await step('windows', async () => {
    const words = await ask('windows')
    newIn(words)
    says(words, 'Launch plan')
  })
  await step('locate', async () => {
    const [first = ''] = known
    says(await ask('locate', { id: first }), 'offscreen')
  })
  await step('open', async () => {
    says(await ask('actions', { window: 'app' }), 'open_order', 'number')
    editor = newIn(await act('app', 'open_order', { number: 10001 }))
    says((await read(editor)).words, 'Order 10001')
  })
  await step('validation_failed', async () => {
    says(await ask('actions', { window: editor }), 'recipient', 'amount')
    const { version } = await read(editor)
    const refused = await act(editor, 'edit', { recipient: 'Ada', amount: '-5' }, version)
    says(refused, 'validation_failed', 'amount')
    expect(!(await read(editor)).words.includes('"Ada"'), 'the other field was edited')
    await act(editor, 'edit', { recipient: 'Ada', amount: '125.50' }, version)
    says((await read(editor)).words, '"Ada"', '125.50')
  })
  await step('stale_state', async () => {
    const { version } = await read(editor)
    await user.typeInto(editor, 'note', 'Call before delivery')
    const refused = await act(editor, 'edit', { note: 'Leave at the door' }, version)
    says(refused, 'stale_state', 'Decide again', 'Call before delivery')
    const again = await read(editor)
    says(again.words, 'Call before delivery')
    await act(editor, 'edit', { note: 'Call before delivery; leave at the door' }, again.version)
    says((await read(editor)).words, 'Call before delivery; leave at the door')
  })
  await step('wait', async () => {
    const waiting = ask('wait', { seen: seenIn(await ask('windows', { windows: [editor] })), seconds: 30 })
    await user.typeInto(editor, 'note', 'Ring twice')
    says(await waiting, editor)
    says((await read(editor)).words, 'Ring twice')
  })
  await step('submit', async () => {
    dialog = newIn(await act(editor, 'submit', {}, (await read(editor)).version))
    expect(dialog !== '', 'no opened window is named')
  })
  await step('blocked_by_modal', async () => {
    says(await act(editor, 'edit', { note: 'x' }), 'blocked_by_modal', dialog, 'confirm')
    says(await ask('actions', { window: editor }), 'blocked_by_modal', dialog)
    says(await ask('actions', { window: dialog }), 'confirm', 'cancel')
    await act(dialog, 'confirm', {}, (await read(dialog)).version)
    says((await read(editor)).words, '"submitted"')
  })
  await step('app-modal', async () => {
    dialog = newIn(await act('app', 'sign_out'))
    says(await act('app', 'open_report'), 'blocked_by_modal', dialog)
    says(await act(editor, 'focus'), 'blocked_by_modal', dialog)
  })
  await step('mask', async () => {
    await user.typePassword(dialog, PASSWORD)
    const { words } = await read(dialog)
    says(words, '••••••')
    expect(!words.includes(PASSWORD), 'the password is shown')
  })
  await step('sign-in', async () => {
    await act(dialog, 'sign_in', { user: 'ada', password: PASSWORD }, (await read(dialog)).version)
    expect(!/\bblocked\b/.test(await ask('windows')), 'something is blocked still')
  })
  await step('large', async () => {
    const orders = newIn(await act('app', 'open_orders'))
    says(await act(orders, 'load_orders', { offset: 8999, limit: 1 }), '19000')
  })
  await step('stopped', async () => {
    await user.stopClient(model.name)
    says(await act(editor, 'focus'), 'action_not_available')
    await user.allowClient(model.name)
    says(await act(editor, 'focus'), editor)
  })
  await step('restart', async () => {
    const seen = seenIn(await ask('windows'))
    await user.sitDown(await restart())
    says(await act(editor, 'focus'), 'app_restarted')
    says(await ask('wait', { seen, seconds: 0 }), 'app_restarted')
    await ask('windows')
    says(await act(editor, 'focus'), 'window_not_found')
    editor = idsIn(await act('app', 'open_order', { number: 10001 }))[0] ?? ''
    says((await read(editor)).words, '"Ada"', '"submitted"')
  })
}

/** The windows that are named. */
const idsIn = (words: string): string[] => words.match(WINDOW_ID) ?? []

const SEEN = /\bseen"?:? ?"?([\w-]+)/g

/** The first version that is told of a window, in either half. */
function versionIn(words: string, id: string): number {
  const found = new RegExp(`\\b${id}\\b[^]*?(?:\\bv|"version":)(\\d+)`).exec(words)?.[1]
  expect(found !== undefined, `no version of ${id} is told`)
  return Number(found)
}

function seenIn(words: string): string {
  const [found] = [...words.matchAll(SEEN)].map(([, seen]) => seen)
  expect(found !== undefined, 'no seen is told')
  return found
}

function says(words: string, ...wanted: readonly string[]): void {
  const missing = wanted.filter(word => !words.includes(word))
  expect(missing.length === 0, `it does not say ${missing.join(', ')}: ${words.slice(0, 300)}`)
}
