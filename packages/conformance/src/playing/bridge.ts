/** A bridge server as the kit plays it to a client: right in all that a check does not bend. */
import type { Fields } from '../wire/era.js'
import { jsonContent, type PlayedFace } from './answer.js'
import type { Given, PlayedRequest } from './types.js'

/** What the client did, in order; `told` and `dropped` are what the kit did. */
export type BridgeEvent =
  | { what: 'read' | 'list' | 'stream' | 'told' | 'dropped' }
  | { what: 'call'; name: string; args: Fields }

/** What it shows and answers; a check changes it as it goes. */
export type BridgeState = {
  operable: readonly string[]
  windows: readonly Fields[]
  tools: readonly Fields[]
  call: (name: string, args: Fields) => Given
}

/** A played server that listens. */
export type PlayedBridge = {
  endpoint: string
  token: string
  state: BridgeState
  events: BridgeEvent[]
  requests: PlayedRequest[]
  /** Tells every stream that the windows, or the list of tools, changed. */
  tell: (what: 'updated' | 'list_changed') => void
  /** Breaks every stream off. */
  drop: () => void
  close: () => Promise<void>
}

/** The face of a played server; what it is asked goes to its events. */
export const bridgeFaceOf = ({ state, events }: Pick<PlayedBridge, 'state' | 'events'>): PlayedFace => ({
  capabilities: { resources: { subscribe: true }, tools: { listChanged: true } },
  instructions: 'Read app://windows first.',
  methods: {
    'resources/list': () => ({ kind: 'result', result: { resources: [{ uri: URI, name: 'windows' }] } }),
    'resources/templates/list': () => ({ kind: 'result', result: { resourceTemplates: [] } }),
    'resources/subscribe': () => ({ kind: 'result', result: {} }),
    'resources/unsubscribe': () => ({ kind: 'result', result: {} }),
    'resources/read': ({ uri }) => {
      if (uri !== URI) return { kind: 'error', code: -32602 }
      events.push({ what: 'read' })
      const { operable, windows } = state
      return jsonContent(URI, JSON.stringify({ operableWindowIds: operable, windows }))
    },
    'tools/list': () => {
      events.push({ what: 'list' })
      return { kind: 'result', result: { tools: state.tools } }
    },
    'tools/call': params => {
      const name = String(params.name)
      const args = isFields(params.arguments) ? params.arguments : {}
      events.push({ what: 'call', name, args })
      return state.call(name, args)
    },
  },
})

const URI = 'app://windows'

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A window as the protocol wants it. */
export const playedWindow = (id: string, more: Fields = {}): Fields => ({
  id,
  title: `Window ${id}`,
  modal: false,
  ownerId: null,
  version: 7,
  summary: 'Shows something.',
  blocks: [],
  ...more,
})

/** A tool that writes, and takes the version of its window. */
export const playedTool = (name: string, more: Fields = {}): Fields => ({
  name,
  description: 'Does it.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, expectedVersion: { type: 'integer' } },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  ...more,
})

/** A success; the text says the same. */
export const succeeded = (content: Fields = { message: 'Done.' }, text = JSON.stringify(content)): Given => ({
  kind: 'result',
  result: { content: [{ type: 'text', text }], structuredContent: content },
})

/** A failure with its code; the text says the same. */
export const failedWith = (error: Fields, text = JSON.stringify(error)): Given => ({
  kind: 'result',
  result: { isError: true, content: [{ type: 'text', text }], structuredContent: error },
})

/** One window that can be written to. */
export const ONE_WINDOW: BridgeState = {
  operable: ['w-1'],
  windows: [playedWindow('w-1')],
  tools: [playedTool('w-1__write')],
  call: () => succeeded(),
}

/** Where a thing was done last; -1 where it never was. */
export const lastOf = (events: readonly BridgeEvent[], what: BridgeEvent['what']): number =>
  events.findLastIndex(event => event.what === what)

/** The calls among what a client did. */
export const callsIn = (events: readonly BridgeEvent[]): { name: string; args: Fields }[] =>
  events.flatMap(event => (event.what === 'call' ? [{ name: event.name, args: event.args }] : []))
