import { deepEqual, equal } from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { appsOf, discover } from '../../src/node/discover.ts'
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

async function listen(
  host = '127.0.0.1',
): Promise<{ server: Server; port: number; connections: () => number }> {
  let connections = 0
  const server = createServer(() => void connections++).listen(0, host)
  undo.push(() => void server.close())
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => connections,
  }
}

/** What came of each file, by name. */
async function whysIn(path: string): Promise<{ [file: string]: string }> {
  const discovery = await discover({ folder: path, timeoutMs: 5000 })
  if (discovery.kind !== 'read') throw new Error(discovery.kind)
  return Object.fromEntries(
    discovery.results.map(each => [each.file, each.kind === 'used' ? 'used' : each.why]),
  )
}

verifies('EL-8-by-pid', 'a live provider is found, without one connection to it', async () => {
  const { port, connections } = await listen()
  const made = folder()
  made.write('1-a.json', descriptorOf(port))
  const discovery = await discover({ folder: made.path, timeoutMs: 5000 })
  deepEqual(
    appsOf(discovery).map(app => [app.descriptor.name, app.file]),
    [['Editor', '1-a.json']],
  )
  equal(connections(), 0)
})

verifies('D-10', 'each *.json counts whatever its name, other names and hidden folders do not', async () => {
  const { port } = await listen()
  const made = folder()
  for (const name of ['x.json', 'ünï cøde.json', '.json', 'half.json.tmp', 'README'])
    made.write(name, descriptorOf(port))
  mkdirSync(join(made.path, 'sub'))
  deepEqual(await whysIn(made.path), { '.json': 'used', 'x.json': 'used', 'ünï cøde.json': 'used' })
})

verifies(
  'D-10',
  'what is no regular file, too large or not readable as a descriptor is told by name',
  async () => {
    const { port } = await listen()
    const made = folder()
    const outside = folder()
    outside.write('elsewhere.json', descriptorOf(port))
    symlinkSync(join(outside.path, 'elsewhere.json'), join(made.path, 'link.json'))
    symlinkSync(join(outside.path, 'nowhere.json'), join(made.path, 'dangling.json'))
    mkdirSync(join(made.path, 'folder.json'))
    const socket = createServer().listen(join(made.path, 'socket.json'))
    undo.push(() => void socket.close())
    await new Promise(resolve => socket.once('listening', resolve))
    made.write('empty.json', '')
    made.write('large.json', JSON.stringify(descriptorOf(port)) + ' '.repeat(64 * 1024))
    made.write('nonsense.json', '\u0000\u0001')
    made.write('exact.json', JSON.stringify(descriptorOf(port)).padEnd(64 * 1024))
    deepEqual(await whysIn(made.path), {
      'dangling.json': 'not-regular',
      'empty.json': 'nonsense',
      'exact.json': 'used',
      'folder.json': 'not-regular',
      'large.json': 'too-large',
      'link.json': 'not-regular',
      'nonsense.json': 'nonsense',
      'socket.json': 'not-regular',
    })
  },
)

verifies('D-11', 'nothing is ever deleted', async () => {
  const made = folder()
  made.write('dead.json', descriptorOf(1, { pid: 2 ** 22 + 1 }))
  made.write('nonsense.json', '{')
  deepEqual(await whysIn(made.path), { 'dead.json': 'not-running', 'nonsense.json': 'nonsense' })
  deepEqual(readdirSync(made.path).sort(), ['dead.json', 'nonsense.json'])
})

const modes = [0o755, 0o750, 0o770, 0o777, 0o500, 0o1777]
for (const mode of modes)
  verifies('D-10', `a folder with mode 0${mode.toString(8)} is refused`, async () => {
    const made = folder()
    made.write('a.json', descriptorOf(1))
    chmodSync(made.path, mode)
    const discovery = await discover({ folder: made.path, timeoutMs: 5000 })
    equal(discovery.kind === 'refused' && discovery.why, 'open')
  })

verifies('D-10', 'a folder behind a link is refused', async () => {
  const made = folder()
  const other = folder()
  const link = join(other.path, 'link')
  symlinkSync(made.path, link)
  const discovery = await discover({ folder: link, timeoutMs: 5000 })
  equal(discovery.kind === 'refused' && discovery.why, 'link')
})

verifies('D-10', 'a folder of another user is refused', async () => {
  if (process.getuid?.() !== 0) return
  const made = folder()
  chownSync(made.path, 12_345, 12_345)
  const discovery = await discover({ folder: made.path, timeoutMs: 5000 })
  equal(discovery.kind === 'refused' && discovery.why, 'foreign')
})

verifies('D-10', 'a file of another user is ignored', async () => {
  if (process.getuid?.() !== 0) return
  const { port } = await listen()
  const made = folder()
  made.write('a.json', descriptorOf(port))
  chownSync(join(made.path, 'a.json'), 12_345, 12_345)
  deepEqual(await whysIn(made.path), { 'a.json': 'foreign-file' })
})

verifies('D-10', 'a file in place of the folder is refused', async () => {
  const made = folder()
  writeFileSync(join(made.path, 'file'), '')
  const discovery = await discover({ folder: join(made.path, 'file') })
  equal(discovery.kind === 'refused' && discovery.why, 'not-a-folder')
})

verifies('D-10', 'a folder that no app made yet is missing, and stays so', async () => {
  const path = join(folder().path, 'a', 'b')
  deepEqual(await discover({ folder: path, timeoutMs: 5000 }), { kind: 'missing', folder: path })
  equal(existsSync(path), false)
})

const hosts = [
  ['127.0.0.1', 'used'],
  ['::ffff:127.0.0.1', 'used'],
  ['0.0.0.0', 'exposed'],
  ['::', 'exposed'],
  ['::1', 'no-listener'],
  ['127.0.0.2', 'no-listener'],
] as const
for (const [host, want] of hosts)
  verifies('EL-8-listener-check', `a listener on ${host} is ${want}`, async () => {
    const { port } = await listen(host)
    const made = folder()
    made.write('a.json', descriptorOf(port))
    deepEqual(await whysIn(made.path), { 'a.json': want })
  })

verifies('EL-8-ignore-stale', 'pidStart is compared with the start of the process', async () => {
  const { port } = await listen()
  const made = folder()
  made.write('a.json', descriptorOf(port, { pidStart: '1' }))
  deepEqual(await whysIn(made.path), { 'a.json': 'pid-reused' })
})

verifies(
  'FR-26',
  'a port that went to another app of the same process is told apart by the token, a dead one by the port',
  async () => {
    const { port, server } = await listen()
    const made = folder()
    made.write('a.json', descriptorOf(port))
    await new Promise(resolve => server.close(resolve))
    deepEqual(await whysIn(made.path), { 'a.json': 'no-listener' })
  },
)
