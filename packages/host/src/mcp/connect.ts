/** Connects to one endpoint of an app over MCP, in either era (D-02). */
import { LIMITS, parseEndpoint } from '@copane/protocol/elements'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { About, Connection, Era, ListedTool, Reply } from '../wire/connection.js'
import { byDeadline } from '../wire/deadline.js'
import { untilEnded } from '../wire/until-ended.js'
import { createExchanges, type Exchanges } from './exchange.js'
import { createFastLane, createWarmAgent, type FastLane } from './fast-lane.js'
import { createLoopback } from './loopback-fetch.js'
import { CLIENT_NAME, MODERN, messageBytes, VERSION } from './revision.js'
import { createStreamWatch, scheduleReopening } from './stream-watch.js'
import { subscribe } from './subscribe.js'

/** How to connect. `name` is what the app shows of us (D-54). */
export type ConnectOptions = {
  era?: 'auto' | Era
  name?: string
  signal?: AbortSignal
  maxBytes?: number
}

const MAX_PAGES = 64

/**
 * Connects to an endpoint with its token.
 *
 * Errors  none: an endpoint that is not one of this machine is `gone` without a byte sent (EL-8-endpoint).
 * Source  EL-sec-bearer, EL-sec-origin · D-02, D-16
 */
export async function connect(
  endpoint: string,
  token: string,
  { era = 'auto', name = CLIENT_NAME, signal, maxBytes = LIMITS.maxBytes }: ConnectOptions = {},
): Promise<Reply<Connection>> {
  const target = parseEndpoint(endpoint)
  if (!target) return { kind: 'gone' }
  const exchanges = createExchanges()
  const watch = createStreamWatch()
  const loopback = createLoopback({
    ...target,
    token,
    maxBytes: messageBytes(maxBytes),
    exchange: exchanges.current,
    onStream: watch.opened,
    onRefused: watch.refused,
  })
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    fetch: loopback.fetch,
    requestInit: { redirect: 'error' },
    reconnectionOptions: RECONNECTION,
    reconnectionScheduler: scheduleReopening(exchanges, watch),
  })
  const mode = era === 'modern' ? { pin: MODERN } : era
  const client = new Client({ name, version: VERSION }, { versionNegotiation: { mode } })
  const reply = await exchanges.run(
    over => {
      // Before the client holds the transport, only closing it ends the probe.
      const onOver = () => client.transport === undefined && void transport.close()
      over.addEventListener('abort', onOver, { once: true })
      return client.connect(transport, { signal: over })
    },
    signal,
    true,
  )
  if (reply.kind === 'answer') {
    const agent = createWarmAgent()
    const isOnLane = client.getProtocolEra() === 'modern' && loopback.hadJson()
    const lane = isOnLane
      ? createFastLane({ ...target, agent, token, name, maxBytes: messageBytes(maxBytes) })
      : undefined
    const destroy = () => {
      agent.destroy()
      loopback.destroy()
    }
    const terminate = () => transport.terminateSession()
    const connection = connectionOf(client, terminate, exchanges, watch, lane, destroy)
    return { kind: 'answer', result: untilEnded(connection) }
  }
  await client.close().catch(() => {})
  loopback.destroy()
  return reply
}

const RECONNECTION = {
  initialReconnectionDelay: 100,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 3,
  maxRetries: Number.MAX_SAFE_INTEGER,
}

/** The connection that a connected client makes; `terminate` ends what the server keeps of it. */
export function connectionOf(
  client: Client,
  terminate: () => Promise<void>,
  exchanges: Exchanges,
  watch: ReturnType<typeof createStreamWatch>,
  lane: FastLane | undefined,
  destroy: () => void,
): Connection {
  let fastLane = lane
  return {
    about: aboutOf(client),
    readResource: async (uri, deadline) => {
      const fast = await fastLane?.(uri, deadline)
      if (fast && fast.kind !== 'unknown') return fast
      fastLane = undefined
      const reply = await exchanges.run(
        signal => client.request({ method: 'resources/read', params: { uri } }, { signal }),
        deadline,
      )
      if (reply.kind !== 'answer') return reply
      const content = reply.result.contents.find(item => 'text' in item)
      return content && 'text' in content
        ? { kind: 'answer', result: content.text }
        : { kind: 'error', code: 0 }
    },
    listTools: deadline =>
      client.getServerCapabilities()?.tools
        ? exchanges.run(signal => listTools(client, signal), deadline)
        : Promise.resolve({ kind: 'answer', result: [] }),
    listTemplates: deadline =>
      client.getServerCapabilities()?.resources
        ? exchanges.run(signal => listTemplates(client, signal), deadline)
        : Promise.resolve({ kind: 'answer', result: [] }),
    callTool: (name, args, deadline) =>
      exchanges.run(async signal => {
        const request = { method: 'tools/call' as const, params: { name, arguments: args } }
        const { isError, structuredContent } = await client.request(request, { signal, timeout: FOREVER_MS })
        return { isError: isError === true, structuredContent }
      }, deadline),
    subscribe: (uri, listener, deadline) => subscribe({ client, exchanges, watch }, uri, listener, deadline),
    close: async () => {
      watch.close()
      await exchanges.outside(async () => {
        await byDeadline(terminate(), AbortSignal.timeout(GOODBYE_MS)).catch(() => {})
        await client.close().catch(() => {})
      })
      destroy()
    },
  }
}

/** How long the goodbye to a server may take. Units: milliseconds. */
const GOODBYE_MS = 200

/** The largest delay a timer takes: how long a call may last is the caller's deadline. Units: milliseconds. */
const FOREVER_MS = 2 ** 31 - 1

const aboutOf = (client: Client): About => ({
  era: client.getProtocolEra() ?? 'legacy',
  instructions: client.getInstructions(),
  extensions: { ...client.getServerCapabilities()?.extensions },
})

async function listTools(client: Client, signal: AbortSignal): Promise<ListedTool[]> {
  const tools: ListedTool[] = []
  let cursor: string | undefined
  for (let page = 0; page === 0 || (cursor !== undefined && page < MAX_PAGES); page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: 'tools/list', params }, { signal })
    for (const { name, title, description, inputSchema, annotations } of result.tools)
      tools.push({
        name,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        inputSchema,
        annotations: annotations ?? {},
      })
    cursor = result.nextCursor
  }
  return tools
}

async function listTemplates(client: Client, signal: AbortSignal): Promise<string[]> {
  const { resourceTemplates } = await client.request({ method: 'resources/templates/list' }, { signal })
  return resourceTemplates.map(template => template.uriTemplate)
}
