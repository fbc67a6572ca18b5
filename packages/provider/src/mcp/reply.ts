/** Answers over HTTP, each with a bound on how long its reader may take. */
import type { ServerResponse } from 'node:http'
import { errorOfCode, type WireError } from './words.js'

/** How long a reader may take nothing of an answer before its connection is closed. */
const STALL_MS = 30_000

/** Sends a whole answer; the connection of a reader that does not take it is closed by its idle time. */
export function reply(
  response: ServerResponse,
  status: number,
  headers: { [name: string]: string },
  text?: string | Uint8Array,
  encoding: 'utf8' | 'latin1' = 'utf8',
): void {
  if (response.destroyed) return
  response.writeHead(
    status,
    text === undefined ? headers : { 'content-type': 'application/json', ...headers },
  )
  response.end(text, encoding)
  watchForStall(response)
}

/** Closes the connection of a reader that does not take what was written. */
export function watchForStall(response: ServerResponse): void {
  if (response.writableLength > 0) response.socket?.setTimeout(STALL_MS)
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
