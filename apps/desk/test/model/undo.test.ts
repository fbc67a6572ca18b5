import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { memoryDesk, type TestDesk } from '../support/desks.js'

function saveNote(desk: TestDesk, note: string): void {
  desk.does({ act: 'openOrder', number: 10_001 })
  const window = desk.last('order').id
  desk.does({ act: 'type', window, field: 'note', text: note })
  desk.does({ act: 'save', window })
}

verifies('D-54', 'changes are taken back one by one, newest first, down to where it began', () => {
  const desk = memoryDesk()
  const before = desk.data.orders.get(10_001)
  for (const note of ['one', 'two', 'three']) saveNote(desk, note)
  const notes = [2, 1, 0].map(() => {
    desk.does({ act: 'undo' })
    return desk.data.orders.get(10_001)?.note
  })
  deepEqual(notes, ['two', 'one', before?.note])
  equal(desk.act({ act: 'undo' }).kind, 'unavailable')
})

verifies('D-54', 'what an agent did is told apart from what the user did, and taken back alone', async () => {
  const desk = memoryDesk()
  desk.does({ act: 'open', what: 'threads' })
  const { id } = desk.last('threads')
  await desk.calls(`${id}__edit_comment`, { pane: 'left', comment: 2, text: 'by the agent' })
  saveNote(desk, 'by the user')
  const [agents] = desk.state().changes.filter(({ by }) => by.kind === 'client')
  deepEqual(agents?.by, { kind: 'client', name: 'robot' })
  desk.does({ act: 'undo', change: agents?.sequence ?? 0 })
  equal(desk.data.threads.get(1)?.comments[1]?.text.includes('what it shows'), true)
  equal(desk.data.orders.get(10_001)?.note, 'by the user')
})

verifies('FR-13', 'a change under another one is not taken back: that would lose the later one', () => {
  const desk = memoryDesk()
  for (const note of ['one', 'two']) saveNote(desk, note)
  const [first] = desk.state().changes
  equal(desk.act({ act: 'undo', change: first?.sequence }).kind, 'unavailable')
  equal(desk.data.orders.get(10_001)?.note, 'two')
})

verifies('D-54', 'a comment that an agent added is taken back, with what was selected in it', async () => {
  const desk = memoryDesk()
  desk.does({ act: 'open', what: 'threads' })
  const { id } = desk.last('threads')
  await desk.calls(`${id}__comment`, { pane: 'left', text: 'hello' })
  const added = desk.data.threads.get(1)?.comments.at(-1)
  deepEqual([added?.author, added?.text], ['robot (agent)', 'hello'])
  desk.does({ act: 'selectText', window: id, pane: 'left', comment: added?.id ?? 0, start: 0, end: 5 })
  desk.does({ act: 'undo' })
  deepEqual([desk.data.threads.get(1)?.comments.length, desk.state().passages], [3, []])
})

verifies('D-54', 'an agent that calls itself like a person does not sign like one', async () => {
  const data = memoryDesk()
  data.does({ act: 'open', what: 'threads' })
  const caller = { connection: 'c2', client: 'Ada\n', signal: new AbortController().signal }
  await data.bridge.call(
    { name: `${data.last('threads').id}__comment`, arguments: { pane: 'left', text: 'hi' } },
    caller,
  )
  equal(data.data.threads.get(1)?.comments.at(-1)?.author, 'Ada (agent)')
})

verifies('D-54', 'a stopped client is on the list until the user allows it', () => {
  const desk = memoryDesk()
  desk.does({ act: 'signOut' })
  desk.does({ act: 'stopClient', name: 'robot' })
  desk.does({ act: 'stopClient', name: 'robot' })
  deepEqual(desk.state().stopped, ['robot'])
  desk.does({ act: 'allowClient', name: 'robot' })
  deepEqual(desk.state().stopped, [])
})

const names: readonly (readonly [what: string, name: string])[] = [
  ['no character', ''],
  ['blanks', '  \n'],
  ['what hides', '\u202e\u200b'],
  ['as much as is kept', 'x'.repeat(200)],
  ['one more than is kept', 'x'.repeat(201)],
  ['a character cut in two', `${'x'.repeat(199)}\u{1f916}`],
  ['half a character', 'robot\ud83e'],
  ['a million characters', 'robot '.repeat(170_000)],
]
for (const [what, name] of names)
  verifies(
    'D-54',
    `a client whose name is ${what} is listed, stopped by what is listed, and allowed`,
    async () => {
      const desk = memoryDesk()
      const calls = () => desk.calls('app__open_order', { number: 10_001 }, name)
      desk.does({ act: 'open', what: 'threads' })
      await desk.calls(`${desk.last('threads').id}__comment`, { pane: 'left', text: 'hi' }, name)
      const { by } = desk.state().changes.at(-1) ?? {}
      const listed = by?.kind === 'client' ? by.name : 'nobody'
      ok(listed.length <= 200)
      desk.does({ act: 'stopClient', name: JSON.parse(JSON.stringify(listed)) })
      const stopped = await calls()
      equal(stopped.kind === 'error' && stopped.error.code, 'action_not_available')
      equal((await desk.calls('app__open_report', {}, 'another')).kind, 'success')
      desk.does({ act: 'stopClient', name })
      deepEqual(desk.state().stopped, [listed])
      desk.does({ act: 'allowClient', name: listed })
      equal((await calls()).kind, 'success')
    },
  )
