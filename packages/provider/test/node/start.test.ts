import { deepEqual, equal, ok } from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../../../test/support/verifies.js'
import { createElements } from '../../src/index.js'
import { type DropTold, type RequestTold, startProvider } from '../../src/node/index.js'
import { INITIALIZE, mcpHeaders, rpc, send } from '../support/http.js'
import { modern, requestText, sendBytes } from '../support/raw.js'
import { runningPad } from '../support/running.js'

const elements = createElements({
  instance: 'i',
  ids: { isIssued: () => false },
  tree: () => ({ id: 'app', role: 'Application', title: 'X' }),
})
const app = { bundleId: 'dev.copane.test', name: 'X', version: '1' }

verifies(
  'FR-26',
  'a port that is taken is refused with a remedy, and leaves no descriptor behind',
  async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const root = mkdtempSync(join(tmpdir(), 'copane-test-'))
    const folder = join(root, 'providers')
    const outcome = await startProvider({ app, instance: 'i', elements, port, folder })
    deepEqual(outcome, {
      kind: 'refused',
      reason: `port ${port} is taken by another program; leave the port out to get a free one`,
    })
    ok(!existsSync(folder) || readdirSync(folder).length === 0)
    other.close()
    rmSync(root, { recursive: true, force: true })
  },
)

verifies('FR-26', 'two providers of one app take two ports and two instances', async () => {
  const [a, b] = [await runningPad(), await runningPad()]
  ok(a.port !== b.port && a.provider.descriptor.instance !== b.provider.descriptor.instance)
  await Promise.all([a.stop(), b.stop()])
})

verifies('FR-25', 'an unfit folder refuses the start and leaves no listener behind', async () => {
  const outcome = await startProvider({ app, instance: 'i', elements, folder: '/proc/copane' })
  equal(outcome.kind, 'refused')
})

verifies(
  'D-08',
  'hooks hear names, statuses and durations of requests, and of what nobody knows only that it was other',
  async () => {
    const heard: RequestTold[] = []
    const pad = await runningPad({ hooks: { onRequest: told => void heard.push(told) } })
    const ask = (token: string, target: string, request: Parameters<typeof requestText>[2]) =>
      sendBytes(pad.port, requestText(pad.port, token, { target, ...request }))
    await ask(pad.elementsToken, '/elements', modern('resources/read', { uri: 'elements://locate/canary' }))
    await ask(pad.bridgeToken, '/bridge', modern('canary/method'))
    await ask(pad.bridgeToken, '/bridge', modern('tools/call', { name: 'canary__x' }))
    await ask(pad.bridgeToken, '/bridge', { body: '[]' })
    await ask(pad.bridgeToken, '/bridge', { method: 'GET' })
    await ask(pad.bridgeToken, '/bridge', { body: rpc('initialize', INITIALIZE) })
    deepEqual(
      heard.map(({ path, method, status }) => [path, method, status]),
      [
        ['/elements', 'resources/read', 200],
        ['/bridge', 'other', 404],
        ['/bridge', 'tools/call', 200],
        ['/bridge', 'batch', 400],
        ['/bridge', 'stream', 405],
        ['/bridge', 'initialize', 200],
      ],
    )
    ok(heard.every(told => Object.keys(told).join() === 'path,method,status,ms' && told.ms >= 0))
    ok(!JSON.stringify(heard).includes('canary'))
    await pad.stop()
  },
)

verifies('D-08', 'a hook that throws harms nobody', async () => {
  const broken = (_: RequestTold | DropTold): void => {
    throw new Error('the hook is broken')
  }
  const pad = await runningPad({ hooks: { onRequest: broken, onDrop: broken } })
  const headers = mcpHeaders(pad.elementsToken)
  for (let at = 0; at < 3; at++)
    equal((await send(pad.port, { path: '/elements', headers, body: rpc('resources/list') })).status, 200)
  await pad.stop()
})

verifies('D-10', 'stopping takes the exit listener back: a hundred starts leave none', async () => {
  const before = process.listenerCount('exit')
  for (let at = 0; at < 100; at++) await (await runningPad()).stop()
  equal(process.listenerCount('exit'), before)
})

verifies('D-10', 'stopping twice is stopping once', async () => {
  const pad = await runningPad()
  await pad.provider.stop()
  await pad.stop()
})

for (const port of [Number.NaN, -1, 1.5, 70_000])
  verifies('FR-26', `a port that is none (${port}) is refused with a remedy`, async () => {
    deepEqual(await startProvider({ app, instance: 'i', elements, port }), {
      kind: 'refused',
      reason: 'port is no whole number from 0 to 65535; leave it out to get a free one',
    })
  })

verifies('D-10', 'twenty apps in one process, and Node has nothing to warn of', async () => {
  const before = process.listenerCount('exit')
  const pads = await Promise.all(Array.from({ length: 20 }, () => runningPad()))
  equal(process.listenerCount('exit') - before, 1)
  await Promise.all(pads.map(pad => pad.stop()))
  equal(process.listenerCount('exit'), before)
})
