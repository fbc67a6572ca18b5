/** Which requests are hot reads of a form that is known to the letter; any other is the SDK's (D-02, D-04). */
import type { IncomingMessage } from 'node:http'
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
  const { headers, method, httpVersion, rawHeaders } = request
  if (method !== 'POST' || httpVersion !== '1.1' || headers['content-type'] !== JSON_TYPE) return undefined
  if (!isRecord(body) || !hasOnly(body, REQUEST_FIELDS) || body.jsonrpc !== '2.0') return undefined
  const { id, params } = body
  if (body.method !== READ || !(typeof id === 'string' || isWhole(id))) return undefined
  if (!isRecord(params) || params.uri !== uri || !hasOnly(params, PARAM_FIELDS)) return undefined
  // A header that came twice may read differently in the places that look at it.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) return undefined
  if (params._meta !== undefined) {
    const client = isModernForm(request, uri) ? clientOf(params._meta) : undefined
    return client && { era: 'modern', id, client: client.name }
  }
  if (!isLegacyForm(request)) return undefined
  const sessionId = headers['mcp-session-id']
  if (!sessions) return sessionId === undefined ? { era: 'legacy', id, client: undefined } : undefined
  const session = typeof sessionId === 'string' ? sessions.find(sessionId) : undefined
  // An id may be in use only once at a time.
  if (!session || session.link.busy() > 0) return undefined
  return { era: 'legacy', id, client: session.client() }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const READ = 'resources/read'
const JSON_TYPE = 'application/json'
const LEGACY: ReadonlySet<string> = new Set(
  SUPPORTED_PROTOCOL_VERSIONS.filter(version => version < MODERN_REVISION),
)

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAM_FIELDS: ReadonlySet<string> = new Set(['uri', '_meta'])
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

const isModernForm = ({ headers }: IncomingMessage, uri: string): boolean =>
  headers['mcp-protocol-version'] === MODERN_REVISION &&
  headers['mcp-method'] === READ &&
  headers['mcp-name'] === uri &&
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
