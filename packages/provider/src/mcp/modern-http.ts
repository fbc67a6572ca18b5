/** One request of the modern era, from the request of Node to the SDK and back in our words (D-02, D-08). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord } from '@copane/protocol/findings'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { idOf, reply, replyError } from './reply.js'
import { inOwnWords } from './words.js'

/** Serves requests of the modern era. */
export type Modern = {
  serve(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>
  close(): Promise<void>
}

/** Puts the SDK's handler behind Node's requests; a client that leaves takes its call back. */
export const createModern = (handler: McpHttpHandler): Modern => ({
  async serve(request, response, body) {
    const left = new AbortController()
    let isAnswered = false
    // Every response closes, and an abort is dear: it makes an error, with the stack as it stands.
    response.once('close', () => {
      if (!isAnswered) left.abort()
    })
    const asked = new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: headersOf(request),
      signal: left.signal,
    })
    const answer = await handler.fetch(asked, { parsedBody: body })
    const text = await answer.text()
    isAnswered = true
    if (text === '') return reply(response, answer.status, {})
    const type = answer.headers.get('content-type') ?? 'application/json'
    const error = errorIn(text)
    if (error) return replyError(response, answer.status, inOwnWords(error), idOf(body))
    reply(response, answer.status, { 'content-type': type }, text)
  },
  close: () => handler.close(),
})

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}

/** An error is short, and says so near its beginning; a long answer is not read again. */
const MAX_ERROR = 64 * 1024

function errorIn(text: string) {
  if (text.length > MAX_ERROR || !text.includes('"error":')) return undefined
  try {
    const message: unknown = JSON.parse(text)
    const error = isRecord(message) ? message.error : undefined
    if (!isRecord(error) || typeof error.code !== 'number') return undefined
    return { code: error.code, message: String(error.message), data: error.data }
  } catch {
    return undefined
  }
}
