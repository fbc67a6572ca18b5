import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asFront, findApps, openCollector, openReceipts, openSettings } from '@copane/host/node'
import { handOver } from '../../src/handover/hand-over.ts'
import { listReceivers } from '../../src/handover/receivers.ts'
import { verifies } from '../../../../test/support/verifies.ts'
import { startForeignApp } from '../../../host/test/support/foreign-app.ts'
import { descriptorOf } from '../../../host/test/support/providers-folder.ts'
import { type AgentOptions, startAgent } from './support/agents.ts'
import { makeStage, type Stage } from './support/stage.ts'

/** A desk whose user has an editor open, and an agent beside it. */
async function setting(options: Partial<AgentOptions> = {}) {
  const stage = makeStage()
  const desk = await stage.startDesk()
  await desk.act({ act: 'openOrder', number: 10001 })
  const agent = await startAgent({ env: stage.env, ...options })
  await agent.tools()
  return { stage, desk, agent, settings: openSettings({ folder: stage.config }) }
}

/** What `copane share` does: reads once, shows it, hands it over. */
async function share({ providers, state, config }: Stage) {
  const gateways = join(state, 'gateways')
  const settings = openSettings({ folder: config })
  const collector = openCollector({
    client: 'share',
    settings,
    receipts: false,
    front: async () => {
      const [app] = (await findApps({ folder: providers, timeoutMs: 5000 })).apps
      return app ? asFront(app, { timeoutMs: 5000 }) : { kind: 'none', message: 'none' }
    },
  })
  const collection = collector.collect()
  const state0 = await collection.ready
  while ((await listReceivers(gateways)).length === 0) await new Promise(setImmediate)
  const outcome = await handOver(collection, { consent: settings.read, folder: gateways })
  collector.close()
  return { outcome, shown: state0.kind === 'shown' ? state0.preview.text : '' }
}

verifies('EL-4-host-reads', 'a model that asks gets nothing that no act of the user collected', async () => {
  const { agent } = await setting()
  const { text, data, isError } = await agent.call('pointing')
  ok(isError)
  match(text, /^not_shared.*copane share/)
  equal(data.code, 'not_shared')
})

verifies('D-50', 'what the user shared is handed out byte for byte, each time with a receipt', async () => {
  const { stage, agent } = await setting({ name: 'claude-code' })
  const { outcome, shown } = await share(stage)
  equal(outcome.kind, 'shared')
  const { text, data } = await agent.call('pointing', { app: 'Desk' })
  equal(text, shown)
  equal(data.text, shown)
  await agent.call('pointing')
  const { receipts } = await openReceipts({ folder: join(stage.state, 'receipts') }).list()
  equal(receipts.length, 2)
  for (const receipt of receipts) {
    equal(receipt.client, 'claude-code')
    equal(receipt.bytes, Buffer.byteLength(shown))
    equal(receipt.sha256, createHash('sha256').update(shown).digest('hex'))
  }
})

verifies('D-52', 'what was shared is nowhere on disk', async () => {
  const { stage, agent } = await setting()
  await share(stage)
  match((await agent.call('pointing')).text, /Order 10001/)
  for (const folder of [stage.state, stage.config])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        ok(!readFileSync(join(entry.parentPath, entry.name), 'utf8').includes('Order 10001'))
})

verifies('FR-34', 'a denial or the off switch after the sharing counts', async () => {
  const { stage, agent, settings } = await setting()
  await share(stage)
  await settings.deny({ role: 'Table' })
  match((await agent.call('pointing')).text, /^not_shared.*share again/)
  await settings.allow({ role: 'Table' })
  equal((await agent.call('pointing')).isError, false)
  await settings.deny({ bundleId: 'dev.copane.*' })
  match((await agent.call('pointing')).text, /^not_allowed/)
})

