/** The body of a request, read within its limits (D-06). */
import type { IncomingMessage } from 'node:http'
import { MAX_MESSAGE_BYTES, type Parsed, parseMessage } from '../mcp/message.js'

/** What reading a body came to; of one over the limit no more was read than the limit. */
export type Body = Parsed | { kind: 'too-large' }

/** Reads a body to its end, or to its limit, where the connection ends too; rejects when it breaks first. */
export function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES)
    return Promise.resolve({ kind: 'too-large' })
  const { promise, resolve, reject } = Promise.withResolvers<Body>()
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes <= MAX_MESSAGE_BYTES) return
    resolve({ kind: 'too-large' })
    request.destroy()
  })
  request.once('end', () => resolve(parseMessage(Buffer.concat(chunks))))
  request.once('error', reject)
  request.once('close', () => request.complete || reject(new Error('the connection broke')))
  return promise
}
