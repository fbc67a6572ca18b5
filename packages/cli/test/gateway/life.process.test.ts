import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { startAgent } from './support/agents.ts'
import { afterwards, COPANE, INITIALIZE, makeStage, startCopane } from './support/stage.ts'

const CALL = (id: number, name: string, args: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const gatewaysIn = (state: string): string[] => {
  try {
    return readdirSync(join(state, 'gateways'))
  } catch {
    return []
  }
}
function tokensIn(folder: string): string[] {
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const tokens = texts.flatMap(text =>
    [...text.matchAll(/"token": *"([^"]+)"/g)].map(([, token = '']) => token),
  )
  equal(tokens.length, 2)
  return tokens
}
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}

test('initialize is answered although the folder of apps can’t be read in time', async () => {
  const { env } = makeStage()
  const gateway = startCopane({ ...env, COPANE_PROVIDERS_DIR: '/nowhere/at/all' })
  gateway.send(INITIALIZE)
  const { result } = await gateway.answer(1)
  ok(isRecord(result) && isRecord(result.serverInfo) && result.serverInfo.name === 'copane')
  gateway.send(CALL(2, 'apps'))
  const answered = await gateway.answer(2)
  ok(isRecord(answered.result))
  deepEqual(answered.result.structuredContent, { apps: [] })
})

verifies('FR-27', 'five gateways started at once all serve, and one that is killed harms none', async () => {
  const stage = makeStage()
  await stage.startDesk()
  const gateways = [1, 2, 3, 4, 5].map(() => startCopane(stage.env))
  for (const gateway of gateways) gateway.send(INITIALIZE)
  for (const gateway of gateways) ok('result' in (await gateway.answer(1)))
  gateways[0]?.child.kill('SIGKILL')
  await gateways[0]?.exit
  for (const gateway of gateways.slice(1)) {
    gateway.send(CALL(2, 'windows', { app: 'Desk' }))
    const { result } = await gateway.answer(2)
    ok(isRecord(result) && result.isError !== true)
  }
})

verifies('FR-28', 'three instances: none by default, and each call lands where it was named', async () => {
  const stage = makeStage()
  const desks = [await stage.startDesk(), await stage.startDesk(), await stage.startDesk()]
  const agent = await startAgent({ env: stage.env })
  const handles = desks.map(({ pid }) => `Desk:${pid}`)
  const { data } = await agent.call('apps')
  const listed = Array.isArray(data.apps) ? data.apps.map(({ app }: { app: string }) => app) : []
  deepEqual(listed.toSorted(), handles.toSorted())
  for (const tool of ['windows', 'act', 'actions', 'wait', 'locate']) {
    const refused = await agent.call(tool, {
      app: 'Desk',
      ...(tool === 'act' ? { window: 'app', action: 'open_threads' } : {}),
      ...(tool === 'actions' ? { window: 'app' } : {}),
      ...(tool === 'wait' ? { seen: 'x' } : {}),
      ...(tool === 'locate' ? { id: 'x' } : {}),
    })
    ok(refused.isError)
    match(refused.text, /^app_ambiguous/)
    for (const handle of handles)
      ok(refused.text.includes(handle) && JSON.stringify(refused.data).includes(handle))
  }
  for (const handle of handles)
    for (let count = 0; count <= handles.indexOf(handle); count++)
      await agent.call('act', { app: handle, window: 'app', action: 'open_orders' })
  const counts = await Promise.all(desks.map(async desk => (await desk.see()).windows.length))
  deepEqual(counts, [2, 3, 4])
})

verifies('FR-55', 'names are short enough behind a client’s prefix, and never changing', async () => {
  const { env } = makeStage()
  const agent = await startAgent({ env })
  for (const tool of await agent.tools())
    ok(isRecord(tool) && `mcp__plugin_copane_copane__${String(tool.name)}`.length <= 64)
})

verifies(
  'FR-5',
  'one action is described alone, and one that is not there is refused with those that are',
  async () => {
    const stage = makeStage()
    await stage.startDesk()
    const agent = await startAgent({ env: stage.env })
    const { text } = await agent.call('actions', { app: 'Desk', window: 'app', action: 'open_order' })
    match(text, /^open_order: .*\n {2}number integer: .*$/)
    const missing = await agent.call('actions', { app: 'Desk', window: 'app', action: 'fly' })
    match(missing.text, /^action_not_available: "fly" .*open_order/)
  },
)

test('apps come and go: a gateway finds one that starts later, and names one that ended', async () => {
  const stage = makeStage()
  const agent = await startAgent({ env: stage.env })
  match((await agent.call('windows', { app: 'Desk' })).text, /^app_not_found/)
  const first = await stage.startDesk()
  const { data } = await agent.call('windows', { app: 'Desk' })
  await first.kill()
  match((await agent.call('windows', { app: 'Desk' })).text, /^app_(not_found|gone)/)
  await stage.startDesk()
  match((await agent.call('wait', { app: 'Desk', seen: data.seen })).text, /^app_restarted/)
  const act = { app: 'Desk', window: 'app', action: 'open_threads' }
  match((await agent.call('act', act)).text, /^app_restarted/)
  equal((await agent.call('windows', { app: 'Desk' })).isError, false)
  equal((await agent.call('act', act)).isError, false)
})