verifies('FR-34', 'the off switch and a kept-out app hold on every tool', async () => {
  const { agent, settings } = await setting()
  const { data } = await agent.call('windows', { app: 'Desk' })
  const asks: [string, object][] = [
    ['windows', { app: 'Desk' }],
    ['actions', { app: 'Desk', window: 'app' }],
    ['act', { app: 'Desk', window: 'app', action: 'open_threads' }],
    ['wait', { app: 'Desk', seen: data.seen, seconds: 0 }],
    ['pointing', {}],
    ['locate', { app: 'Desk', id: 'x' }],
  ]
  await settings.turnOff()
  for (const [tool, args] of [...asks, ['apps', {}] as const])
    match((await agent.call(tool, args)).text, /^not_allowed/, tool)
  await settings.turnOn()
  await settings.deny({ bundleId: 'dev.copane.desk' })
  deepEqual((await agent.call('apps')).data, { apps: [] })
  for (const [tool, args] of asks) ok((await agent.call(tool, args)).isError, tool)
  await settings.allow({ bundleId: 'dev.copane.desk' })
  equal((await agent.call('windows', { app: 'Desk' })).isError, false)
})

verifies('FR-34', 'a wait ends as soon as the user turns it off', async () => {
  const { agent, settings, desk } = await setting()
  const { data } = await agent.call('windows', { app: 'Desk' })
  const waiting = agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  await settings.turnOff()
  await desk.act({ act: 'open', what: 'threads' })
  match((await waiting).text, /^not_allowed/)
})

verifies('FR-34', 'a wait in which nothing happens ends when the user turns it off', async () => {
  const { agent, settings } = await setting()
  const { data } = await agent.call('windows', { app: 'Desk' })
  const waiting = agent.call('wait', { app: 'Desk', seen: data.seen, seconds: 50 })
  await settings.turnOff()
  const began = performance.now()
  match((await waiting).text, /^not_allowed/)
  ok(performance.now() - began < 10_000)
})

verifies(
  'FR-34',
  'what was shared before the rules changed is not located until it is shared again',
  async () => {
    const { stage, agent, settings } = await setting()
    const { shown } = await share(stage)
    const inside = /^ {4}(\S+) /m.exec(shown)?.[1] ?? ''
    await agent.call('pointing')
    ok('state' in (await agent.call('locate', { app: 'Desk', id: inside })).data)
    await settings.deny({ url: '**/.env*' })
    match((await agent.call('locate', { app: 'Desk', id: inside })).text, /^id_unknown/)
  },
)

const PEERS = ['v2 legacy', 'v2 modern'] as const
for (const peer of PEERS) {
  verifies('D-50', `${peer}: a client that can ask puts the question, and a yes shares once`, async () => {
    const asked: string[] = []
    const { agent } = await setting({
      peer,
      name: 'goose',
      asked: question => {
        asked.push(question)
        return 'accept'
      },
    })
    match((await agent.call('pointing', { app: 'Desk' })).text, /Order 10001/)
    match(asked.join(), /^goose asks to see what you point at in "Desk"/)
    await agent.call('pointing', { app: 'Desk' })
    equal(asked.length, 2)
  })

  verifies('D-50', `${peer}: a no is a no, and so is no answer`, async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const { agent } = await setting({ peer, asked: () => action })
      match((await agent.call('pointing')).text, /^user_said_no/)
    }
  })

  verifies(
    'D-53',
    `${peer}: a destructive action is asked about before it is called, where the user wants that`,
    async () => {
      let says: 'accept' | 'decline' = 'decline'
      const asked: string[] = []
      const { agent, desk, settings } = await setting({
        peer,
        asked: question => {
          asked.push(question)
          return says
        },
      })
      await settings.change(before => ({ ...before, askFirst: true }))
      const editor = (await desk.see()).windows.find(({ kind }) => kind === 'order')?.id ?? ''
      await agent.call('windows', { app: 'Desk' })
      await agent.call('act', { app: 'Desk', window: editor, action: 'edit', arguments: { note: 'draft' } })
      deepEqual(asked, [])
      const revert = { app: 'Desk', window: editor, action: 'revert' }
      match((await agent.call('act', revert)).text, /^user_said_no/)
      equal((await desk.see()).texts[editor]?.note, 'draft')
      says = 'accept'
      equal((await agent.call('act', revert)).isError, false)
      ok((await desk.see()).texts[editor]?.note !== 'draft')
      equal(asked.length, 2)
    },
  )
}

