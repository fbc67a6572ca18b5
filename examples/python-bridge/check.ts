/** The bridge server in Python passes the kit on both its paths, and an agent works in it beside its user. */
import { deepEqual, equal } from 'node:assert/strict'
import { join } from 'node:path'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import { findApps, openApp } from '@copane/host/node'
import { type Prompt, sayPassed, withDriver, withPrompt, withPython } from '../python-common/run-python.ts'

const script = join(import.meta.dirname, 'server.py')

await withPython(async () => {
  await withDriver(script, async ({ driver, place: { bridge } }) => {
    if (!bridge) throw new Error('the driver names no bridge')
    sayPassed('bridge', await checkBridge(bridge, { driver }))
  })
  await withDriver(script, async ({ driver, place: { elements, bridge, descriptor = '' } }) => {
    if (!elements || !bridge) throw new Error('the driver names no endpoint')
    const target = { ...elements, descriptor, bridge: { token: '', ...bridge } }
    sayPassed('elements', await checkProvider(target, { driver }))
  })
  await withPrompt([script], beAgentAndUser)
})

async function beAgentAndUser(prompt: Prompt): Promise<void> {
  const {
    apps: [app],
  } = await findApps({ timeoutMs: 5000 })
  const opened = app && (await openApp(app, { timeoutMs: 5000 }))
  if (opened?.kind !== 'session') throw new Error(`the to-do was not opened: ${opened?.kind}`)
  const { session } = opened
  const windows = async () => {
    const outcome = await session.snapshot()
    if (outcome.kind !== 'snapshot') throw new Error(`the windows were not read: ${outcome.kind}`)
    return outcome.snapshot.windows
  }
  const say = (who: string, text: string) => console.log(`${who.padEnd(10)}${text}`)
  const call = async (id: string, action: string, given = {}) => {
    const outcome = await session.call(id, action, given)
    say('agent', outcome.kind === 'done' ? outcome.message : outcome.kind)
    return outcome
  }
  const user = async (line: string) => say('user', await prompt(line))
  const list = (await windows())[0]?.id ?? ''

  await call(list, 'add', { text: 'Run the kit' })
  await user('mark 1')
  const stale = await session.call(list, 'add', { text: 'decided too early' })
  equal(stale.kind === 'failed' && stale.error.code, 'stale_state')
  await windows()
  const asked = await call(list, 'remove_done')
  const [question = ''] = (asked.kind === 'done' && asked.openedWindowIds) || []
  await windows()
  const blocked = await call(list, 'add', { text: 'past the dialog' })
  deepEqual(blocked.kind === 'blocked' && blocked.by, [question])
  await user('yes')
  equal((await windows())[0]?.summary, '2 of 2 tasks are still to be done')
  await session.close()
}
