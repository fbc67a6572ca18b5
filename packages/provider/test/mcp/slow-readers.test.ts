import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { modern } from '../support/raw.js'
import { openStream, smallBridge } from '../support/faces.js'

const kinds = ['a session', 'a listen stream'] as const

async function openBy(
  kind: (typeof kinds)[number],
  bridge: Awaited<ReturnType<typeof smallBridge>>,
  id: number,
) {
  if (kind === 'a listen stream') return bridge.listen(id)
  const session = await bridge.initialize()
  await bridge.subscribe(session.id)
  return bridge.stream(session.id)
}

for (const kind of kinds)
  verifies(
    'FR-58',
    `the reader of ${kind} that stops reading is let go with a reason, and costs the others nothing`,
    async () => {
      const bridge = await smallBridge({ beatMs: 20, stallMs: 300 })
      const good = await openBy(kind, bridge, 1)
      const slow = await openBy(kind, bridge, 2)
      slow.socket.pause()
      let commits = 0
      while (bridge.drops.length === 0) {
        const before = good.text().length
        for (let at = 0; at < 200; at++) bridge.commit(`text ${++commits}`)
        while (good.text().length === before) await new Promise(setImmediate)
      }
      deepEqual(bridge.drops, [{ path: '/bridge', reason: 'slow reader' }])
      const before = good.text().length
      bridge.commit('after')
      while (good.text().length === before) await new Promise(setImmediate)
      ok(!good.socket.destroyed)
      slow.socket.resume()
      await slow.gone
      await bridge.stop()
    },
  )

for (const kind of kinds)
  verifies(
    'D-40',
    `the reader of ${kind} who catches up hears of the newest state once more, not of each`,
    async () => {
      const bridge = await smallBridge({ beatMs: 1_000_000 })
      const stream = await openBy(kind, bridge, 1)
      stream.socket.pause()
      const commits = 60_000
      for (let at = 0; at < commits; at++) bridge.commit(`text ${at}`)
      stream.socket.resume()
      let seen = -1
      while (seen !== stream.text().length) {
        seen = stream.text().length
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      const told = stream.text().split('resources/updated').length - 1
      ok(told > 0 && told < commits / 2, `${told} of ${commits}`)
      bridge.commit('the last')
      while (stream.text().split('resources/updated').length - 1 === told) await new Promise(setImmediate)
      equal(stream.text().split('resources/updated').length - 1, told + 1)
      await bridge.stop()
    },
  )

for (const kind of kinds)
  verifies(
    'D-40',
    `a hundred commits in one go are a hundred words to the reader of ${kind} who keeps up`,
    async () => {
      const bridge = await smallBridge({})
      const stream = await openBy(kind, bridge, 1)
      for (let at = 0; at < 100; at++) bridge.commit(`text ${at}`)
      while (stream.text().split('resources/updated').length - 1 < 100) await new Promise(setImmediate)
      equal(stream.text().split('resources/updated').length - 1, 100)
      await bridge.stop()
    },
  )

for (const kind of kinds)
  verifies(
    'FR-58',
    `an idle stream of ${kind} says every few seconds that the line is alive, and stays`,
    async () => {
      const bridge = await smallBridge({ beatMs: 10, stallMs: 30 })
      const stream = await openBy(kind, bridge, 1)
      while (stream.text().split('\n:\n').length - 1 < 10) await new Promise(setImmediate)
      deepEqual(bridge.drops, [])
      await bridge.stop()
    },
  )

verifies(
  'FR-58',
  'a provider that stops says goodbye on each listen stream, by the id of its request',
  async () => {
    const bridge = await smallBridge({})
    const stream = await bridge.listen('my-stream')
    await bridge.stop()
    await stream.gone
    const [, goodbye] = /data: (\{"jsonrpc":"2\.0","id".*\})/.exec(stream.text()) ?? []
    const { id, result } = JSON.parse(goodbye ?? '{}')
    deepEqual(
      [id, result.resultType, result._meta['io.modelcontextprotocol/subscriptionId']],
      ['my-stream', 'complete', 'my-stream'],
    )
  },
)

verifies(
  'D-40',
  'the first word on a listen stream says what will be told: what there is, of what was asked',
  async () => {
    const bridge = await smallBridge({})
    const asked = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['app://windows', 'app://canary'],
    }
    const stream = await openStream(
      bridge.port,
      modern('subscriptions/listen', { notifications: asked }, { connection: 'keep-alive' }, 9),
    )
    await stream.has('acknowledged')
    const [, first] = /data: (.*)\n/.exec(stream.text()) ?? []
    deepEqual(JSON.parse(first ?? '').params, {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['app://windows'] },
      _meta: { 'io.modelcontextprotocol/subscriptionId': 9 },
    })
    await bridge.stop()
  },
)

verifies('D-40', 'a listen stream hears what it asked for alone', async () => {
  const bridge = await smallBridge({})
  const ask = (notifications: object) =>
    openStream(bridge.port, modern('subscriptions/listen', { notifications }, { connection: 'keep-alive' }))
  const [lists, texts] = [
    await ask({ toolsListChanged: true }),
    await ask({ resourceSubscriptions: ['app://windows'] }),
  ]
  bridge.store.commit({ kind: 'user' }, state => ({
    state: { ...state, dialogOn: bridge.first },
    outcome: 0,
  }))
  await Promise.all([lists.has('tools/list_changed'), texts.has('resources/updated')])
  deepEqual(
    [lists.text().includes('resources/updated'), texts.text().includes('list_changed')],
    [false, false],
  )
  await bridge.stop()
})

verifies('D-40', 'beyond the limit of streams a listener is refused, and hears why by a code', async () => {
  const bridge = await smallBridge({ maxStreams: 1 })
  await bridge.listen(1)
  const second = await bridge.listen(2)
  await second.has('-32603')
  await bridge.stop()
})
