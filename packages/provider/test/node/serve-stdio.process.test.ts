import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'

const APP = fileURLToPath(new URL('../support/stdio-app.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** Starts the program with its streams in our hands. */
function start() {
  const child = spawn(process.execPath, [APP], { stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  const lines: string[] = []
  let rest = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.on('error', () => {})
  return { child, lines, said: () => said, exit: once(child, 'exit').then(() => child.exitCode) }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
}
const answered = (lines: readonly string[]): { id?: unknown; error?: { code: number; message: string } }[] =>
  lines.map(text => JSON.parse(text))
const under1s = (since: number) => ok(performance.now() - since < 1000, `${performance.now() - since} ms`)

verifies(
  'FR-56',
  'an input that was empty from the start ends it, with timers and sockets open',
  async () => {
    const child = spawn(process.execPath, [APP], { stdio: [openSync('/dev/null', 'r'), 'pipe', 'inherit'] })
    running.add(child)
    child.stdout?.resume()
    await once(child, 'exit')
    equal(child.exitCode, 0)
  },
)

verifies('FR-56', 'the end of its input ends it within a second, and the app learns why', async () => {
  const app = start()
  app.child.stdin.write(line(INITIALIZE))
  await until(() => app.lines.length > 0)
  const since = performance.now()
  app.child.stdin.end()
  equal(await app.exit, 0)
  under1s(since)
  match(app.said(), /end: ended/)
})

verifies('FR-56', 'a reader that is gone ends it at the next word to it', async () => {
  const app = start()
  app.child.stdin.write(line(INITIALIZE))
  await until(() => app.lines.length > 0)
  const since = performance.now()
  app.child.stdout.destroy()
  app.child.stdin.write(line({ id: 2, method: 'tools/list' }))
  equal(await app.exit, 0)
  under1s(since)
})

verifies('FR-56', 'it goes when its parent is killed, although somebody holds its streams open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
  const pidFile = join(folder, 'pid')
  // The shell is its parent; this test holds the other end of every stream.
  const script = `"${process.execPath}" "${APP}" <&3 & echo $! > "${pidFile}"; wait`
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  running.add(shell)
  let said = ''
  shell.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(() => said.includes('a stray line') && existsSync(pidFile))
  const pid = Number(readFileSync(pidFile, 'utf8'))
  const since = performance.now()
  shell.kill('SIGKILL')
  await until(() => said.includes('end: orphaned'))
  under1s(since)
  await until(() => !existsSync(`/proc/${pid}/exe`))
  rmSync(folder, { recursive: true, force: true })
})

verifies('FR-56', 'clients come and go, two at a time, and none of the programs is left', async () => {
  const pids: number[] = []
  const cycle = async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [APP], stderr: 'ignore' })
    const client = new Client({ name: 'cycle', version: '1' })
    await client.connect(transport)
    pids.push(transport.pid ?? 0)
    await client.close()
  }
  const CYCLES = 20
  for (let at = 0; at < CYCLES; at += 2) await Promise.all([cycle(), cycle()])
  await until(() => pids.every(pid => !existsSync(`/proc/${pid}/exe`)))
})

const first: [title: string, text: string, code: number | undefined, id: unknown][] = [
  ['a method that nobody knows', line({ id: 7, method: 'constructor' }), -32601, 7],
  ['a call without a handshake', line({ id: 7, method: 'tools/list' }), undefined, 7],
  ['text that is not JSON', 'hello\n', -32700, null],
  ['an empty array', '[]\n', -32600, null],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600, null],
  ['a request with a null id', line({ id: null, method: 'ping' }), -32600, null],
  ['a request with a broken id', line({ id: 1.5, method: 'ping' }), -32600, 1.5],
  ['a number', '3\n', -32600, null],
  ['a request of an older JSON-RPC', '{"id":3,"method":"ping"}\n', -32600, 3],
  [
    'a probe of an unknown revision',
    line({
      id: 7,
      method: 'server/discover',
      params: { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    }),
    -32022,
    7,
  ],
  [
    'a probe with half an envelope',
    line({
      id: 7,
      method: 'server/discover',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    }),
    -32602,
    7,
  ],
  ['bytes that are no text', '\u0000\u0001\n', -32700, null],
  ['a nest of brackets', `${'['.repeat(100_000)}\n`, -32700, null],
  ['a line of 11 MB', `"${'x'.repeat(11_000_000)}"\n`, -32600, null],
]
for (const [title, text, code, id] of first)
  verifies('FR-56', `${title}, come first, is answered, and the handshake after it is served`, async () => {
    const app = start()
    app.child.stdin.write(text)
    app.child.stdin.write(line({ ...INITIALIZE, id: 'after' }))
    await until(() => app.lines.length >= 2)
    const [answer, after] = answered(app.lines)
    deepEqual([answer?.id, answer?.error?.code], [id, code])
    deepEqual([after?.id, after?.error], ['after', undefined])
    app.child.stdin.end()
    await app.exit
  })

