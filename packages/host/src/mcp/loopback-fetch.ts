/** A fetch that reaches one endpoint of this machine and nothing else (EL-8-endpoint · EL-sec-bearer). */
import { Agent, type IncomingMessage, request as startRequest } from 'node:http'
import { createBodyMeter, createEventMeter } from '../wire/event-meter.js'
import type { Exchange } from './exchange.js'

/** Where to go, and who watches. */
export type LoopbackOptions = {
  port: number
  path: string
  token: string
  maxBytes: number
  /** The exchange that the calling code belongs to. */
  exchange: () => Exchange | undefined
  /** The standing stream of the legacy era was answered. */
  onStream: (status: number) => void
  /** Nobody listens on the port any more. */
  onRefused: () => void
}

/** The fetch, and what ends every request of it. */
export type Loopback = {
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  destroy: () => void
  /** The last answer was one message of JSON, not events. */
  hadJson: () => boolean
}

/**
 * Makes the fetch of one connection.
 *
 * Shape   the address is taken from the options whatever is asked for; no Origin, no proxy from the
 *         environment, no redirect followed, and no listener left on a signal that outlives the request.
 * Errors  rejects like fetch; a body over `maxBytes` breaks off while it arrives (D-16).
 */
export function createLoopback(options: LoopbackOptions): Loopback {
  const agent = new Agent({ keepAlive: true })
  let hadJson = false
  return {
    fetch: async (_url, init) => {
      const response = await send(options, agent, init ?? {})
      hadJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return response
    },
    destroy: () => agent.destroy(),
    hadJson: () => hadJson,
  }
}

function send(options: LoopbackOptions, agent: Agent, init: RequestInit): Promise<Response> {
  const current = options.exchange()
  const isStream = init.method === 'GET' && (!current || current.connects)
  const exchange = isStream ? undefined : current
  const headers = new Headers(init.headers)
  const signals = [init.signal, exchange?.signal].filter(signal => signal !== undefined && signal !== null)
  exchange?.began()
  return new Promise<Response>((resolve, reject) => {
    const request = startRequest({
      host: '127.0.0.1',
      port: options.port,
      path: options.path,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      agent,
      signal: AbortSignal.any(signals),
    })
    // Not among the options, which Node prints as they are where it is told to debug (D-08, FR-37).
    request.setHeader('authorization', `Bearer ${options.token}`)
    const fail = (error: unknown) => {
      exchange?.ended()
      reject(error)
    }
    request.once('error', error => {
      if ('code' in error && error.code === 'ECONNREFUSED') options.onRefused()
      fail(error)
    })
    request.once('response', incoming => {
      request.removeAllListeners('error').on('error', () => {})
      const status = incoming.statusCode ?? 0
      if (isStream) options.onStream(status)
      try {
        resolve(responseOf(incoming, status, exchange, options.maxBytes))
      } catch (error) {
        incoming.destroy()
        fail(error)
      }
    })
    request.end(typeof init.body === 'string' ? init.body : undefined)
  })
}

const WITHOUT_BODY = new Set([204, 205, 304])

function responseOf(
  incoming: IncomingMessage,
  status: number,
  exchange: Exchange | undefined,
  maxBytes: number,
): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value))
  if (!WITHOUT_BODY.has(status))
    return new Response(bodyOf(incoming, exchange, maxBytes), { status, headers })
  incoming.resume()
  exchange?.ended()
  return new Response(null, { status, headers })
}

function bodyOf(
  incoming: IncomingMessage,
  exchange: Exchange | undefined,
  maxBytes: number,
): ReadableStream<Uint8Array> {
  const isEvents = incoming.headers['content-type']?.startsWith('text/event-stream')
  const measure = isEvents ? createEventMeter() : createBodyMeter()
  const isText = createTextCheck()
  let isOver = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (finish: () => void) => {
        if (isOver) return
        isOver = true
        finish()
        exchange?.ended()
      }
      incoming.on('data', (chunk: Uint8Array) => {
        if (isOver) return
        if (measure(chunk) > maxBytes) {
          exchange?.tooLarge()
          end(() => controller.error(new Error('too large')))
          incoming.destroy()
          return
        }
        if (!isText(chunk)) {
          end(() => controller.error(new Error('not UTF-8')))
          incoming.destroy()
          return
        }
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.once('end', () => end(() => controller.close()))
      incoming.once('error', error => end(() => controller.error(error)))
    },
    pull: () => void incoming.resume(),
    cancel: () => {
      incoming.destroy()
      if (!isOver) exchange?.ended()
      isOver = true
    },
  })
}

/** True as long as what came so far can be the beginning of UTF-8. */
function createTextCheck(): (chunk: Uint8Array) => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return chunk => {
    try {
      decoder.decode(chunk, { stream: true })
      return true
    } catch {
      return false
    }
  }
}
