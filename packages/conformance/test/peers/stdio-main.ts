/** A bridge server as a program on stdio: MCP by hand in both eras, on a world that lives. `--broken` never notifies. */
import { createInterface } from 'node:readline'
import { livingFace } from './living-bridge.ts'
import { error, type Fields, type Given } from './mcp.ts'
import { createWorld } from './world.ts'

const isSilent = process.argv.includes('--broken')
const world = createWorld()
const face = livingFace(world)
const MODERN = '2026-07-28'

const write = (message: Fields) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const link = world.hub.open('stdio')
link.send = told => {
  if (isSilent) return
  const method = `notifications/${told === 'list_changed' ? 'tools/' : told === 'updated' ? 'resources/' : ''}${told}`
  write({ method, params: told === 'updated' ? { uri: 'app://windows' } : {} })
}

async function given(method: string, params: Fields, isModern: boolean): Promise<Given> {
  const { capabilities, instructions } = face
  const said = { capabilities, instructions }
  if (method === 'initialize')
    return { result: { ...said, protocolVersion: '2025-11-25', serverInfo: { name: 'peer', version: '1' } } }
  if (method === 'server/discover')
    return { result: { ...said, supportedVersions: [MODERN], ...face.freshness } }
  if (method === 'resources/subscribe') link.subscribed = true
  const came = (await face.methods[method]?.(params, 'stdio')) ?? error(-32601)
  return isModern && 'result' in came
    ? { result: { resultType: 'complete', ...face.freshness, ...came.result } }
    : came
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params = {} }: { id?: number; method: string; params?: Fields } = JSON.parse(line)
  if (id === undefined) return
  if (method === 'subscriptions/listen') {
    link.subscribed = true
    const { notifications } = params
    const meta = { 'io.modelcontextprotocol/subscriptionId': id }
    return void write({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications, _meta: meta },
    })
  }
  void given(method, params, '_meta' in params).then(came => write({ id, ...came }))
})
