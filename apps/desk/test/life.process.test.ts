import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseDescriptor } from '@copane/protocol/elements'
import { afterEach, beforeEach, test } from 'vitest'

const DESK = fileURLToPath(new URL('../bin/desk.js', import.meta.url))

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

type Run = { child: ChildProcess; lines: string[]; said: () => string; exit: Promise<number | null> }

function run(program: string, args: readonly string[]): Run {
  const child = spawn(program, args, { env: { ...process.env, COPANE_PROVIDERS_DIR: folder } })
  running.add(child)
  const lines: string[] = []
  let said = ''
  createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, lines, said: () => said, exit: once(child, 'exit').then(() => child.exitCode) }
}

const desk = (...args: string[]): Run =>
  run(process.execPath, [DESK, '--state', join(root, 'state'), ...args])

/** Waits for a condition, asking often; a test's own time limit ends it. */
async function until<Value>(wanted: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const value = wanted()
    if (value !== undefined && value !== false) return value
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const files = (): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []

async function started(): Promise<{ port: number; pid: number }> {
  const [file] = await until(() => files().length > 0 && files())
  const outcome = parseDescriptor(readFileSync(join(folder, file ?? ''), 'utf8'))
  ok(outcome.kind === 'descriptor')
  return { port: Number(new URL(outcome.descriptor.endpoint).port), pid: outcome.descriptor.pid }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}

const isRunning = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`EL-8-descriptor: ${signal} leaves no descriptor, listener or process`, async () => {
    const { child, exit } = desk()
    const { port, pid } = await started()
    equal(await isListening(port), true)
    child.kill(signal)
    equal(await exit, 0)
    deepEqual([files(), await isListening(port), isRunning(pid)], [[], false, false])
  })

test('FR-56: when only its parent is killed, the desk goes too', async () => {
  const command = `"${process.execPath}" "${DESK}" --state "${join(root, 'state')}" & wait`
  const { child } = run('sh', ['-c', command])
  const { port, pid } = await started()
  child.kill('SIGKILL')
  await until(() => !isRunning(pid))
  deepEqual([files(), await isListening(port)], [[], false])
})

test('FR-56: when its parent is killed while it still starts, the desk goes too', async () => {
  const command = `"${process.execPath}" "${DESK}" --state "${join(root, 'state')}" & echo $!; wait`
  const { child, lines } = run('sh', ['-c', command])
  const pid = Number(await until(() => lines[0]))
  await until(() => existsSync(join(root, 'state')))
  child.kill('SIGKILL')
  await until(() => !isRunning(pid))
  deepEqual(files(), [])
})

test('FR-56: a driver that ends its input ends the desk', async () => {
  const { child, lines, exit } = desk('--driver')
  await until(() => lines.length > 0)
  child.stdin?.end()
  equal(await exit, 0)
  deepEqual(files(), [])
})

test('D-11: after kill -9 the next start removes what was left', async () => {
  const first = desk()
  const { pid } = await started()
  first.child.kill('SIGKILL')
  await first.exit
  equal(files().length, 1)
  desk()
  await until(() => files().length === 1 && !files()[0]?.startsWith(`${pid}-`))
})

test('two desks on one file: the second is refused, the first goes on', async () => {
  desk()
  const { port } = await started()
  const second = desk()
  equal(await second.exit, 2)
  match(second.said(), /is open in another desk: close that one first/)
  deepEqual([files().length, await isListening(port)], [1, true])
})

test('a port that is taken is refused, and nothing is left behind', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { exit, said } = desk('--port', String(port))
  equal(await exit, 2)
  match(said(), new RegExp(`port ${port} is taken by another program; leave the port out`))
  deepEqual(files(), [])
  server.close()
})

test('FR-25: a descriptor folder open to others is refused, with the command that mends it', async () => {
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const { exit, said } = desk()
  equal(await exit, 2)
  match(said(), /is open to other users; run: chmod 700 /)
  deepEqual(files(), [])
})

const wrong = [
  [['--port', '70000'], /--port 70000 is no port; try: npm start -- --port 4711/],
  [['--port', 'x'], /--port x is no port/],
  [['--fresh'], /--fresh and --state exclude each other/],
  [['--state', ''], /--state names no folder; try: /],
  [['--colour'], /Unknown option '--colour'; try: npm start -- --help/],
  [['extra'], /Unexpected argument 'extra'/],
] as const
for (const [args, words] of wrong)
  test(`wrong use: ${args.join(' ')} says what works, and exits 2`, async () => {
    const { exit, said } = desk(...args)
    equal(await exit, 2)
    match(said(), words)
  })

const nonsense = ['', '{', 'null', '[]', '{"id":"x"}', '{"id":7,"act":{"act":"fly"}}', '{"id":7,"act":null}']
test('a driver that talks nonsense is told so, line by line, and the desk goes on', async () => {
  const { child, lines } = desk('--driver')
  for (const line of nonsense) child.stdin?.write(`${line}\n`)
  child.stdin?.write('{"id":8,"act":{"act":"open","what":"threads"}}\n')
  await until(() => lines.length === nonsense.length + 2)
  const kinds = lines.slice(1).map(line => /"kind":"(\w+)"/.exec(line)?.[1])
  deepEqual(kinds, [...nonsense.map(() => 'invalid'), 'done'])
})

test('D-08: with every road of error taken, neither token nor text is in what the desk writes', async () => {
  const { child, lines, said } = desk('--driver')
  await until(() => lines.length > 0)
  child.stdin?.write('{"id":1,"act":{"act":"signOut"}}\n{"id":2,"act":{"act":"open","what":"canary-text"}}\n')
  await until(() => lines.length === 3)
  const [file] = files()
  const outcome = parseDescriptor(readFileSync(join(folder, file ?? ''), 'utf8'))
  ok(outcome.kind === 'descriptor')
  for (const secret of [outcome.descriptor.token, outcome.descriptor.bridge?.token ?? '', 'canary-text'])
    ok(!said().includes(secret) && !lines.join().includes(secret))
})
