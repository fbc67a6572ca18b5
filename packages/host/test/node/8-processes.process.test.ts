import { deepEqual, equal, ok } from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { discover } from '../../src/node/discover.ts'
import { findAppOf } from '../../src/node/find-app.ts'
import { readFront } from '../../src/node/front-app.ts'
import { sourceOf } from '../support/front-source.ts'
import type { AppOptions } from '../support/in-app.ts'
import { descriptorOf, makeFolder, type TestFolder } from '../support/providers-folder.ts'
import { type App, startApp, startProgram } from '../support/programs.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function folder(): TestFolder {
  const made = makeFolder()
  undo.push(made.remove)
  return made
}

async function app(options: AppOptions, wrap?: string[]): Promise<App> {
  const started = await startApp(options, wrap)
  undo.push(started.kill)
  return started
}

/** Enough for a busy machine; what the limits themselves are is shown by the bench. Units: milliseconds. */
const SOON = 10_000
const read = (pid: number, path: string, over: object = {}) =>
  readFront(sourceOf(pid), { folder: path, timeoutMs: SOON, ...over })

/** In a word or two what offers itself for a process. */
async function foundOf(pid: number, path: string, over: object = {}): Promise<string> {
  const found = await findAppOf(pid, { folder: path, timeoutMs: SOON, ...over })
  return [found.kind, ...(found.kind === 'none' ? found.ignored.map(({ why }) => why) : [])].join(' ')
}

const helpers = (path: string) => ({
  folder: path,
  timeoutMs: SOON,
  acceptHelperProcesses: true,
})

const isRoot = process.getuid?.() === 0
const UNSHARED = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']

verifies('EL-8-by-pid', 'of two apps each is found by its own process', async () => {
  const { path } = folder()
  const apps = [await app({ folder: path }), await app({ folder: path })]
  for (const { pid } of apps) {
    const outcome = await read(pid, path)
    equal(outcome.kind === 'answer' && outcome.app.descriptor.pid, pid)
  }
  equal(await foundOf(process.pid, path), 'none')
})

verifies('D-12', 'two descriptors that hold for one process are listed, and neither is asked', async () => {
  const made = folder()
  const { pid, path } = await app({ folder: made.path })
  made.write('second.json', readFileSync(path, 'utf8'))
  const outcome = await read(pid, made.path)
  deepEqual(outcome.kind === 'ambiguous' && outcome.apps.map(({ file }) => file).toSorted(), [
    path.slice(made.path.length + 1),
    'second.json',
  ])
})

verifies('FR-24', 'a listener in a child of the named process is said to be one', async () => {
  const { path } = folder()
  const { pid } = await app({ folder: path, inChild: 'names-app' })
  equal(await foundOf(pid, path), 'none other-listener')
  equal(await foundOf(pid, path, { acceptHelperProcesses: true }), 'none other-listener')
})

verifies('D-12', 'a helper process counts where the host wants it, and only then', async () => {
  const { path } = folder()
  const { pid } = await app({ folder: path, inChild: 'names-child' })
  equal(await foundOf(pid, path), 'none')
  const found = await findAppOf(pid, helpers(path))
  ok(found.kind === 'app' && found.app.descriptor.pid !== pid)
})

verifies('D-12', 'never the other way round: a child is not spoken for by its parent', async () => {
  const { path } = folder()
  const parent = await app({ folder: path })
  const child = startProgram<{ pid: number }>('/bin/sh', ['-c', 'echo "{\\"pid\\":$$}"; exec sleep 60'])
  undo.push(child.kill)
  const { pid } = await child.said()
  equal(await foundOf(pid, path, { acceptHelperProcesses: true }), 'none')
  equal((await read(parent.pid, path)).kind, 'answer')
})

verifies('D-12', 'two helpers of one app are ambiguous; its own descriptor goes before theirs', async () => {
  const { path } = folder()
  const [one, two] = [await app({ folder: path }), await app({ folder: path })]
  const found = await findAppOf(process.pid, helpers(path))
  deepEqual(
    found.kind === 'ambiguous' &&
      found.apps.map(({ descriptor }) => descriptor.pid).toSorted((a, b) => a - b),
    [one.pid, two.pid].toSorted((a, b) => a - b),
  )
  equal((await findAppOf(one.pid, helpers(path))).kind, 'app')
})

const bundles = [
  ['org.example.App', 'verified'],
  ['org.example.Other', 'other-bundle'],
] as const
for (const [entry, want] of bundles)
  verifies('D-13', `launched from the desktop entry of ${entry}: ${want}`, async () => {
    const { path } = folder()
    const launch = `export GIO_LAUNCHED_DESKTOP_FILE_PID=$$ GIO_LAUNCHED_DESKTOP_FILE=/x/${entry}.desktop; exec "$@"`
    const { pid } = await app({ folder: path }, ['/bin/sh', '-c', launch, 'sh'])
    const found = await findAppOf(pid, { folder: path, timeoutMs: SOON })
    equal(found.kind === 'app' ? found.app.bundle : found.kind === 'none' && found.ignored[0]?.why, want)
  })

