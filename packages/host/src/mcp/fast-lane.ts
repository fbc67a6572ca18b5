/** Reading a resource over one warm connection, without the MCP client (EL-8-endpoint · EL-sec-bearer · D-16). */
import { isUtf8 } from 'node:buffer'
import { Agent, type IncomingMessage, type RequestOptions, request as startRequest } from 'node:http'
import { isRecord } from '@copane/protocol/findings'
import type { Reply } from '../wire/connection.js'
import { MODERN, VERSION } from './revision.js'

/** Where to read, as whom, and how much. Units: bytes of a message. */
export type FastLaneOptions = {
  agent: Agent
  port: number
  path: string
  token: string
  name: string
  maxBytes: number
}

/**
 * Reads the text of a resource as a modern client does.
 *
 * Shape   `unknown`: an answer of another form than the lane knows, such as events, a redirect or a question; the
 *         MCP client has to ask. An `error` stands only for a server that is known to be modern; its code is JSON-RPC's
 *         or a status of HTTP from 500 on.
 */
export type FastLane = (uri: string, deadline?: AbortSignal) => Promise<Reply<string> | { kind: 'unknown' }>

/** A pool of connections that stay open between reads, and keep no process alive. */
export const createWarmAgent = (): Agent => new Agent({ keepAlive: true, maxFreeSockets: 2 })

/**
 * Makes the fast lane to one endpoint.
 *
 * Shape   the address is taken from the options; no Origin, no proxy from the environment, no redirect followed.
 * Errors  never rejects; a body over `maxBytes` breaks off while it arrives, and so does one that is late.
 * Source  EL-9.2-never-wait · D-02, D-16
 */
export function createFastLane(options: FastLaneOptions): FastLane {
  const { agent, port, path, token, name } = options
  const clientInfo = JSON.stringify({ name, version: VERSION })
  const meta = `"_meta":{"${MCP}protocolVersion":"${MODERN}","${MCP}clientInfo":${clientInfo},"${MCP}clientCapabilities":{}}`
  let lastId = 0
  return (uri, deadline = AbortSignal.timeout(LONGEST_MS)) => {
    const id = ++lastId
    const body = `{"jsonrpc":"2.0","id":${id},"method":"${READ}","params":{"uri":${JSON.stringify(uri)},${meta}}}`
    const target = {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': JSON_TYPE,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': MODERN,
        'mcp-method': READ,
        'mcp-name': uri,
        'content-length': Buffer.byteLength(body),
      },
    }
    if (deadline.aborted) return Promise.resolve({ kind: 'late' })
    if (!PLAIN.test(uri) || !PLAIN.test(token)) return Promise.resolve(UNKNOWN)
    return new Promise(resolve => {
      exchange({ target, body, id, deadline, maxBytes: options.maxBytes, settle: resolve }, true)
    })
  }
}

const READ = 'resources/read'
const MCP = 'io.modelcontextprotocol/'
const JSON_TYPE = 'application/json'
const IS_JSON = /^application\/json *(?:;|$)/i

/** How long a read without a deadline waits, as one of the MCP client does. Units: milliseconds. */
const LONGEST_MS = 60_000

/** What a header can carry as it is: addresses and tokens. */
const PLAIN = /^[!-~]+$/

/** From here on a status says that the server itself failed. */
const FAILED = 500

type Settled = Awaited<ReturnType<FastLane>>
type Exchange = {
  target: RequestOptions
  body: string
  id: number
  deadline: AbortSignal
  maxBytes: number
  settle: (settled: Settled) => void
}

/** One request; a warm connection that broke before it answered is tried once more on a fresh one. */
function exchange(asked: Exchange, mayRetry: boolean): void {
  const { target, body, deadline } = asked
  let isOver = false
  const over = (settled: Settled | undefined) => {
    if (isOver) return
    isOver = true
    deadline.removeEventListener('abort', onDeadline)
    if (settled) asked.settle(settled)
  }
  const request = startRequest(target)
  const breakOff = (settled: Settled) => {
    over(settled)
    request.destroy()
  }
  const onDeadline = () => breakOff({ kind: 'late' })
  deadline.addEventListener('abort', onDeadline, { once: true })
  request.on('error', () => {
    if (isOver || !mayRetry || !request.reusedSocket) return over({ kind: 'gone' })
    over(undefined)
    exchange({ ...asked, target: { ...target, agent: false } }, false)
  })
  request.once('response', incoming => receive(incoming, asked, over, breakOff))
  request.end(body)
}

function receive(
  incoming: IncomingMessage,
  { id, maxBytes }: Exchange,
  over: (settled: Settled) => void,
  breakOff: (settled: Settled) => void,
): void {
  const { statusCode, headers } = incoming
  if (statusCode === 401 || statusCode === 403) return breakOff({ kind: 'denied' })
  if (statusCode && statusCode >= FAILED) return breakOff({ kind: 'error', code: statusCode })
  if (statusCode !== 200 || !IS_JSON.test(headers['content-type'] ?? '')) return breakOff({ kind: 'unknown' })
  if (Number(headers['content-length']) > maxBytes) return breakOff({ kind: 'too-large' })
  const chunks: Buffer[] = []
  let bytes = 0
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) breakOff({ kind: 'too-large' })
  })
  incoming.once('end', () => {
    const message = Buffer.concat(chunks, bytes)
    over(isUtf8(message) ? read(message.toString('utf8'), id) : UNKNOWN)
  })
  incoming.once('error', () => over({ kind: 'gone' }))
}

/** The text in a message, or the code of its error. */
function read(message: string, id: number): Settled {
  let value: unknown
  try {
    value = JSON.parse(message)
  } catch {
    return UNKNOWN
  }
  if (!isRecord(value) || value.jsonrpc !== '2.0' || value.id !== id) return UNKNOWN
  const { result, error } = value
  if (isRecord(error) && result === undefined)
    return typeof error.code === 'number' && Number.isSafeInteger(error.code)
      ? { kind: 'error', code: error.code }
      : UNKNOWN
  if (!isRecord(result) || error !== undefined || result.resultType !== 'complete') return UNKNOWN
  const [content]: unknown[] = Array.isArray(result.contents) ? result.contents : []
  return isRecord(content) && typeof content.uri === 'string' && typeof content.text === 'string'
    ? { kind: 'answer', result: content.text }
    : UNKNOWN
}

const UNKNOWN = { kind: 'unknown' } as const
