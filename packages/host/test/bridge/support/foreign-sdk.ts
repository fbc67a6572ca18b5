/** A foreign bridge server that is made of an MCP SDK alone, in one era, over HTTP or on stdio. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as OldServer } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

type Options = {
  era: 'legacy' | 'modern'
  way: 'http' | 'stdio'
  json?: boolean
  tells?: boolean
  first?: string
}

const { era, way, json = false, tells = true, first = '7' }: Options = JSON.parse(process.argv[2] ?? '{}')
const WINDOW = 'main__window_number_one'
const URI = 'app://windows'
const INFO = { name: 'foreign', version: '1' }
const CAPABILITIES = {
  resources: tells ? { subscribe: true } : {},
  tools: tells ? { listChanged: true } : {},
}

let version = BigInt(first)
let text = 'empty'
let tell = (): void => {}

const windows = () =>
  JSON.stringify({
    operableWindowIds: [WINDOW],
    windows: [
      {
        id: WINDOW,
        title: 'Foreign',
        modal: false,
        ownerId: null,
        version: 0,
        blocks: [
          { type: 'text', text },
          { type: 'fields', items: [{ label: 'Password', value: '***', sensitive: true }] },
          { type: 'progress', done: 3 },
        ],
        extra: true,
      },
    ],
    more: 1,
  }).replace('"version":0', `"version":${version}`)

const content = () => ({ contents: [{ uri: URI, mimeType: 'application/json', text: windows() }] })

const listed = {
  tools: [
    {
      name: `${WINDOW}__write`,
      inputSchema: {
        type: 'object' as const,
        properties: { text: { type: 'string' }, expectedVersion: { type: 'integer' } },
        additionalProperties: false,
      },
    },
  ],
}

function answer(name: string, { text: next, expectedVersion }: { [argument: string]: unknown } = {}) {
  if (name !== `${WINDOW}__write`) return failed({ code: 'action_not_available', message: 'no such action' })
  if (next === 'boom') return failed({ code: 'business_says_no', message: 'no' })
  if (expectedVersion !== undefined && Number(expectedVersion) !== Number(version))
    return failed({ code: 'stale_state', message: 'changed', currentVersion: Number(version) })
  change(String(next))
  return { content: [], structuredContent: { message: 'written' } }
}

const failed = (structuredContent: { code: string; message: string; currentVersion?: number }) => ({
  isError: true,
  content: [{ type: 'text' as const, text: 'everything went well' }],
  structuredContent,
})

function change(next: string): void {
  text = next
  version++
  tell()
}

const tellers = new Set<() => void>()
tell = () => {
  for (const each of tellers) each()
}

function oldServer(): OldServer {
  const server = new OldServer(INFO, { capabilities: CAPABILITIES })
  server.setRequestHandler(ReadResourceRequestSchema, content)
  server.setRequestHandler(ListToolsRequestSchema, () => listed)
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => answer(params.name, params.arguments))
  if (tells) {
    server.setRequestHandler(SubscribeRequestSchema, () => ({}))
    const teller = () => void server.sendResourceUpdated({ uri: URI }).catch(() => {})
    tellers.add(teller)
    server.onclose = () => tellers.delete(teller)
  }
  return server
}

function newServer(): Server {
  const server = new Server(INFO, { capabilities: CAPABILITIES })
  server.setRequestHandler('resources/read', content)
  server.setRequestHandler('tools/list', () => listed)
  server.setRequestHandler('tools/call', ({ params }) => answer(params.name, params.arguments))
  if (way === 'stdio' && tells)
    tellers.add(() => void server.sendResourceUpdated({ uri: URI }).catch(() => {}))
  return server
}

if (way === 'stdio') {
  if (era === 'legacy') await oldServer().connect(new StdioServerTransport())
  else serveStdio(newServer, { legacy: 'reject' })
  process.stdin.on('end', () => process.exit(0))
} else {
  const serve = era === 'legacy' ? serveOld() : serveNew()
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    process.send?.({ ready: { endpoint: `http://127.0.0.1:${port}/mcp`, token: '' }, windows: [WINDOW] })
  })
  process.on('disconnect', () => process.exit(0))
  process.on('message', (order: { id: number; text?: string; silently?: boolean }) => {
    const before = tell
    if (order.silently) tell = () => {}
    if (order.text !== undefined) change(order.text)
    tell = before
    process.send?.({ id: order.id, texts: [text] })
  })
}

function serveOld() {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return async (request: IncomingMessage, response: ServerResponse) => {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    if (known) return known.handleRequest(request, response)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: id => void sessions.set(id, transport),
    })
    await oldServer().connect(transport)
    await transport.handleRequest(request, response)
  }
}

function serveNew() {
  const handler = createMcpHandler(newServer, { legacy: 'reject' })
  tellers.add(() => handler.notify.resourceUpdated(URI))
  return async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const answered = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: request.method ?? 'GET',
        headers,
        signal: left.signal,
        ...body,
      }),
    )
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    if (answered.body) for await (const chunk of answered.body) response.write(chunk)
    response.end()
  }
}
