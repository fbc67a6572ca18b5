import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { discover } from '../../src/node/discover.ts'
import { descriptorOf, makeFolder, type TestFolder } from '../support/providers-folder.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

function folder(): TestFolder {
  const made = makeFolder()
  undo.push(made.remove)
  return made
}

/** Starts a child and waits for the first line it prints. */
async function started(
  command: string,
  args: string[],
  env = process.env,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  undo.push(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) return { child, line }
  throw new Error('said nothing')
}

const node = (code: string, env?: NodeJS.ProcessEnv) =>
  started(process.execPath, ['--input-type=module', '-e', code], env)
const LISTENER = `import { createServer } from 'node:http'
const server = createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`

async function whyOf(made: TestFolder): Promise<string | undefined> {
  const discovery = await discover({ folder: made.path, timeoutMs: 2000 })
  const [result] = discovery.kind === 'read' ? discovery.results : []
  return result?.kind === 'ignored' ? result.why : result?.kind
}

verifies('EL-8-listener-check', 'the listener is the process that the descriptor names', async () => {
  const { child, line } = await node(LISTENER)
  const made = folder()
  made.write('a.json', descriptorOf(Number(line), { pid: child.pid }))
  equal(await whyOf(made), 'used')
})

verifies('FR-24', 'a listener in a child of the named process is another process', async () => {
  const { line } = await node(LISTENER)
  const made = folder()
  made.write('a.json', descriptorOf(Number(line), { pid: process.pid }))
  equal(await whyOf(made), 'other-listener')
})

verifies('FR-22', 'a provider that was killed is not running', async () => {
  const { child, line } = await node(LISTENER)
  const made = folder()
  made.write('a.json', descriptorOf(Number(line), { pid: child.pid }))
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  equal(await whyOf(made), 'not-running')
})

verifies('EL-8-ignore-stale', 'a zombie is not running, though its pid can be signalled', async () => {
  // The child ends when its shell has become a program that waits for no child, so nobody buries it.
  const { line } = await started('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'])
  const pid = Number(line)
  while (!readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z '))
    await new Promise(resolve => setTimeout(resolve, 5))
  ok(process.kill(pid, 0))
  const made = folder()
  made.write('a.json', descriptorOf(1, { pid }))
  equal(await whyOf(made), 'zombie')
})

verifies('D-10', 'a pipe is passed over without waiting for its other end', async () => {
  const made = folder()
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(made.path, 'pipe.json')])
  const began = performance.now()
  equal(await whyOf(made), 'not-regular')
  ok(performance.now() - began < 500)
})

verifies('FR-22', 'fifty dead descriptors cost next to nothing', async () => {
  const { child } = await node('console.log(1)')
  await new Promise(resolve => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)))
  const made = folder()
  for (let at = 0; at < 50; at++)
    made.write(`${at}.json`, descriptorOf(1, { pid: child.pid, instance: `i${at}` }))
  const times: number[] = []
  for (let at = 0; at < 3; at++) {
    const began = performance.now()
    const discovery = await discover({ folder: made.path })
    times.push(performance.now() - began)
    ok(
      discovery.kind === 'read' &&
        discovery.results.every(each => each.kind === 'ignored' && each.why === 'not-running'),
    )
  }
  ok(Math.min(...times) < 100, `took ${Math.min(...times)} ms`)
})

const dist = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href

verifies('D-10', 'the folder does not depend on HOME or XDG variables', async () => {
  const code = `import { findProvidersFolder } from '${dist('node/folder.js')}'
console.log(await findProvidersFolder())`
  const clean = { ...process.env, COPANE_PROVIDERS_DIR: '' }
  const lines = [
    clean,
    { ...clean, HOME: '/nowhere', XDG_RUNTIME_DIR: '/nowhere', XDG_STATE_HOME: '/nowhere' },
  ]
  const [here, there] = await Promise.all(lines.map(env => node(code, env)))
  deepEqual(there?.line, here?.line)
})

verifies('EL-8-endpoint', 'a proxy in the environment is not used', async () => {
  const code = `import { createServer } from 'node:http'
import { connect } from '${dist('mcp/connect.js')}'
const seen = []
const server = createServer((request, response) => { seen.push(request.url); response.writeHead(500).end() }).listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const reply = await connect('http://127.0.0.1:' + server.address().port + '/mine', 't', { signal: AbortSignal.timeout(5000) })
console.log(JSON.stringify([reply.kind, [...new Set(seen)]]))
process.exit()`
  const proxy = 'http://127.0.0.1:9'
  const { line } = await node(code, {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    NO_PROXY: '',
    no_proxy: '',
  })
  deepEqual(JSON.parse(line), ['error', ['/mine']])
})
