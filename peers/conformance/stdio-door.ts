/** A door over HTTP to a server on stdio: MCP's conformance suite knows no other way in. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isRecord } from '@copane/protocol/findings'
import type { Target } from '../lib/peer.ts'
import { type Message, startStdioChild, type StdioChild } from './stdio-child.ts'

const SESSION = 'mcp-session-id'

/** Opens it on 127.0.0.1: a process for each legacy session, and one for all modern requests. */
export async function openStdioDoor(
  target: Extract<Target, { transport: 'stdio' }>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const children = new Map<string, StdioChild>()
  const childFor = (session: string): StdioChild => {
    const known = children.get(session)
    if (known) return known
    const child = startStdioChild(target)
    children.set(session, child)
    // The first request pins the era of a server on stdio, and the suite begins with broken ones.
    if (session === '') child.ask(LIST, () => {})
    return child
  }
  const door = createServer((request, response) => void serve(request, response))
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      door.close()
      door.closeAllConnections()
      await Promise.all([...children.values()].map(child => child.close()))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = String(request.headers[SESSION] ?? '')
    if (given !== '' && !children.has(given)) return void response.writeHead(404).end()
    if (request.method === 'DELETE') {
      await children.get(given)?.close()
      children.delete(given)
      return void response.writeHead(given === '' ? 405 : 200).end()
    }
    if (request.method === 'GET') {
      if (given === '') return void response.writeHead(405).end()
      const say = openStream(response)
      return childFor(given).hear(say)
    }
    const message = parse(await text(request))
    if (!message) return void response.writeHead(400).end()
    const opens = message.method === 'initialize'
    const session = opens ? crypto.randomUUID() : given
    const child = childFor(session)
    if (!('id' in message && 'method' in message)) {
      child.tell(message)
      return void response.writeHead(202).end()
    }
    answer(child, message, response, opens ? { [SESSION]: session } : {})
  }
}

const LIST = {
  jsonrpc: '2.0',
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'door', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}

/** A request that listens is answered by a stream, any other by its answer. */
function answer(
  child: StdioChild,
  request: Message,
  response: ServerResponse,
  headers: { [name: string]: string },
): void {
  const say = request.method === 'subscriptions/listen' ? openStream(response) : undefined
  const callOff = child.ask(request, (message, isAnswer) => {
    say?.(message)
    if (!isAnswer) return
    if (say) return void response.end()
    response.writeHead(statusOf(message), { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(message))
  })
  response.on('close', callOff)
}

function openStream(response: ServerResponse): (message: Message) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  return message => void response.write(`data: ${JSON.stringify(message)}\n\n`)
}

/** What HTTP makes of an error; stdio has no status. */
function statusOf({ error }: Message): number {
  const code = isRecord(error) ? error.code : undefined
  if (code === -32601) return 404
  return code === undefined ? 200 : 400
}

function parse(body: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(body)
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}
