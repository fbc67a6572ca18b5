/** The agent edits an order, while the user does too. */
import { expect, fail, outcome } from '../expect.js'
import { call, need, ORDER, type Scene, succeed, valueOf, windowOf, windowsOf } from '../scene.js'

/** Opens an order by its number; the answer names the window. */
export async function openAnOrder(scene: Scene): Promise<string> {
  const { openedWindowIds } = await succeed(scene, 'app', 'open_order', { number: ORDER })
  const [editor] = openedWindowIds
  if (!editor) return fail('the answer names no opened window')
  const { operableWindowIds } = await windowsOf(scene)
  expect(operableWindowIds.includes(editor), 'the opened window is not operable')
  scene.found.editor = editor
  return `order ${ORDER} is open in ${editor}`
}

/** Edits two fields, one of them invalid: each wrong one is named, and nothing changes. */
export async function editWithAMistake(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  const before = await windowOf(scene, editor)
  const answer = outcome(
    await call(scene, editor, 'edit', { recipient: 'Harbour Supplies', amount: '-5' }),
    'failed',
    'an invalid edit',
  )
  const { error } = answer
  if (error.code !== 'validation_failed') return fail(`the code is ${error.code}`)
  const fields = error.fields.map(({ field }) => field).join(', ')
  expect(fields === 'amount', `the wrong fields are told as "${fields}"`)
  const after = await windowOf(scene, editor)
  expect(after.version === before.version, 'a refused edit raised the version')
  expect(
    valueOf(after, 'Recipient') === valueOf(before, 'Recipient'),
    'a refused edit changed the other field',
  )
  return `amount: ${error.fields[0]?.error ?? ''}`
}

/** Edits two fields rightly; the version of the window rises. */
export async function editTwoFields(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  const before = await windowOf(scene, editor)
  await succeed(scene, editor, 'edit', { recipient: 'Harbour Supplies', amount: '125.50' })
  const after = await windowOf(scene, editor)
  expect(valueOf(after, 'Recipient') === 'Harbour Supplies', 'the snapshot does not show the edit')
  expect(after.version > before.version, `the version stayed ${before.version}`)
  return `version ${before.version} → ${after.version}`
}

/** The user types in between: the agent's write is refused as stale, and the user's text stands. */
export async function writeAfterTheUser(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  const seen = await windowOf(scene, editor)
  await scene.user.typeInto(editor, 'note', 'Call before delivery')
  const answer = outcome(
    await call(scene, editor, 'edit', { note: 'Leave at the door' }),
    'failed',
    'a stale write',
  )
  const { error } = answer
  if (error.code !== 'stale_state') return fail(`the code is ${error.code}`)
  expect(error.currentVersion > seen.version, 'currentVersion is not above the version that was read')
  const now = await windowOf(scene, editor)
  expect(valueOf(now, 'Note') === 'Call before delivery', 'the user’s text was overwritten')
  return `refused, the window is at version ${error.currentVersion}`
}

/** The agent reads again, decides again, keeps the user's text, and gets through. */
export async function readAgainAndRetry(scene: Scene): Promise<string> {
  const editor = need(scene, 'editor')
  await windowsOf(scene)
  await scene.user.typeInto(editor, 'note', 'Call before delivery, ring twice')
  const decided = await call(
    scene,
    editor,
    'edit',
    { note: 'Leave at the door' },
    {
      decide: fresh => {
        const window = fresh.windows.find(({ id }) => id === editor)
        const note = window && valueOf(window, 'Note')
        return typeof note === 'string' ? { args: { note: `${note}; then leave at the door` } } : undefined
      },
    },
  )
  outcome(decided, 'done', 'the retry')
  const note = valueOf(await windowOf(scene, editor), 'Note')
  expect(
    note === 'Call before delivery, ring twice; then leave at the door',
    'the note does not hold both, the user’s text and the agent’s',
  )
  return 'the note holds the user’s text and the agent’s'
}