verifies('FR-56', 'the end of its input ends it within a second, with sessions and waits open', async () => {
  const stage = makeStage()
  await stage.startDesk()
  const gateway = startCopane(stage.env)
  gateway.send(INITIALIZE)
  await gateway.answer(1)
  gateway.send(CALL(2, 'windows', { app: 'Desk' }))
  const { result } = await gateway.answer(2)
  const { seen } = isRecord(result) && isRecord(result.structuredContent) ? result.structuredContent : {}
  gateway.send(CALL(3, 'wait', { app: 'Desk', seen, seconds: 50 }))
  await until(() => gatewaysIn(stage.state).length > 0)
  const since = performance.now()
  gateway.child.stdin.end()
  equal(await gateway.exit, 0)
  ok(performance.now() - since < 1000, `${performance.now() - since} ms`)
  deepEqual(gatewaysIn(stage.state), [])
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  verifies('FR-56', `${signal} ends it as its client would, and leaves nothing`, async () => {
    const stage = makeStage()
    const gateway = startCopane(stage.env)
    gateway.send(INITIALIZE)
    await gateway.answer(1)
    gateway.send(CALL(2, 'apps'))
    await gateway.answer(2)
    await until(() => gatewaysIn(stage.state).some(name => name.endsWith('.json')))
    gateway.child.kill(signal)
    equal(await gateway.exit, 0)
    deepEqual(gatewaysIn(stage.state), [])
  })

verifies('FR-56', 'an input that was empty from the start ends it', async () => {
  const { env } = makeStage()
  const child = spawn(process.execPath, [COPANE, 'gateway'], {
    env,
    stdio: [openSync('/dev/null', 'r'), 'ignore', 'ignore'],
  })
  equal(await new Promise(resolve => child.on('exit', resolve)), 0)
})

verifies(
  'FR-56',
  'it goes when the process that started it is killed, although its streams stay open',
  async () => {
    const { env } = makeStage()
    const script = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, [${JSON.stringify(COPANE)}, 'gateway'], { stdio: [3, 4, 'ignore'] })
process.stdout.write(String(child.pid))
setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['-e', script], {
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'],
    })
    afterwards(() => parent.kill('SIGKILL'))
    const [, , , input, output] = parent.stdio
    let answered = ''
    ok(output && 'on' in output && input && 'write' in input)
    output.on('data', (chunk: Buffer) => (answered += chunk.toString()))
    let pid = ''
    parent.stdout?.on('data', (chunk: Buffer) => (pid += chunk.toString()))
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...INITIALIZE })}\n`)
    await until(() => answered.includes('\n') && pid !== '')
    parent.kill('SIGKILL')
    await until(() => !isRunning(pid))
  },
)

const isRunning = (pid: string): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const STRANGE = [
  '',
  'hello',
  '[]',
  '{"jsonrpc":"2.0","id":7,"method":"tools/call"}',
  '{"jsonrpc":"2.0","id":8,"method":"x"}',
]

test('stdout carries messages alone, whatever comes in first', async () => {
  const stage = makeStage()
  await stage.startDesk()
  const gateway = startCopane({ ...stage.env, NODE_OPTIONS: '--trace-warnings', NODE_DEBUG: 'net' })
  for (const strange of STRANGE) gateway.child.stdin.write(`${strange}\n`)
  gateway.send(INITIALIZE)
  ok('result' in (await gateway.answer(1)))
  gateway.send(CALL(2, 'windows', { app: 'Desk' }))
  await gateway.answer(2)
  gateway.child.stdin.end()
  await gateway.exit
  equal(gateway.rest(), '')
  for (const line of gateway.lines) equal(JSON.parse(line).jsonrpc, '2.0')
})

verifies('FR-37', 'no token is on stderr, whatever Node is told to debug', async () => {
  const stage = makeStage()
  await stage.startDesk()
  const debug = 'http,https,net,tls,fetch,undici,timer,fs,module,child_process'
  const gateway = startCopane({ ...stage.env, NODE_DEBUG: debug, DEBUG: '*' })
  gateway.send(INITIALIZE)
  for (const id of [2, 3]) {
    gateway.send(CALL(id, 'windows', { app: 'Desk' }))
    ok('result' in (await gateway.answer(id)))
  }
  gateway.child.stdin.end()
  await gateway.exit
  match(gateway.said(), /createConnection/)
  for (const token of tokensIn(stage.providers)) ok(!gateway.said().includes(token))
})

verifies(
  'D-51',
  'the gateway is no bridge server: it declares no extension and has no resource',
  async () => {
    const { env } = makeStage()
    const gateway = startCopane(env)
    gateway.send(INITIALIZE)
    const { result } = await gateway.answer(1)
    ok(isRecord(result) && isRecord(result.capabilities))
    deepEqual(Object.keys(result.capabilities).toSorted(), ['prompts', 'tools'])
  },
)
