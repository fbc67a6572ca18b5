import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { findApps, openSettings } from '@copane/host/node'
import { isRecord } from '@copane/protocol/findings'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { afterwards, COPANE, INITIALIZE, makeStage, type Stage, startCopane } from './support/stage.ts'

type Mode = 'legacy' | 'auto' | { pin: string }
const MODES: [name: string, mode: Mode][] = [
  ['legacy', 'legacy'],
  ['modern', { pin: '2026-07-28' }],
]
const WINDOWS = 'app://windows'

function attachClient(stage: Stage, mode: Mode) {
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  const launch = { command: process.execPath, args: [COPANE, 'attach', '--app', 'Desk'], env: stage.env }
  afterwards(() => client.close())
  return { client, connect: () => client.connect(new StdioClientTransport({ ...launch, stderr: 'ignore' })) }
}

/** A client that speaks to the app itself, without anything between. */
async function directClient(stage: Stage, mode: Mode): Promise<Client> {
  const [app] = (await findApps({ folder: stage.providers, timeoutMs: 5000 })).apps
  if (app?.bridge.kind !== 'offered') throw new Error('the desk offers no windows')
  const { endpoint, token } = app.bridge.endpoint
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  afterwards(() => client.close())
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }))
  return client
}

for (const [name, mode] of MODES) {
  test(`${name}: everything an app says comes through as it is`, async () => {
    const stage = makeStage()
    const desk = await stage.startDesk()
    await desk.act({ act: 'openOrder', number: 10001 })
    const { client, connect } = attachClient(stage, mode)
    await connect()
    const direct = await directClient(stage, mode)
    const said = async (one: Client) => ({
      server: [one.getServerVersion(), one.getServerCapabilities(), one.getInstructions()],
      lists: [await one.listTools(), await one.listResources(), await one.listResourceTemplates()],
      read: await one.readResource({ uri: WINDOWS }),
      refused: await one.callTool({ name: 'nowhere__edit', arguments: {} }),
      missing: await one.readResource({ uri: 'app://nothing' }).catch(codeOf),
      unknown: await one.callTool({ name: 'nothing', arguments: {} }).catch(codeOf),
    })
    deepEqual(await said(client), await said(direct))
  })

  verifies('D-40', `${name}: a change reaches the peer of attach`, async () => {
    const stage = makeStage()
    const desk = await stage.startDesk()
    const { client, connect } = attachClient(stage, mode)
    const heard = new Set<string>()
    client.setNotificationHandler('notifications/tools/list_changed', () => void heard.add('list'))
    client.setNotificationHandler('notifications/resources/updated', () => void heard.add('updated'))
    await connect()
    if (mode === 'legacy') await client.subscribeResource({ uri: WINDOWS })
    else await client.listen({ toolsListChanged: true, resourceSubscriptions: [WINDOWS] })
    // What a legacy client is told before its stream is open is lost, so there is more than one change.
    while (heard.size < 2) {
      await desk.act({ act: 'open', what: 'orders' })
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    const { tools } = await client.listTools()
    ok(tools.length > 0)
  })

  test(`${name}: a call that is called off leaves the rest alone`, async () => {
    const stage = makeStage()
    await stage.startDesk()
    const { client, connect } = attachClient(stage, mode)
    await connect()
    const off = AbortSignal.abort()
    await client.callTool({ name: 'app__open_report', arguments: {} }, { signal: off }).catch(() => {})
    ok((await client.listTools()).tools.length > 0)
  })

  verifies('FR-34', `${name}: the off switch ends it with the reason`, async () => {
    const stage = makeStage()
    await stage.startDesk()
    const { client, connect } = attachClient(stage, mode)
    await connect()
    await openSettings({ folder: stage.config }).turnOff()
    await rejects(client.listTools(), /the user turned this off/)
  })
}

verifies(
  'FR-34',
  'a notice that comes first after the off switch does not keep the reason from who asks next',
  async () => {
    const stage = makeStage()
    await stage.startDesk()
    const attach = startCopane(stage.env, ['attach', '--app', 'Desk'])
    attach.send(INITIALIZE)
    await attach.answer(1)
    await openSettings({ folder: stage.config }).turnOff()
    attach.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    attach.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
    const { error } = await attach.answer(2)
    ok(isRecord(error))
    match(String(error.message), /the user turned this off/)
    equal(await attach.exit, 2)
  },
)

const codeOf = (error: unknown): unknown => (isRecord(error) ? error.code : undefined)

verifies('FR-27', 'an app that does not run is told on stderr and to the client', async () => {
  const stage = makeStage()
  const attach = startCopane(stage.env, ['attach', '--app', 'Desk'])
  attach.send(INITIALIZE)
  const { error } = await attach.answer(1)
  ok(isRecord(error))
  match(String(error.message), /no app/)
  equal(await attach.exit, 2)
  match(attach.said(), /no app/)
})

for (const mode of ['auto', { pin: '2026-07-28' }] as const)
  verifies('FR-27', `a client in ${JSON.stringify(mode)} mode is told as well`, async () => {
    const { client, connect } = attachClient(makeStage(), mode)
    await connect()
    match(client.getInstructions() ?? '', /no app/)
    await rejects(client.listTools(), /no app/)
  })

verifies(
  'FR-34',
  'whoever starts it while it is turned off is told why, in a modern client as well',
  async () => {
    const stage = makeStage()
    await stage.startDesk()
    await openSettings({ folder: stage.config }).turnOff()
    const { client, connect } = attachClient(stage, { pin: '2026-07-28' })
    await connect()
    match(client.getInstructions() ?? '', /the user turned this off/)
    await rejects(client.listTools(), /the user turned this off/)
  },
)

verifies('FR-28', 'two instances are an error that lists both', async () => {
  const stage = makeStage()
  const [one, two] = [await stage.startDesk(), await stage.startDesk()]
  const attach = startCopane(stage.env, ['attach', '--app', 'Desk'])
  attach.send(INITIALIZE)
  const { error } = await attach.answer(1)
  ok(isRecord(error))
  for (const { pid } of [one, two]) ok(String(error.message).includes(String(pid)))
})

test('an app that ends is answered for, and ends attach', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const attach = startCopane(stage.env, ['attach', '--app', 'Desk'])
  attach.send(INITIALIZE)
  ok('result' in (await attach.answer(1)))
  await desk.kill()
  attach.send({ id: 2, method: 'tools/list' })
  const { error } = await attach.answer(2)
  ok(isRecord(error))
  match(String(error.message), /the app (has ended|gave no answer)/)
  equal(await attach.exit, 2)
})

verifies('FR-56', 'the end of its input ends it within a second, and leaves nothing', async () => {
  const stage = makeStage()
  await stage.startDesk()
  const attach = startCopane(stage.env, ['attach', '--app', 'Desk'])
  attach.send(INITIALIZE)
  await attach.answer(1)
  attach.send({ method: 'notifications/initialized' })
  const since = performance.now()
  attach.child.stdin.end()
  equal(await attach.exit, 0)
  ok(performance.now() - since < 1000, `${performance.now() - since} ms`)
  deepEqual(readdirSync(stage.state), [])
  equal(attach.rest(), '')
  for (const line of attach.lines) equal(JSON.parse(line).jsonrpc, '2.0')
})

verifies('FR-34', 'media whose address is kept out is not shown through attach', async () => {
  const stage = makeStage()
  const desk = await stage.startDesk()
  await desk.act({ act: 'open', what: 'report' })
  const { client, connect } = attachClient(stage, { pin: '2026-07-28' })
  await connect()
  const read = async () => JSON.stringify((await client.readResource({ uri: WINDOWS })).contents)
  match(await read(), /media/)
  await openSettings({ folder: stage.config }).deny({ url: 'data:*' })
  ok(!(await read()).includes('media'))
})
