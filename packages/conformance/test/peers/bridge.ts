/** A bridge server as the peer serves it: two windows, one of them blocked by a modal. */
import { INSTRUCTIONS } from '@copane/protocol/bridge'
import { content } from './elements.ts'
import { createHub } from './hub.ts'
import { error, type Face, type Fields, type Given } from './mcp.ts'

export const WINDOWS = 'app://windows'

/** A snapshot with every kind of block. */
export const snapshot = (): Fields => ({
  operableWindowIds: ['w-1', 'w-3'],
  windows: [
    {
      id: 'w-1',
      title: 'Order',
      modal: false,
      ownerId: null,
      version: 4,
      summary: 'Order 12 is being edited.',
      blocks: [
        { type: 'text', id: 'b1', text: 'Order 12' },
        {
          type: 'fields',
          id: 'b2',
          items: [
            { label: 'Name', value: '' },
            { label: 'Card', value: '••••••', sensitive: true },
          ],
        },
        { type: 'table', id: 'b3', columns: ['Product', 'Count'], rows: [['A', 2]], total: 9 },
        { type: 'list', id: 'b4', items: ['one'] },
        { type: 'notice', id: 'b5', severity: 'warn', text: 'No name yet' },
        { type: 'media', id: 'b6', mimeType: 'image/png', url: 'https://example.org/a.png', alt: 'a chart' },
        { type: 'custom', id: 'b7', payload: { any: 1 } },
      ],
    },
    { id: 'w-2', title: 'Report', modal: false, ownerId: null, version: 1, summary: 'A report.', blocks: [] },
    {
      id: 'w-3',
      title: 'Really?',
      modal: true,
      ownerId: 'w-2',
      version: 1,
      summary: 'A question.',
      blocks: [],
    },
  ],
})

const hints = (readOnlyHint: boolean): Fields => ({
  readOnlyHint,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
})

const OUTPUT = {
  type: 'object',
  properties: { message: { type: 'string' }, openedWindowIds: { type: 'array' }, result: { type: 'object' } },
}

const tool = (name: string, parameters: Fields, required: string[], readOnly = false): Fields => ({
  name,
  title: `Do ${name}`,
  description: `Does what ${name} says.`,
  inputSchema: { type: 'object', properties: parameters, required },
  outputSchema: OUTPUT,
  annotations: hints(readOnly),
})

const VERSION = { expectedVersion: { type: 'integer' } }

/** The tools of the snapshot. */
export const tools = (): Fields[] => [
  tool('app__open', { kind: { type: 'string', enum: ['order', 'report'] } }, ['kind']),
  tool('w-1__edit', { field: { type: 'string' }, value: {}, ...VERSION }, ['field', 'value']),
  tool('w-1__look', { count: { type: 'integer' } }, [], true),
  tool('w-3__close', VERSION, []),
]

/** What a call is answered with. */
export const failure = (code: string, more: Fields = {}): Given => ({
  result: toolResult({ code, message: 'It was refused.', ...more }, true),
})

/** What a call that took effect is answered with. */
export const success = (): Given => ({ result: toolResult({ message: 'Done.' }, false) })

export const toolResult = (structuredContent: Fields, isError: boolean): Fields => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
  ...(isError ? { isError } : {}),
})

/** Judges a call as a correct server does; nothing here ever changes anything. */
export function call({ name, arguments: given }: Fields): Given {
  const args = isFields(given) ? given : {}
  const [handle = '', action] = String(name).split('__')
  if (action === undefined) return error(-32602)
  const versions: { [id: string]: number } = { 'w-1': 4, 'w-2': 1, 'w-3': 1 }
  if (handle !== 'app' && versions[handle] === undefined) return failure('window_not_found')
  if (handle === 'w-2') return failure('blocked_by_modal')
  const found = tools().find(candidate => candidate.name === name)
  if (!found) return failure('action_not_available')
  const currentVersion = versions[handle]
  if (args.expectedVersion !== undefined && args.expectedVersion !== currentVersion)
    return failure('stale_state', { currentVersion })
  const fields = wrongFields(found, args)
  return fields.length > 0 ? failure('validation_failed', { fields }) : success()
}

/** The bridge path of a correct peer. */
export function bridgeFace(
  parts: Partial<{ snapshot: () => unknown; tools: () => Fields[]; call: Face['methods'][string] }> = {},
): Face {
  const served = { snapshot, tools, call, ...parts }
  return {
    eras: ['legacy', 'modern'],
    capabilities: { resources: { subscribe: true }, tools: { listChanged: true } },
    instructions: `${INSTRUCTIONS}\n\nThis is a peer.`,
    hasSessions: true,
    freshness: { ttlMs: 0, cacheScope: 'private' },
    listens: true,
    hub: createHub(),
    methods: {
      'resources/list': () => ({
        result: { resources: [{ uri: WINDOWS, name: 'windows', mimeType: 'application/json' }] },
      }),
      'resources/read': ({ uri }) => (uri === WINDOWS ? content(uri, served.snapshot()) : error(-32602)),
      'resources/subscribe': ({ uri }) => (uri === WINDOWS ? { result: {} } : error(-32602)),
      'tools/list': () => ({ result: { tools: served.tools() } }),
      'tools/call': served.call,
    },
  }
}

/** A server whose snapshot has one window changed. */
export const withWindow = (id: string, change: Fields): Face =>
  bridgeFace({
    snapshot: () => {
      const { windows, ...rest } = snapshot()
      const changed = Array.isArray(windows)
        ? windows.map(window => (window.id === id ? { ...window, ...change } : window))
        : []
      return { ...rest, windows: changed }
    },
  })

/** A server that lists one block in its first window. */
export const withBlock = (block: unknown): Face => withWindow('w-1', { blocks: [block] })

/** A server one of whose tools is changed. */
export const withTool = (name: string, change: Fields): Face =>
  bridgeFace({ tools: () => tools().map(entry => (entry.name === name ? { ...entry, ...change } : entry)) })

/** A server that answers some calls otherwise. */
export const withCall = (judge: (name: string, args: Fields) => Given | undefined): Face =>
  bridgeFace({
    call: params =>
      judge(String(params.name), isFields(params.arguments) ? params.arguments : {}) ?? call(params),
  })

function wrongFields({ inputSchema }: Fields, args: Fields): Fields[] {
  const properties = isFields(inputSchema) && isFields(inputSchema.properties) ? inputSchema.properties : {}
  return Object.entries(args).flatMap(([field, value]) => {
    const schema = properties[field]
    const want = isFields(schema) && typeof schema.type === 'string' ? schema.type : undefined
    const fits = want === undefined || (want === 'integer' ? Number.isInteger(value) : typeof value === want)
    return fits ? [] : [{ field, error: `must be of type ${want}` }]
  })
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
