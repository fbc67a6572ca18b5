/** One server in a process of its own; tells its parent where it is, and the processor time it took since last asked. */
import { startProvider } from '@copane/provider/node'
import { serveFloor } from './floor-server.ts'
import { changingBridge, firstElements, INSTANCE, keptElements, MARK, orderTree } from './subjects.ts'

/** What a server is asked to be. */
export type ServerRole = 'floor' | 'first' | 'kept'

const [, , role, what, size, folder] = process.argv
const count = Number(size)

process.on('disconnect', () => process.exit(0))
let before = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})
process.send?.(role === 'floor' ? await floor() : await provider())

async function floor() {
  const text =
    what === 'windows'
      ? changingBridge(count).bridge.snapshotText()
      : JSON.stringify({ protocol: '0.2.0', instance: INSTANCE, root: orderTree(count) })
  const uri = what === 'windows' ? 'app://windows' : 'elements://current'
  const result = {
    contents: [{ uri, mimeType: 'application/json', text }],
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Floor', version: '1.0.0' } },
  }
  const server = await serveFloor(JSON.stringify({ result, jsonrpc: '2.0', id: 1 }), MARK)
  return { ...server, bytes: Buffer.byteLength(text), pid: process.pid }
}

async function provider() {
  const { bridge, change } = changingBridge(what === 'windows' ? count : 1)
  const outcome = await startProvider({
    app: { bundleId: 'dev.copane.floor', name: 'Floor', version: '1.0.0' },
    instance: INSTANCE,
    elements: role === 'kept' ? keptElements(count) : firstElements(what === 'windows' ? 10 : count),
    bridge,
    onAccess: ({ kind }) => kind === 'windows' && setImmediate(change),
    folder: folder ?? '',
  })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return { descriptor: outcome.provider.descriptor }
}
