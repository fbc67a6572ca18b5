/** One HTTP exchange over node:http, with exactly the headers it is given; no redirects, no pooling, no fetch. */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { createEventText } from './event-text.js'
import type { OpenStream, RawAnswer, RawRequest, RawStream, Send } from '../wire/raw.js'

/** An answer longer than this is broken off. */
const MAX_BYTES = 64 * 1024 * 1024

/** Makes the function that sends; every exchange ends within the time limit. */
export const createSend =
  (timeMs: number): Send =>
  request =>
    exchange(request, request.timeMs ?? timeMs)

/** Makes the function that opens streams; without a head after `graceMs` a stream counts as open. */
export const createOpenStream =
  (graceMs: number): OpenStream =>
  (request, onText) => {
    const { promise, resolve } = Promise.withResolvers<RawStream>()
    const outgoing = start(optionsOf(request))
    if (!outgoing) return Promise.resolve({ kind: 'none', saw: 'nothing HTTP can carry' })
    const settle = (stream: RawStream) => {
      clearTimeout(timer)
      resolve(stream)
    }
    const open: RawStream = { kind: 'open', close: () => void outgoing.destroy() }
    const timer = setTimeout(() => settle(open), graceMs)
    outgoing.on('error', () => settle({ kind: 'none', saw: 'no connection' }))
    outgoing.on('response', response => {
      const { statusCode = 0, headers } = response
      const isStream = (headers['content-type'] ?? '').startsWith('text/event-stream')
      const events = createEventText()
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BYTES) return void outgoing.destroy()
        const whole = events.add(chunk)
        if (whole !== '') onText(whole)
      })
      response.on('error', () => {})
      if (statusCode === 200 && isStream) return settle(open)
      settle({ kind: 'none', saw: `HTTP ${statusCode}${isStream ? '' : ' without an event stream'}` })
      outgoing.destroy()
    })
    outgoing.end(request.body)
    return promise
  }

function exchange(request: RawRequest, timeMs: number): Promise<RawAnswer> {
  const { enough, body } = request
  const { promise, resolve } = Promise.withResolvers<RawAnswer>()
  const outgoing = start(optionsOf(request))
  if (!outgoing) return Promise.resolve({ kind: 'none', why: 'nothing HTTP can carry' })
  const timer = setTimeout(() => settle({ kind: 'none', why: 'no answer in time' }), timeMs)
  const settle = (answer: RawAnswer) => {
    clearTimeout(timer)
    resolve(answer)
    outgoing.destroy()
  }
  outgoing.on('error', error => settle({ kind: 'none', why: whyOf(error) }))
  outgoing.on('response', response => collect(response, enough, settle))
  outgoing.end(body)
  return promise
}

function optionsOf({ address, port, method, path, headers, body }: RawRequest): RequestOptions {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return {
    host: address,
    port,
    method,
    path,
    headers: { ...headers, ...length, connection: 'close' },
    setHost: false,
    agent: false,
  }
}

/** A peer can make us send what no header can hold, such as a line end in a version. */
function start(options: RequestOptions): ClientRequest | undefined {
  try {
    return httpRequest(options)
  } catch {
    return undefined
  }
}

function collect(
  response: IncomingMessage,
  enough: RawRequest['enough'],
  settle: (answer: RawAnswer) => void,
): void {
  const chunks: Buffer[] = []
  const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream')
  const events = createEventText()
  let bytes = 0
  const finish = () =>
    settle({
      kind: 'answer',
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: Buffer.concat(chunks).toString('utf8'),
    })
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BYTES) return settle({ kind: 'none', why: 'a broken answer' })
    const whole = isStream && enough ? events.add(chunk) : ''
    if (whole !== '' && enough?.(whole)) finish()
  })
  response.on('end', finish)
  response.on('error', () => settle({ kind: 'none', why: 'a broken answer' }))
}

function headersOf(response: IncomingMessage): { [name: string]: string | undefined } {
  const entries = Object.entries(response.headers)
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]))
}

function whyOf(error: Error): 'no connection' | 'a broken answer' {
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('HPE_') || code === 'ECONNRESET' ? 'a broken answer' : 'no connection'
}
