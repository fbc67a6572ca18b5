/** What MCP's conformance suite asks a server to offer, as far as our servers offer the like. */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** No sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const text = (said: string) => ({ type: 'text' as const, text: said })
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
})

const RESULTS: {
  [tool: string]: () => {
    content: (
      | typeof image
      | ReturnType<typeof text>
      | ReturnType<typeof embedded>
      | { type: 'audio'; data: string; mimeType: string }
    )[]
    isError?: boolean
  }
} = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  json_schema_2020_12_tool: () => ({ content: [text('ok')] }),
  test_missing_capability: () => ({ content: [text('ok')] }),
  test_trigger_tool_change: () => ({ content: [text('ok')] }),
}

/** A schema with each of the words that a server must hand on as they are. */
const SCHEMA_2020: Tool['inputSchema'] = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** The resource that the suite subscribes to. */
export const WATCHED = 'test://watched-resource'

const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** A server object with the suite's tools and resources; told when the suite asks for another list of tools. */
export function fixtureServer(onToolsChanged: () => void): { server: Server; isSubscribed: () => boolean } {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: { resources: { subscribe: true }, tools: { listChanged: true } },
      cacheHints: {
        'resources/list': FRESH,
        'resources/templates/list': FRESH,
        'resources/read': FRESH,
        'tools/list': FRESH,
        'server/discover': FRESH,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(RESULTS).map(name => ({
      name,
      description: `The tool ${name} of the suite`,
      inputSchema: name === 'json_schema_2020_12_tool' ? SCHEMA_2020 : { type: 'object' as const },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params: { name } }, context) => {
    if (name === 'test_missing_capability') requireSampling(context)
    if (name === 'test_trigger_tool_change') onToolsChanged()
    const result = RESULTS[name]
    if (!result) throw new ProtocolError(-32602, 'Unknown tool')
    return result()
  })
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary', WATCHED].map(uri => ({ uri, name: uri })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [contentOf(uri)] }))
  let subscribed = false
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (uri !== WATCHED) throw new ProtocolError(-32602, 'Resource not found')
    subscribed = true
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', () => {
    subscribed = false
    return {}
  })
  return { server, isSubscribed: () => subscribed }
}

function contentOf(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id !== undefined)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG }
  if (uri === 'test://static-text' || uri === WATCHED)
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  throw new ProtocolError(-32602, 'Resource not found')
}

/** Stands for a tool that can't work with a client which does not sample. */
function requireSampling(context: ServerContext): void {
  const declared: { [key: string]: unknown } = { ...context.mcpReq.envelope }
  const capabilities = declared['io.modelcontextprotocol/clientCapabilities']
  if (typeof capabilities === 'object' && capabilities !== null && 'sampling' in capabilities) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
}
