/** Hot reads as clients send them, and what a client may do otherwise. */

/** A header; a list is sent as several lines. */
type Header = string | string[]

/** One request to a path. `session` is put in when the session is known. */
export type Asked = { path: string; method: string; headers: { [name: string]: Header }; body: unknown }

/** A form of a hot read that the lane answers. */
export type Form = { path: '/elements' | '/bridge'; era: 'modern' | 'legacy' | 'session' }

/** Every form that the lane answers. */
export const FORMS: Form[] = [
  { path: '/elements', era: 'modern' },
  { path: '/elements', era: 'legacy' },
  { path: '/bridge', era: 'modern' },
  { path: '/bridge', era: 'session' },
]

/** Stands for the id of the session, which differs from server to server. */
export const SESSION = 'the session'

const MCP = 'io.modelcontextprotocol/'

const MODERN_META = {
  [`${MCP}protocolVersion`]: '2026-07-28',
  [`${MCP}clientInfo`]: { name: 'raw', version: '1' },
  [`${MCP}clientCapabilities`]: {},
}

/** The plain request of a form. */
export function plain({ path, era }: Form): Asked {
  const uri = path === '/bridge' ? 'app://windows' : 'elements://current'
  const modern = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'resources/read',
    'mcp-name': uri,
  }
  return {
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'modern' ? modern : {}),
      ...(era === 'session' ? { 'mcp-session-id': SESSION } : {}),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri, ...(era === 'modern' ? { _meta: MODERN_META } : {}) },
    },
  }
}

/** What a client may get wrong, or do otherwise. */
export const CHANGES: { [name: string]: (asked: Asked) => Asked } = {
  'no accept': without('accept'),
  'accepts JSON alone': header('accept', 'application/json'),
  'accepts anything': header('accept', '*/*'),
  'accepts with weights': header('accept', 'application/json;q=0.5,text/event-stream'),
  'accepts twice': header('accept', ['application/json', 'text/event-stream']),
  'no content type': without('content-type'),
  'a type with a charset': header('content-type', 'application/json; charset=utf-8'),
  'a type in capitals': header('content-type', 'Application/JSON'),
  'another type': header('content-type', 'text/plain'),
  'two types': header('content-type', ['application/json', 'application/json']),
  'no version': without('mcp-protocol-version'),
  'a legacy version': header('mcp-protocol-version', '2025-06-18'),
  'the last legacy version': header('mcp-protocol-version', '2025-11-25'),
  'the first version': header('mcp-protocol-version', '2024-11-05'),
  'the modern version': header('mcp-protocol-version', '2026-07-28'),
  'an unknown version': header('mcp-protocol-version', '2031-01-01'),
  'a version of nonsense': header('mcp-protocol-version', 'x'),
  'no method header': without('mcp-method'),
  'another method header': header('mcp-method', 'tools/call'),
  'the method header': header('mcp-method', 'resources/read'),
  'no name header': without('mcp-name'),
  'another name header': header('mcp-name', 'elements://other'),
  'a name in base64': header('mcp-name', '=?base64?ZWxlbWVudHM6Ly9jdXJyZW50?='),
  'a name with blanks': header('mcp-name', ' elements://current '),
  'no session': without('mcp-session-id'),
  'an unknown session': header('mcp-session-id', '00000000-0000-4000-8000-000000000000'),
  'an empty session': header('mcp-session-id', ''),
  'a header of its own': header('x-own', 'a'),
  'closes the connection': header('connection', 'close'),
  'a text as id': body(value => ({ ...value, id: 'an "id"\u2028\ud800' })),
  'a negative id': body(value => ({ ...value, id: -7 })),
  'a fraction as id': body(value => ({ ...value, id: 1.5 })),
  'a large id': body(value => ({ ...value, id: 2 ** 60 })),
  'an id of null': body(value => ({ ...value, id: null })),
  'an id that is a list': body(value => ({ ...value, id: [1] })),
  'no id': body(({ id: _, ...value }) => value),
  'no jsonrpc': body(({ jsonrpc: _, ...value }) => value),
  'jsonrpc 1.0': body(value => ({ ...value, jsonrpc: '1.0' })),
  'a result beside it': body(value => ({ ...value, result: {} })),
  'a fifth field': body(value => ({ ...value, more: 1 })),
  'another method': body(value => ({ ...value, method: 'resources/list' })),
  'a method of nonsense': body(value => ({ ...value, method: 'resources/Read' })),
  'no params': body(({ params: _, ...value }) => value),
  'params in a list': body(value => ({ ...value, params: [] })),
  'a batch': asked => ({ ...asked, body: [asked.body] }),
  'an empty batch': asked => ({ ...asked, body: [] }),
  'a text as body': asked => ({ ...asked, body: 'resources/read' }),
  'another resource': params(value => ({ ...value, uri: 'elements://other' })),
  'a place': params(value => ({ ...value, uri: 'elements://locate/app' })),
  'a resource in capitals': params(value => ({ ...value, uri: String(value.uri).toUpperCase() })),
  'a uri that is a number': params(value => ({ ...value, uri: 1 })),
  'a param of its own': params(value => ({ ...value, own: true })),
  'no meta': params(({ _meta: _, ...value }) => value),
  'an empty meta': params(value => ({ ...value, _meta: {} })),
  'a meta of null': params(value => ({ ...value, _meta: null })),
  'the modern meta': params(value => ({ ...value, _meta: MODERN_META })),
  'a token for progress': meta(value => ({ ...value, progressToken: 1 })),
  'a legacy version in meta': meta(value => ({ ...value, [`${MCP}protocolVersion`]: '2025-06-18' })),
  'a future version in meta': meta(value => ({ ...value, [`${MCP}protocolVersion`]: '2031-01-01' })),
  'no client': meta(({ [`${MCP}clientInfo`]: _, ...value }) => value),
  'a client without version': meta(value => ({ ...value, [`${MCP}clientInfo`]: { name: 'x' } })),
  'a client with a title': meta(value => ({
    ...value,
    [`${MCP}clientInfo`]: { name: 'x', version: '1', title: 'X' },
  })),
  'a client without a name': meta(value => ({ ...value, [`${MCP}clientInfo`]: { name: '', version: '' } })),
  'a client with half a name': meta(value => ({
    ...value,
    [`${MCP}clientInfo`]: { name: '\ud800'.repeat(300), version: '1' },
  })),
  'no capabilities': meta(({ [`${MCP}clientCapabilities`]: _, ...value }) => value),
  'a capability': meta(value => ({ ...value, [`${MCP}clientCapabilities`]: { elicitation: {} } })),
  'capabilities in a list': meta(value => ({ ...value, [`${MCP}clientCapabilities`]: [] })),
  'a level of logging': meta(value => ({ ...value, [`${MCP}logLevel`]: 'debug' })),
}

type Change = (asked: Asked) => Asked
type Json = { [name: string]: unknown }

function header(name: string, value: Header): Change {
  return asked => ({ ...asked, headers: { ...asked.headers, [name]: value } })
}

function without(name: string): Change {
  return ({ headers: { [name]: _, ...headers }, ...asked }) => ({ ...asked, headers })
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function body(change: (value: Json) => Json): Change {
  return asked => (isJson(asked.body) ? { ...asked, body: change(asked.body) } : asked)
}

function params(change: (value: Json) => Json): Change {
  return body(value => (isJson(value.params) ? { ...value, params: change(value.params) } : value))
}

function meta(change: (value: Json) => Json): Change {
  return params(value => (isJson(value._meta) ? { ...value, _meta: change(value._meta) } : value))
}
