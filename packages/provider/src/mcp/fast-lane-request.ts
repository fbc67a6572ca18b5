/** Which requests are hot reads, or calls, of a form that is known to the letter; any other is the SDK's (D-02, D-04). */
import type { IncomingMessage } from 'node:http'
import type { Call } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { type Era, MODERN_REVISION } from './era.js'
import type { Sessions } from './sessions.js'

/** A hot read: how to answer it, and to whom. `client` is the name that came with it, or with its session. */
export type FastRead = { era: Era; id: string | number; client: string | undefined }

/**
 * What a request asks for, when it is a hot read in the plainest form of its era.
 *
 * Shape   undefined for all that the SDK may refuse, and for much that it would answer: a field, header or value
 *         that is not one of those below leaves the request to it. `sessions` are those that legacy clients need.
 */
export function fastRead(
  request: IncomingMessage,
  body: unknown,
  uri: string,
  sessions: Pick<Sessions, 'find'> | undefined,
): FastRead | undefined {
  const asked = plainRequest(request, body, READ)
  if (!asked) return undefined
  const { id, params } = asked
  if (params.uri !== uri || !hasOnly(params, PARAM_FIELDS)) return undefined
  if (params._meta !== undefined) {
    const client = isModernForm(request, READ, uri) ? clientOf(params._meta) : undefined
    return client && { era: 'modern', id, client: client.name }
  }
  if (!isLegacyForm(request)) return undefined
  const sessionId = request.headers['mcp-session-id']
  if (!sessions) return sessionId === undefined ? { era: 'legacy', id, client: undefined } : undefined
  const session = typeof sessionId === 'string' ? sessions.find(sessionId) : undefined
  // An id may be in use only once at a time.
  if (!session || session.link.busy() > 0) return undefined
  return { era: 'legacy', id, client: session.client() }
}

/** A call in the modern era, of a client that named itself. */
export type FastCall = { id: string | number; client: string; call: Call }

/** What a request calls, when it does so in the plainest form of the modern era; undefined as of `fastRead`. */
export function fastCall(request: IncomingMessage, body: unknown): FastCall | undefined {
  const asked = plainRequest(request, body, CALL)
  if (!asked) return undefined
  const { id, params } = asked
  const { name, arguments: given = {}, _meta } = params
  if (typeof name !== 'string' || !PLAIN.test(name) || !isModernForm(request, CALL, name)) return undefined
  // The SDK reads a field of this name in its own way.
  if (!isRecord(given) || Object.hasOwn(given, '__proto__') || !hasOnly(params, CALL_FIELDS)) return undefined
  const client = clientOf(_meta)
  return client && { id, client: client.name, call: { name, arguments: given } }
}

/** A name that a header carries as it is. */
const PLAIN = /^[\w.-]+$/

/** The id and the parameters of a request that is whole, and of one method. */
function plainRequest(
  { headers, method, httpVersion, rawHeaders }: IncomingMessage,
  body: unknown,
  wanted: string,
): { id: string | number; params: { [name: string]: unknown } } | undefined {
  if (method !== 'POST' || httpVersion !== '1.1' || headers['content-type'] !== JSON_TYPE) return undefined
  if (!isRecord(body) || !hasOnly(body, REQUEST_FIELDS) || body.jsonrpc !== '2.0') return undefined
  const { id, params } = body
  if (body.method !== wanted || !(typeof id === 'string' || isWhole(id)) || !isRecord(params))
    return undefined
  // A header that came twice may read differently in the places that look at it.
  return Object.keys(headers).length * 2 === rawHeaders.length ? { id, params } : undefined
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const READ = 'resources/read'
const CALL = 'tools/call'
const JSON_TYPE = 'application/json'
const LEGACY: ReadonlySet<string> = new Set(
  SUPPORTED_PROTOCOL_VERSIONS.filter(version => version < MODERN_REVISION),
)

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAM_FIELDS: ReadonlySet<string> = new Set(['uri', '_meta'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
const META_FIELDS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
])
const CLIENT_FIELDS: ReadonlySet<string> = new Set(['name', 'version'])

function hasOnly(value: object, fields: ReadonlySet<string>): boolean {
  for (const field of Object.keys(value)) if (!fields.has(field)) return false
  return true
}

const isModernForm = ({ headers }: IncomingMessage, method: string, name: string): boolean =>
  headers['mcp-protocol-version'] === MODERN_REVISION &&
  headers['mcp-method'] === method &&
  headers['mcp-name'] === name &&
  headers['mcp-session-id'] === undefined

function isLegacyForm({ headers }: IncomingMessage): boolean {
  const version = headers['mcp-protocol-version']
  return (
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    (version === undefined || (typeof version === 'string' && LEGACY.has(version)))
  )
}

/** The client of a modern request whose envelope holds a name, a version and no capability. */
function clientOf(meta: unknown): { name: string } | undefined {
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN_REVISION || !hasOnly(meta, META_FIELDS))
    return undefined
  const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  if (!isRecord(capabilities) || Object.keys(capabilities).length > 0) return undefined
  if (!isRecord(info) || !hasOnly(info, CLIENT_FIELDS)) return undefined
  const { name, version } = info
  return typeof name === 'string' && typeof version === 'string' ? { name } : undefined
}