verifies('D-53', 'a client that can’t ask gets a clear refusal for a destructive action', async () => {
  const { agent, desk, settings } = await setting({ peer: 'v1' })
  await settings.change(before => ({ ...before, askFirst: true }))
  const editor = (await desk.see()).windows.find(({ kind }) => kind === 'order')?.id ?? ''
  await agent.call('windows', { app: 'Desk' })
  await agent.call('act', { app: 'Desk', window: editor, action: 'edit', arguments: { note: 'draft' } })
  const { text, data } = await agent.call('act', { app: 'Desk', window: editor, action: 'revert' })
  match(text, /^cannot_ask.*can’t ask/)
  equal(data.code, 'cannot_ask')
  equal((await desk.see()).texts[editor]?.note, 'draft')
})

verifies('D-50', 'the prompt is an act of the user, who shares by running it', async () => {
  const { agent } = await setting()
  match(await agent.prompt('pointing'), /Order 10001/)
  match(await agent.prompt('pointing', { app: 'Mail' }), /^app_not_found/)
})

verifies('D-50', 'the setting `always` hands out on the model’s word, and leaves a receipt', async () => {
  const { stage, agent, settings } = await setting()
  await settings.change(before => ({ ...before, always: true }))
  match((await agent.call('pointing')).text, /Order 10001/)
  equal((await openReceipts({ folder: join(stage.state, 'receipts') }).list()).receipts.length, 1)
})

verifies(
  'D-19',
  'a place is given of windows, and of elements that were shared, and of no others',
  async () => {
    const { stage, desk, agent } = await setting()
    const editor = (await desk.see()).windows.find(({ kind }) => kind === 'order')?.id ?? ''
    ok('state' in (await agent.call('locate', { app: 'Desk', id: editor })).data)
    const { shown } = await share(stage)
    const inside = /^ {4}(\S+) /m.exec(shown)?.[1] ?? ''
    match((await agent.call('locate', { app: 'Desk', id: inside })).text, /^id_unknown/)
    await agent.call('pointing')
    ok(!(await agent.call('locate', { app: 'Desk', id: inside })).text.startsWith('id_unknown'))
  },
)

verifies('FR-38', 'what fails the checks is not reached, and lends the gateway no tool', async () => {
  const { stage, agent } = await setting()
  let asked = 0
  const hostile = await startForeignApp({
    '/e': { token: 't', handle: () => ({ result: { asked: ++asked } }) },
  })
  try {
    const bridge = { protocol: '0.1.0', endpoint: hostile.url('/e'), token: 't' }
    const descriptor = descriptorOf(hostile.port, { pid: 1, name: 'Desk', bridge })
    writeFileSync(join(stage.providers, '1-x.json'), JSON.stringify(descriptor), { mode: 0o600 })
    deepEqual((await agent.call('apps')).data.apps, [
      { app: 'Desk', bundleId: 'dev.copane.desk', windows: true },
    ])
    equal((await agent.call('windows', { app: 'Desk' })).isError, false)
    equal((await agent.tools()).length, 7)
    equal(asked, 0)
  } finally {
    await hostile.close()
  }
})

verifies('FR-38', 'with a list of apps no other is reached', async () => {
  const { agent } = await setting({ args: ['gateway', '--only', 'org.example.Editor'] })
  deepEqual((await agent.call('apps')).data, { apps: [] })
  match((await agent.call('windows', { app: 'Desk' })).text, /^app_not_found/)
})