verifies(
  'EL-8-listener-check',
  'the port of a crashed app that went to another one leads to neither',
  async () => {
    const { path } = folder()
    const crashed = await app({ folder: path })
    await crashed.kill()
    const heir = await app({ folder: path, port: crashed.port, descriptor: 'none' })
    equal(heir.port, crashed.port)
    equal(await foundOf(crashed.pid, path), 'none not-running')
    equal(await foundOf(heir.pid, path), 'none')
  },
)

verifies(
  'EL-8-listener-check',
  'the port that a living app gave up and another one took is not asked',
  async () => {
    const { path } = folder()
    const owner = await app({ folder: path })
    await owner.ask('close')
    equal(await foundOf(owner.pid, path), 'none no-listener')
    await app({ folder: path, port: owner.port, descriptor: 'none' })
    equal(await foundOf(owner.pid, path), 'none other-listener')
  },
)

verifies(
  'EL-8-ignore-stale',
  'a process that got the id and the port of a dead app is not that app',
  async () => {
    if (!isRoot) return
    const { path } = folder()
    const script = new URL('../support/in-namespace.ts', import.meta.url).pathname
    const dist = new URL('../../dist/node/index.js', import.meta.url).href
    const [command, ...args] = [...UNSHARED, process.execPath, script, dist, path]
    const inside = startProgram<{ pids: number[]; ports: number[]; why: string }>(command, args)
    undo.push(inside.kill)
    const { pids, ports, why } = await inside.said()
    equal(pids[0], pids[1])
    equal(ports[0], ports[1])
    equal(why, 'pid-reused')
  },
)

verifies('EL-10-unsupported', 'an app of another version is no provider, and is not asked', async () => {
  const made = folder()
  let requests = 0
  const server = createServer(() => void requests++).on('connection', () => void requests++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  for (const [at, protocol] of ['0.1.0', '0.3.0', '1.2.0', '2', 'x'].entries())
    made.write(`${process.pid}-${at}.json`, descriptorOf(port, { protocol }))
  equal(await foundOf(process.pid, made.path), 'none')
  equal(requests, 0)
})

verifies('FR-22', 'fifty dead descriptors: no connection, less than 100 ms', async () => {
  const made = folder()
  let connections = 0
  const server = createServer().on('connection', () => void connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const crashed = [await app({ folder: made.path }), await app({ folder: made.path })]
  for (const each of crashed) await each.kill()
  const [dead] = crashed
  for (let at = 0; at < 48; at++) made.write(`${at}.json`, descriptorOf(port, { pid: dead?.pid }))
  const times: number[] = []
  for (let at = 0; at < 5; at++) {
    const began = performance.now()
    const discovery = await discover({ folder: made.path, timeoutMs: SOON })
    times.push(performance.now() - began)
    ok(discovery.kind === 'read' && discovery.results.length === 50)
    ok(discovery.results.every(each => each.kind === 'ignored' && each.why === 'not-running'))
  }
  ok(Math.min(...times) < 100, `${Math.min(...times)} ms`)
  equal(connections, 0)
})

verifies(
  'FR-22',
  'a dead app whose process id another process got is refused by the owner of the port',
  async () => {
    const made = folder()
    const other = await app({ folder: made.path, descriptor: 'none' })
    const unrelated = startProgram<{ pid: number }>('/bin/sh', ['-c', 'echo "{\\"pid\\":$$}"; exec sleep 60'])
    undo.push(unrelated.kill)
    const { pid } = await unrelated.said()
    made.write(`${pid}-old.json`, descriptorOf(other.port, { pid }))
    equal(await foundOf(pid, made.path), 'none other-listener')
  },
)

verifies('FR-23', 'a host in another process namespace ignores a descriptor and lets it be', async () => {
  if (!isRoot) return
  const { path } = folder()
  const outside = await app({ folder: path })
  const before = readFileSync(outside.path, 'utf8')
  const script = new URL('../support/in-reader.ts', import.meta.url).pathname
  const dist = new URL('../../dist/node/index.js', import.meta.url).href
  const [command, ...args] = [...UNSHARED, process.execPath, script, dist, path]
  const host = startProgram<{ kind: string; whys: string[] }>(command, args)
  undo.push(host.kill)
  const { kind, whys } = await host.ask(
    JSON.stringify({ pid: outside.pid, timeoutMs: SOON, discovers: true }),
  )
  deepEqual([kind, whys], ['unknown-front', ['not-running']])
  ok(existsSync(outside.path))
  equal(readFileSync(outside.path, 'utf8'), before)
  equal((await read(outside.pid, path)).kind, 'answer')
})

verifies(
  'FR-44',
  'an app that restarts between acts answers or is no provider, a hundred times',
  async () => {
    const { path } = folder()
    let next = startApp({ folder: path })
    for (let at = 0; at < 100; at++) {
      const running = await next
      undo.push(running.kill)
      next = startApp({ folder: path })
      const outcome = await read(running.pid, path)
      equal(outcome.kind === 'answer' && outcome.app.descriptor.pid, running.pid)
      const killed = running.kill()
      ok(['unknown-front', 'no-provider', 'gone', 'answer'].includes((await read(running.pid, path)).kind))
      await killed
      equal(await foundOf(running.pid, path), 'none not-running')
    }
    undo.push((await next).kill)
  },
)
