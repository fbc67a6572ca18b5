/** A second opinion on the wire: MCP's own client, which nobody here wrote, gets through or does not. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Era } from '../wire/era.js'

/** What the client tries. */
export type StockRun = {
  endpoint: string
  token?: string
  era: Era
  /** The resource it reads. */
  uri: string
  /** Whether it also subscribes to that resource. */
  subscribes: boolean
  timeMs: number
}

/** Runs MCP's own client; undefined when it got through, else the step at which it did not. */
export type Stock = (run: StockRun) => Promise<string | undefined>

/** Runs it over HTTP. Never rejects. */
export const runStockClient: Stock = async run => {
  const { endpoint, token } = run
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    requestInit: {
      redirect: 'error',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    },
  })
  const step = await getThrough(transport, run)
  await transport.terminateSession().catch(() => {})
  await transport.close().catch(() => {})
  return step
}

/** Runs it on the stdin and stdout of a program, which is started for it. Never rejects. */
export const stockOnStdio =
  (start: {
    command: string
    args?: readonly string[]
    env?: { readonly [name: string]: string | undefined }
  }): Stock =>
  async run => {
    const { command, args = [], env = {} } = start
    const given = Object.entries({ ...env }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: Object.fromEntries(given),
      stderr: 'ignore',
    })
    const step = await getThrough(transport, run)
    await transport.close().catch(() => {})
    return step
  }

/** Connects, lists, reads, and subscribes where asked to. */
async function getThrough(
  transport: Transport,
  { era, uri, subscribes, timeMs }: StockRun,
): Promise<string | undefined> {
  const client = new Client(
    { name: 'copane-conformance', version: '0.1.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  const limit = { timeout: timeMs }
  let step = 'connect'
  try {
    await client.connect(transport, limit)
    step = 'resources/list'
    await client.request({ method: 'resources/list' }, limit)
    step = 'resources/read'
    await client.request({ method: 'resources/read', params: { uri } }, limit)
    if (subscribes && era === 'legacy') {
      step = 'resources/subscribe'
      await client.request({ method: 'resources/subscribe', params: { uri } }, limit)
    } else if (subscribes) {
      step = 'subscriptions/listen'
      const stream = await client.listen({ resourceSubscriptions: [uri] }, limit)
      step = 'subscriptions/listen, which left out the resource'
      const honored = stream.honoredFilter.resourceSubscriptions ?? []
      await stream.close()
      if (!honored.includes(uri)) return step
    }
    return undefined
  } catch {
    return step
  }
}
