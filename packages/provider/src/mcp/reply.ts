/** Answers over HTTP, each whole. */
import type { ServerResponse } from 'node:http'
import { errorOfCode, type WireError } from './words.js'

/** Sends a whole answer. */
export function reply(
  response: ServerResponse,
  status: number,
  headers: { [name: string]: string },
  text?: string | Uint8Array,
  encoding: 'utf8' | 'latin1' = 'utf8',
): void {
  if (response.destroyed) return
  if (text === undefined) response.writeHead(status, headers)
  else {
    // With its length known an answer leaves in one write, and not as a chunk with a line before and behind it.
    const length = typeof text === 'string' ? Buffer.byteLength(text, encoding) : text.length
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(length),
      ...headers,
    })
  }
  response.end(text, encoding)
}

/** Sends a JSON-RPC error. */
export const replyError = (
  response: ServerResponse,
  status: number,
  error: number | WireError,
  id: unknown = null,
  headers: { [name: string]: string } = {},
): void =>
  reply(
    response,
    status,
    headers,
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: typeof error === 'number' ? errorOfCode(error) : error,
    }),
  )

/** The id of a request's body where it can be told, else null. */
export function idOf(body: unknown): string | number | null {
  if (typeof body !== 'object' || body === null || !('id' in body) || !('method' in body)) return null
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null
}
