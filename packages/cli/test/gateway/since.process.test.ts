/** What an agent is told of what happened since its last answer: by `wait`, and by the answers to its actions. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { isRecord } from '@copane/protocol/findings'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { startAgent } from './support/agents.ts'
import { makeStage } from './support/stage.ts'

verifies('FR-20', 'reading one window shows that a dialog took over the app', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  const first = await agent.call('windows', { app: 'Desk' })
  const [orders = ''] = /\b[a-z]{5}\d+\b/.exec(first.text) ?? []
  await desk.act({ act: 'signOut' })
  const { text, data } = await agent.call('windows', { app: 'Desk', windows: [orders] })
  match(text, /waits behind \S+ "Sign in/)
  match(JSON.stringify(data.notices), /waits behind/)
})

verifies('FR-52', 'a wait ends as soon as the user does something, and says what', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  const { data } = await agent.call('windows', { app: 'Desk' })
  const nothing = await agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 0 })
  deepEqual(nothing.data.changed, false)
  const waiting = agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  await desk.act({ act: 'open', what: 'threads' })
  const { data: changed, text } = await waiting
  equal(changed.changed, true)
  match(text, /^opened \S+ window "Threads/)
  const same = await agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  deepEqual(same.data.opened, changed.opened)
})

verifies('FR-52', 'a wait that names no moment goes by the last answer, whichever tool gave it', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  match(
    (await agent.call('wait', { app: 'Desk', seconds: 0 })).text,
    /^seen_unknown: .*Read its windows first/,
  )
  await agent.call('windows', { app: 'Desk' })
  const { data } = await agent.call('act', {
    app: 'Desk',
    window: 'app',
    action: 'open_order',
    arguments: { number: 10001 },
  })
  deepEqual((await agent.call('wait', { app: 'Desk', seconds: 0 })).data, { changed: false })
  const [editor = ''] = Object.keys(isRecord(data.windows) ? data.windows : {})
  await desk.act({ act: 'type', window: editor, field: 'note', text: 'Ring twice' })
  const { text } = await agent.call('wait', { app: 'Desk', seconds: 50 })
  match(text, /^changed is:\n\S+ v2 operable = .*\n {2}fields form\n {4}"Note" = "Ring twice"/)
  deepEqual((await agent.call('wait', { app: 'Desk', seconds: 0 })).data, { changed: false })
})

verifies(
  'FR-52',
  'what the user did since the last answer stands in the next one, as well as what the call did',
  async () => {
    const stage = makeStage()
    const desk = await stage.startDesk()
    const agent = await startAgent({ env: stage.env })
    await agent.call('windows', { app: 'Desk' })
    await desk.act({ act: 'open', what: 'threads' })
    const { text } = await agent.call('act', {
      app: 'Desk',
      window: 'app',
      action: 'open_order',
      arguments: { number: 10001 },
    })
    match(text, /^opened \S+ window "Threads"/m)
    match(text, /^opened \S+ window "Order 10001"/m)
  },
)

verifies('FR-16', 'a window that was blocked since the last answer refuses, and says by what', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  const { text } = await agent.call('windows', { app: 'Desk' })
  const [orders = ''] = /^\S+(?= window "Orders")/m.exec(text) ?? []
  await desk.act({ act: 'signOut' })
  const act = { app: 'Desk', window: orders, action: 'select', arguments: { numbers: [10004] } }
  match((await agent.call('act', act)).text, /^blocked_by_modal: \S+ waits behind \S+ "Sign in"/)
  deepEqual((await desk.see()).windows.filter(({ kind }) => kind === 'orders').length, 1)
})

verifies('FR-52', 'a change of what can be done is a change, although no window differs', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  const { data } = await agent.call('windows', { app: 'Desk' })
  await desk.act({ act: 'signOut' })
  const { text } = await agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  match(text, /^app can now: nothing/m)
  match(text, /^blocked /m)
})

verifies(
  'FR-52',
  'a wait says what the user typed in a window that was read, so it need not be read again',
  async () => {
    const stage = makeStage()
    const desk = await stage.startDesk()
    await desk.act({ act: 'openOrder', number: 10001 })
    const editor = (await desk.see()).windows.find(({ kind }) => kind === 'order')?.id ?? ''
    const agent = await startAgent({ env: stage.env })
    const { data, text } = await agent.call('windows', { app: 'Desk' })
    match(text, /^app: open_order\(number\) /m)
    match(text, /: edit\(recipient\?, address\?, amount\?, note\?\) /)
    ok(!(await agent.call('windows', { app: 'Desk' })).text.includes('edit'))
    await desk.act({ act: 'type', window: editor, field: 'note', text: 'Ring twice' })
    const waited = await agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
    match(waited.text, /"Note" = "Ring twice"/)
    match(String(waited.data.outline), /"Note" = "Ring twice"/)
    ok(!waited.text.includes('Recipient" ='))
    const act = { app: 'Desk', window: editor, action: 'edit', arguments: { recipient: 'Ada' } }
    equal((await agent.call('act', act)).isError, false)
  },
)

test('a wait ends when its app does', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env })
  const { data } = await agent.call('windows', { app: 'Desk' })
  const waiting = agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  await desk.kill()
  match((await waiting).text, /^app_(gone|not_found)/)
})
