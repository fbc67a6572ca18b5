/** The body of a request, read within its limits (D-06). */
import type { IncomingMessage } from 'node:http'
import { MAX_MESSAGE_BYTES, type Parsed, parseMessage } from '../mcp/message.js'

/** What reading a body came to; of one over the limit no more was read than the limit. */
export type Body = Parsed | { kind: 'too-large' }

/** Reads a body to its end, or to its limit; rejects when the connection breaks first. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES) return { kind: 'too-large' }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_MESSAGE_BYTES) return { kind: 'too-large' }
    chunks.push(chunk)
  }
  return parseMessage(Buffer.concat(chunks))
}
