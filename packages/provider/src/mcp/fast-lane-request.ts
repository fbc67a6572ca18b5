/** Which requests are hot reads of a form that is known to the letter; any other is the SDK's (D-02, D-04). */
import type { IncomingMessage } from 'node:http'
import { isRecord } from '@copane/protocol/findings'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Era } from './era.js'

/** A hot read: how to answer it, and to whom. `client` is the name that came with it. */
export type FastRead = { era: Era; id: string | number; client: string | undefined }

/** What decides besides the request; a read within a session is legacy by its session. */
export type FastPath = { uri: string; isInSession: boolean; withoutSession: readonly Era[] }

/**
 * What a request asks for, when it is a hot read in the plainest form of its era.
 *
 * Shape   undefined for all that the SDK may refuse, and for much that it would answer: a field, header or value
 *         that is not one of those below leaves the request to it.
 */
export function fastRead(request: IncomingMessage, body: unknown, path: FastPath): FastRead | undefined {
  const { headers, method, httpVersion } = request
  if (method !== 'POST' || httpVersion !== '1.1' || headers['content-type'] !== JSON_TYPE) return undefined
  if (!isRecord(body) || !hasOnly(body, REQUEST_FIELDS) || body.jsonrpc !== '2.0') return undefined
  const { id, params } = body
  if (body.method !== READ || !(typeof id === 'string' || Number.isSafeInteger(id))) return undefined
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  if (!isRecord(params) || params.uri !== path.uri || !hasOnly(params, PARAM_FIELDS)) return undefined
  // A header that came twice reads differently in the different places that look at it.
  if (Object.keys(headers).length * 2 !== request.rawHeaders.length) return undefined
  const era: Era = path.isInSession || params._meta === undefined ? 'legacy' : 'modern'
  if (!path.isInSession && !path.withoutSession.includes(era)) return undefined
  if ((headers['mcp-session-id'] !== undefined) !== path.isInSession) return undefined
  if (era === 'legacy')
    return params._meta === undefined && isLegacyForm(request) ? { era, id, client: undefined } : undefined
  const isNamed =
    headers['mcp-protocol-version'] === MODERN &&
    headers['mcp-method'] === READ &&
    headers['mcp-name'] === path.uri
  const client = isNamed ? clientOf(params._meta) : undefined
  return client && { era, id, client: client.name }
}

const READ = 'resources/read'
const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream'
const MODERN = '2026-07-28'
const LEGACY: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS.filter(version => version < MODERN))

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

function isLegacyForm({ headers }: IncomingMessage): boolean {
  const { accept } = headers
  const version = headers['mcp-protocol-version']
  return (
    accept !== undefined &&
    accept.includes(JSON_TYPE) &&
    accept.includes(EVENTS_TYPE) &&
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    (version === undefined || (typeof version === 'string' && LEGACY.has(version)))
  )
}

/** The client of a modern request whose envelope holds a name, a version and no capability. */
function clientOf(meta: unknown): { name: string } | undefined {
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN || !hasOnly(meta, META_FIELDS))
    return undefined
  const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta
  if (!isRecord(capabilities) || Object.keys(capabilities).length > 0) return undefined
  if (!isRecord(info) || !hasOnly(info, CLIENT_FIELDS)) return undefined
  const { name, version } = info
  return typeof name === 'string' && typeof version === 'string' ? { name } : undefined
}
