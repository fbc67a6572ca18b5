/** Dialogs: on a window, and on the whole app; and a password that nobody else sees. */
import { readCallAnswer, toolName } from '@copane/protocol/bridge'
import { readApp } from '@copane/host/node'
import { expect, fail, outcome } from '../expect.js'
import { call, need, READ_MS, type Scene, succeed, valueOf, windowOf, windowsOf } from '../scene.js'

/** Submitting asks first: the call returns while the dialog is up, and names it. */
export async function submitTheOrder(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  const { openedWindowIds } = await succeed(scene, editor, 'submit')
  const [confirm] = openedWindowIds
  if (!confirm) return fail('the answer names no dialog')
  const dialog = await windowOf(scene, confirm)
  expect(dialog.modal && dialog.ownerId === editor, 'the opened window is no dialog on the order')
  scene.found.confirm = confirm
  return `${confirm} is up on ${editor}`
}

/**
 * Acting on the window below is refused, and the answer names what blocks it.
 *
 * The agent's own session knows from its last read and does not even call; so a client that knows nothing calls too.
 */
export async function actBelowTheDialog(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  const confirm = need(scene, 'confirm')
  const known = outcome(
    await call(scene, editor, 'edit', { note: 'x' }),
    'blocked',
    'a call below the dialog',
  )
  expect(known.by.join() === confirm, `it is said to be blocked by "${known.by.join()}"`)
  const [ear] = need(scene, 'ears')
  if (!ear) return fail('nobody listens')
  const reply = await ear.connection.callTool(toolName(editor, 'edit'), { note: 'x' })
  const answer = readCallAnswer(outcome(reply, 'answer', 'a call without a read').result)
  const { error } = outcome(answer, 'failed', 'a call without a read')
  if (error.code !== 'blocked_by_modal') return fail(`the code is ${error.code}`)
  expect(error.blockedBy.join() === confirm, `it is said to be blocked by "${error.blockedBy.join()}"`)
  return error.message
}

/** The blocked window's actions are gone from the list, the dialog's are there. */
export async function listTheActions(scene: Scene): Promise<string> {
  const { tools } = outcome(await need(scene, 'session').tools(), 'tools', 'listing the actions')
  const windows = new Set(tools.map(tool => tool.window))
  expect(!windows.has(need(scene, 'editor')), 'the list still holds actions of the blocked window')
  expect(windows.has(need(scene, 'confirm')), 'the list holds no action of the dialog')
  return `${tools.length} actions, none of the blocked window`
}

/** Confirming submits the order and takes the dialog down. */
export async function confirmIt(scene: Scene): Promise<string> {
  const confirm = need(scene, 'confirm')
  await succeed(scene, confirm, 'confirm')
  const { windows, operableWindowIds } = await windowsOf(scene)
  expect(!windows.some(window => window.id === confirm), 'the dialog is still there')
  expect(operableWindowIds.includes(need(scene, 'editor')), 'the order is not operable again')
  const status = valueOf(await windowOf(scene, need(scene, 'editor')), 'Status')
  expect(status === 'submitted', `the order’s status is "${String(status)}"`)
  return 'the order is submitted, its window operable again'
}

/** An app modal collapses the operable set to itself, and takes every other action off the list. */
export async function signOut(scene: Scene): Promise<string> {
  const { openedWindowIds } = await succeed(scene, 'app', 'sign_out')
  const [signIn] = openedWindowIds
  if (!signIn) return fail('the answer names no dialog')
  const { operableWindowIds } = await windowsOf(scene)
  expect(operableWindowIds.join() === signIn, `operable are "${operableWindowIds.join()}"`)
  const { tools } = outcome(await need(scene, 'session').tools(), 'tools', 'listing the actions')
  expect(
    tools.every(tool => tool.window === signIn),
    'the list holds actions of other windows',
  )
  scene.found.signIn = signIn
  return `only ${signIn} is operable, ${tools.length} actions are left`
}

/** The user types a password: it is in no byte that the agent gets, yet filled and empty differ. */
export async function hideThePassword(scene: Scene): Promise<string> {
  const signIn = need(scene, 'signIn')
  const empty = valueOf(await windowOf(scene, signIn), 'Password')
  await scene.user.typePassword(signIn, scene.password)
  const filled = valueOf(await windowOf(scene, signIn), 'Password')
  const tree = await readApp(need(scene, 'app'), { timeoutMs: READ_MS })
  const wrong = await call(scene, signIn, 'sign_in', { user: 'nobody-here', password: scene.password })
  const seen = JSON.stringify([await windowsOf(scene), tree, wrong])
  expect(!seen.includes(scene.password), 'the password is in what the agent got')
  expect(
    empty === '' && filled === '••••••',
    `empty shows as "${String(empty)}", filled as "${String(filled)}"`,
  )
  return `it shows as ${filled}`
}

/** Signing in takes the app modal down, and everything is operable again. */
export async function signIn(scene: Scene): Promise<string> {
  await succeed(scene, need(scene, 'signIn'), 'sign_in', { user: 'ada', password: scene.password })
  const { operableWindowIds, windows } = await windowsOf(scene)
  expect(
    operableWindowIds.length === windows.length,
    `${operableWindowIds.length} of ${windows.length} are operable`,
  )
  return `${operableWindowIds.length} windows are operable again`
}
