import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Descriptor, parseDescriptor } from '@copane/protocol/elements'
import { afterEach, beforeEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { writeDescriptor } from '../../src/node/descriptor-file.js'
import { mcpHeaders, rpc, send } from '../support/http.js'
import { modern, requestText, sendBytes } from '../support/raw.js'

const APP = fileURLToPath(new URL('../support/provider-app.ts', import.meta.url))

let root: string
let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copane-test-'))
  folder = join(root, 'providers')
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  rmSync(root, { recursive: true, force: true })
})

const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Starts the app; its descriptor, and everything it ever says. */
async function start(env: { [name: string]: string } = {}) {
  const child = spawn(process.execPath, [APP], {
    env: { ...process.env, COPANE_PROVIDERS_DIR: folder, ...env },
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit').then(() => ({ code: child.exitCode, signal: child.signalCode }))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const outcome = parseDescriptor(String(line))
  ok(outcome.kind === 'descriptor')
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, descriptor: outcome.descriptor, said: () => said, exit }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)
  verifies(
    'D-11',
    `${signal} ends an app that handles no signal as the system does; the next start tidies up`,
    async () => {
      const first = await start()
      first.child.kill(signal)
      deepEqual(await first.exit, { code: null, signal })
      equal(files().length, 1)
      const second = await start()
      deepEqual(files(), [`${second.descriptor.pid}-${second.descriptor.instance}.json`])
      second.child.stdin.end()
      await second.exit
    },
  )

verifies('D-10', 'an app that exits leaves no descriptor behind', async () => {
  const app = await start()
  equal(files().length, 1)
  app.child.stdin.end()
  deepEqual(await app.exit, { code: 0, signal: null })
  deepEqual(files(), [])
})

const CANARY = 'canary-5c1e'

/** Sends a canary down every road on which a request can go wrong. */
async function annoy({ endpoint, token, bridge }: Descriptor): Promise<string> {
  const port = Number(new URL(endpoint).port)
  const bytes = [
    requestText(port, token, { target: `/${CANARY}` }),
    requestText(port, CANARY, {}),
    requestText(port, token, { target: '/elements', body: `{"${CANARY}"` }),
    requestText(port, token, {
      target: '/elements',
      ...modern('resources/read', { uri: 'elements://current' }),
    }),
    requestText(port, token, {
      target: '/elements',
      ...modern('resources/read', { uri: `elements://locate/${CANARY}` }),
    }),
    requestText(port, token, { target: '/elements', ...modern(CANARY) }),
    requestText(
      port,
      bridge?.token ?? '',
      modern('tools/call', { name: `${CANARY}__x`, arguments: { a: CANARY } }),
    ),
    requestText(port, bridge?.token ?? '', modern('tools/call', { name: 'a__x', arguments: [CANARY] })),
    requestText(
      port,
      bridge?.token ?? '',
      modern('tools/call', { name: CANARY }, { 'mcp-name': `${CANARY}2` }),
    ),
    `${CANARY} / HTTP/9\r\n\r\n`,
  ]
  let text = ''
  for (const request of bytes) text += (await sendBytes(port, request)).text
  const read = await send(port, {
    path: '/elements',
    headers: mcpHeaders(token),
    body: rpc('resources/read', { uri: 'elements://current' }),
  })
  return text + read.body
}

for (const id of ['FR-37', 'EL-sec-no-log'] as const)
  verifies(
    id,
    'no token, id, name, argument or thrown word is in an answer or a log, at the loudest level of Node',
    async () => {
      const app = await start({ NODE_DEBUG: 'http,https,net,stream,timer', DEBUG: '*' })
      const answers = await annoy(app.descriptor)
      app.child.stdin.end()
      await app.exit
      const { token, bridge } = app.descriptor
      ok(app.said().includes('NET') || app.said().includes('HTTP'), 'Node did log')
      for (const secret of [CANARY, 'canary-of-the-app', token, bridge?.token ?? 'none'])
        for (const text of [app.said(), answers]) ok(!text.includes(secret), `${secret.slice(0, 6)}…`)
    },
  )

verifies('FR-25', 'who reads the folder while descriptors come and go never sees half a file', async () => {
  const reader = `
    const { readdirSync, readFileSync } = require('node:fs')
    let seen = 0
    process.stdout.write('ready\\n')
    process.stdin.on('data', () => { process.stdout.write('seen ' + seen + '\\n'); process.exit(0) })
    const look = () => {
      for (const name of readdirSync(process.argv[1])) {
        if (!name.endsWith('.json')) continue
        let text
        try { text = readFileSync(process.argv[1] + '/' + name, 'utf8') } catch { continue }
        JSON.parse(text)
        seen++
      }
      setImmediate(look)
    }
    look()`
  const descriptor = {
    protocol: '0.2.0',
    bundleId: 'dev.copane.test',
    name: 'x'.repeat(20_000),
    version: '1',
    instance: 'i',
    endpoint: 'http://127.0.0.1:1/elements',
    token: 't',
    pid: process.pid,
  }
  const outcome = writeDescriptor(descriptor, folder)
  ok(outcome.kind === 'written')
  const child = spawn(process.execPath, ['-e', reader, folder])
  running.add(child)
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  for (let at = 0; at < 1000; at++) {
    const written = writeDescriptor({ ...descriptor, instance: `i${at}` }, folder)
    ok(written.kind === 'written')
    written.remove()
    if (at % 50 === 0) await new Promise(setImmediate)
  }
  const last = once(lines, 'line')
  child.stdin.write('stop')
  const [line] = await last
  ok(Number(/seen (\d+)/.exec(String(line))?.[1]) > 100, String(line))
})

verifies(
  'FR-25',
  'the folder of COPANE_PROVIDERS_DIR is made, parents too, closed to others under any umask',
  async () => {
    folder = join(root, 'a', 'b', 'providers')
    const app = await start()
    equal(files().length, 1)
    const outcome = parseDescriptor(readFileSync(join(folder, files()[0] ?? ''), 'utf8'))
    deepEqual(outcome, { kind: 'descriptor', descriptor: app.descriptor })
    app.child.stdin.end()
    await app.exit
  },
)

verifies('FR-25', 'a folder that can not be made ends the start with a word of why', async () => {
  const child = spawn(process.execPath, [APP], {
    env: { ...process.env, COPANE_PROVIDERS_DIR: '/proc/copane/providers' },
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'exit')
  equal(child.exitCode, 3)
  ok(said.includes("can't make or open /proc/copane/providers (ENOENT)"), said)
})
