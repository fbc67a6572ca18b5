/** MCP by hand, the serving side of both eras, so that no SDK decides what a host or client is shown (D-02). */
import { isRecord } from '@copane/protocol/findings'
import { type Fields, parse } from '../wire/era.js'
import type { Given, PlayedCall, PlayedReply, PlayedRequest } from './types.js'

/** What an endpoint offers. Shape: a method that is not there is answered as unknown. */
export type PlayedFace = {
  capabilities: Fields
  instructions?: string
  methods: { readonly [method: string]: (params: Fields) => Given }
}

const MODERN = '2026-07-28'
const MODERN_KEY = 'io.modelcontextprotocol/protocolVersion'
const SERVER = { name: 'played', version: '1.0.0' }
const SESSION = 'played-session'

/** The call that a request holds; undefined for one without a body of JSON-RPC. */
export function callIn({ body }: Pick<PlayedRequest, 'body'>): PlayedCall | undefined {
  const message = parse(body)
  if (!isRecord(message) || typeof message.method !== 'string') return undefined
  const params = isRecord(message.params) ? message.params : {}
  const isModern = isRecord(params._meta) && MODERN_KEY in params._meta
  return { id: message.id, method: message.method, params, isModern }
}

/** Answers one request that asks for no stream. */
export function answerPlayed(face: PlayedFace, request: PlayedRequest): PlayedReply {
  if (request.method === 'DELETE') return replyOf(200, {})
  const call = request.method === 'POST' ? callIn(request) : undefined
  if (!call) return replyOf(405, {})
  if (call.id === undefined) return { kind: 'reply', status: 202, headers: {}, body: '' }
  const given = givenBy(face, call)
  if (given.kind === 'silence') return given
  const headers = call.method === 'initialize' ? { 'mcp-session-id': SESSION } : {}
  const body =
    given.kind === 'error'
      ? { error: { code: given.code, message: 'refused' } }
      : { result: call.isModern ? { ...FRESH, ...given.result } : given.result }
  return replyOf(200, { jsonrpc: '2.0', id: call.id, ...body }, headers)
}

/** What MCP wants on results of the modern era. */
const FRESH = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

function givenBy(face: PlayedFace, { method, params, isModern }: PlayedCall): Given {
  const { capabilities, instructions, methods } = face
  const said = instructions === undefined ? {} : { instructions }
  if (method === 'initialize' && !isModern) {
    const protocolVersion = typeof params.protocolVersion === 'string' ? params.protocolVersion : '2025-11-25'
    return {
      kind: 'result',
      result: {
        protocolVersion: protocolVersion < MODERN ? protocolVersion : '2025-11-25',
        capabilities,
        serverInfo: SERVER,
        ...said,
      },
    }
  }
  if (method === 'server/discover' && isModern)
    return { kind: 'result', result: { supportedVersions: [MODERN], capabilities, ...said } }
  if (method === 'ping') return { kind: 'result', result: {} }
  return methods[method]?.(params) ?? { kind: 'error', code: -32601 }
}

/** A reply that is one JSON object. */
export const replyOf = (
  status: number,
  body: Fields,
  headers: { readonly [name: string]: string } = {},
): PlayedReply => ({
  kind: 'reply',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A resource that is one JSON text. */
export const jsonContent = (uri: unknown, text: string): Given => ({
  kind: 'result',
  result: { contents: [{ uri, mimeType: 'application/json', text }] },
})
