/** Bytes to a port and what comes back, for requests that no HTTP client would send. */
import { connect } from 'node:net'

/** What came back on one connection, each answer by itself. */
export type RawReply = { statuses: number[]; text: string; bodies: string }

/** Writes bytes, reads until the other side closes. */
export function sendBytes(port: number, bytes: string | Uint8Array): Promise<RawReply> {
  const { promise, resolve } = Promise.withResolvers<RawReply>()
  let text = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {})
  socket.on('close', () => {
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    resolve({ statuses, text, bodies: text.slice(text.indexOf('\r\n\r\n')) })
  })
  return promise
}

/** One request as text; a header that is null is left out. */
export type RawRequest = {
  method?: string
  target?: string
  version?: string
  headers?: { [name: string]: string | null }
  /** Header lines beside the others, as they are. */
  extra?: string
  body?: string
}

/** Writes a request that is right but for what is said, and that asks for the connection to be closed. */
export function requestText(port: number, token: string, request: RawRequest): string {
  const { method = 'POST', target = '/bridge', version = '1.1', headers = {}, extra = '', body } = request
  const all: { [name: string]: string | null } = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    connection: 'close',
    ...(body === undefined || 'transfer-encoding' in headers
      ? {}
      : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  )
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}${extra}\r\n${body ?? ''}`
}

/** The `_meta` of a modern request. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
}

/** A modern request with the headers that it needs. */
export function modern(
  method: string,
  params: { [name: string]: unknown } = {},
  headers: { [name: string]: string | null } = {},
  id: unknown = 1,
): RawRequest {
  const name = params.name ?? params.uri
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: META, ...params } }),
  }
}
