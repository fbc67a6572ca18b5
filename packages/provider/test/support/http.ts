/** Raw requests, byte for byte what a stranger could send. */
import { request } from 'node:http'

/** What came back. */
export type RawAnswer = { status: number; headers: { [name: string]: unknown }; body: string }

/** Sends one request to 127.0.0.1 and reads the answer to its end; rejects when the connection breaks first. */
export function send(
  port: number,
  options: { path: string; method?: string; headers?: { [name: string]: string }; body?: string },
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const { path, method = 'POST', headers = {}, body } = options
  const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, response => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (text += chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
    )
    response.on('error', reject)
  })
  call.on('error', reject)
  call.end(body)
  return promise
}

/** The headers of a legacy MCP request. */
export const mcpHeaders = (token: string): { [name: string]: string } => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** A JSON-RPC request as text. */
export const rpc = (method: string, params: object = {}, id: number | undefined = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) })

/** The parameters of a legacy `initialize`. */
export const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
}