verifies(
  'D-05',
  'a response or a notification that comes first is no reason to go, nor to speak',
  async () => {
    const app = start()
    app.child.stdin.write(line({ id: 4, result: {} }))
    app.child.stdin.write(line({ method: 'notifications/initialized' }))
    app.child.stdin.write(line({ method: 'notifications/nobody' }))
    app.child.stdin.write('\n\r\n')
    app.child.stdin.write(line(INITIALIZE))
    await until(() => app.lines.length > 0)
    deepEqual(
      answered(app.lines).map(({ id }) => id),
      [1],
    )
    app.child.stdin.end()
    await app.exit
  },
)

verifies('D-05', 'every line on stdout is a message; what the app prints there is on stderr', async () => {
  const app = start()
  app.child.stdin.write(line(INITIALIZE))
  app.child.stdin.write(line({ method: 'notifications/initialized' }))
  await until(() => app.lines.length > 0 && app.said().includes('a stray line of the app'))
  app.child.stdin.end()
  await app.exit
  for (const message of answered(app.lines)) ok('id' in message || 'method' in message)
})

for (const mode of ['legacy', 'auto'] as const)
  verifies(
    'GB-3-transport',
    `a client of either era reads, acts and hears of it over stdio (${mode})`,
    async () => {
      const client = new Client({ name: 'c', version: '1' }, { versionNegotiation: { mode } })
      const transport = new StdioClientTransport({ command: process.execPath, args: [APP], stderr: 'ignore' })
      await client.connect(transport)
      equal(client.getServerCapabilities()?.extensions?.['dev.copane/gui-bridge']?.protocol, '0.1.0')
      const heard = Promise.withResolvers<void>()
      client.setNotificationHandler('notifications/resources/updated', () => heard.resolve())
      if (mode === 'legacy') await client.subscribeResource({ uri: 'app://windows' })
      else await client.listen({ resourceSubscriptions: ['app://windows'] })
      const { tools } = await client.listTools()
      const result = await client.callTool({ name: tools[0]?.name ?? '', arguments: {} })
      deepEqual(result.structuredContent, { message: 'added' })
      await heard.promise
      const { contents } = await client.readResource({ uri: 'app://windows' })
      ok(JSON.stringify(contents).includes('\\"text\\":\\"1\\"'))
      await client.close()
    },
  )

verifies('GB-3-transport', 'a client of the first SDK reads and acts over stdio', async () => {
  const client = new ClientV1({ name: 'v1', version: '1' })
  await client.connect(new StdioV1({ command: process.execPath, args: [APP], stderr: 'ignore' }))
  const { tools } = await client.listTools()
  const result = await client.callTool({ name: tools[0]?.name ?? '', arguments: {} })
  deepEqual(result.structuredContent, { message: 'added' })
  await client.close()
})

verifies('GB-10.1-broadcast', 'over stdio nobody is told what was not asked for', async () => {
  const app = start()
  app.child.stdin.write(line(INITIALIZE))
  app.child.stdin.write(line({ method: 'notifications/initialized' }))
  app.child.stdin.write(line({ id: 2, method: 'tools/list' }))
  await until(() => app.lines.length >= 2)
  const tool = /"name":"([^"]+__add)"/.exec(app.lines[1] ?? '')?.[1]
  app.child.stdin.write(line({ id: 3, method: 'tools/call', params: { name: tool, arguments: {} } }))
  app.child.stdin.write(line({ id: 4, method: 'ping' }))
  await until(() => app.lines.length >= 4)
  ok(!app.lines.some(text => text.includes('notifications/')))
  app.child.stdin.end()
  await app.exit
})
