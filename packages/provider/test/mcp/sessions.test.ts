import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { mcpHeaders, rpc, send } from '../support/http.js'
import { smallBridge, TOKEN } from '../support/faces.js'

verifies(
  'D-02',
  'at the limit the session goes that was used longest ago, and is 404 from then on',
  async () => {
    const bridge = await smallBridge({ maxSessions: 3 })
    const [a, b, c] = [await bridge.initialize(), await bridge.initialize(), await bridge.initialize()]
    equal(await bridge.ping(a.id), 200)
    const d = await bridge.initialize()
    const statuses = [a, b, c, d].map(({ id }) => bridge.ping(id))
    deepEqual(await Promise.all(statuses), [200, 404, 200, 200])
    deepEqual(bridge.drops, [{ path: '/bridge', reason: 'too many sessions' }])
    await bridge.stop()
  },
)

verifies('D-02', 'a session that only listens stays, however long ago it said anything', async () => {
  const bridge = await smallBridge({ maxSessions: 3 })
  const listening = await bridge.initialize()
  await bridge.subscribe(listening.id)
  const stream = await bridge.stream(listening.id)
  for (let at = 0; at < 10; at++) equal((await bridge.initialize()).status, 200)
  bridge.commit('still heard')
  await stream.has('notifications/resources/updated')
  equal(await bridge.ping(listening.id), 200)
  equal(bridge.drops.length, 8)
  await bridge.stop()
})

verifies('D-02', 'where every session listens there is room for no other, until one leaves', async () => {
  const bridge = await smallBridge({ maxSessions: 2 })
  const streams = [
    await bridge.stream((await bridge.initialize()).id),
    await bridge.stream((await bridge.initialize()).id),
  ]
  equal((await bridge.initialize()).status, 503)
  streams[0]?.socket.destroy()
  let status = 503
  while (status === 503) status = (await bridge.initialize()).status
  equal(status, 200)
  await bridge.stop()
})

verifies('D-02', 'hundreds of sessions come and no more than the limit stay', async () => {
  const bridge = await smallBridge({ maxSessions: 20 })
  const ids: string[] = []
  for (let at = 0; at < 15; at++)
    ids.push(...(await Promise.all(Array.from({ length: 20 }, async () => (await bridge.initialize()).id))))
  const statuses = await Promise.all(ids.map(id => bridge.ping(id)))
  equal(statuses.filter(status => status === 200).length, 20)
  await bridge.stop()
})

verifies('D-02', 'a refused initialize leaves no session behind', async () => {
  const bridge = await smallBridge({ maxSessions: 1 })
  const kept = await bridge.initialize()
  const stream = await bridge.stream(kept.id)
  stream.socket.destroy()
  const headers = mcpHeaders(TOKEN)
  for (let at = 0; at < 3; at++) {
    const answer = await send(bridge.port, { path: '/bridge', headers, body: rpc('initialize', { at }) })
    equal(answer.headers['mcp-session-id'], undefined)
  }
  equal((await bridge.initialize()).status, 200)
  await bridge.stop()
})

verifies(
  'GB-8.2-realign',
  'a stream that comes back starts with what happens next: Last-Event-ID brings nothing back',
  async () => {
    const bridge = await smallBridge({})
    const { id } = await bridge.initialize()
    await bridge.subscribe(id)
    const first = await bridge.stream(id)
    bridge.commit('heard')
    await first.has('updated')
    ok(!first.text().includes('\nid:'))
    first.socket.destroy()
    await first.gone
    bridge.commit('missed')
    const second = await bridge.stream(id)
    bridge.commit('heard again')
    await second.has('updated')
    equal(second.text().split('resources/updated').length - 1, 1)
    await bridge.stop()
  },
)

verifies('D-40', 'a session with two streams hears each thing once, on the newer one', async () => {
  const bridge = await smallBridge({})
  const { id } = await bridge.initialize()
  await bridge.subscribe(id)
  const [older, newer] = [await bridge.stream(id), await bridge.stream(id)]
  bridge.commit('x')
  await newer.has('resources/updated')
  newer.socket.destroy()
  await newer.gone
  let turn = 0
  const knocking = setInterval(() => bridge.commit(`knock ${++turn}`), 10)
  await older.has('resources/updated')
  clearInterval(knocking)
  await bridge.stop()
})

verifies('D-02', 'the end of a session ends its stream', async () => {
  const bridge = await smallBridge({})
  const { id } = await bridge.initialize()
  const stream = await bridge.stream(id)
  const headers = { ...mcpHeaders(TOKEN), 'mcp-session-id': id }
  equal((await send(bridge.port, { path: '/bridge', method: 'DELETE', headers })).status, 200)
  await stream.has('\r\n0\r\n\r\n')
  equal(await bridge.ping(id), 404)
  await bridge.stop()
})

verifies('D-40', 'only who subscribed hears of a change, everyone of another list', async () => {
  const bridge = await smallBridge({})
  const [plain, subscribed] = [await bridge.initialize(), await bridge.initialize()]
  await bridge.subscribe(subscribed.id)
  const [quiet, loud] = [await bridge.stream(plain.id), await bridge.stream(subscribed.id)]
  bridge.store.commit({ kind: 'user' }, state => ({
    state: { ...state, dialogOn: bridge.first },
    outcome: 0,
  }))
  await Promise.all([quiet.has('tools/list_changed'), loud.has('tools/list_changed')])
  deepEqual(
    [quiet, loud].map(({ text }) => text().split('resources/updated').length - 1),
    [0, 1],
  )
  await bridge.stop()
})
