import { equal } from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import { describe, test } from 'vitest'
import { bridgeFace } from './peers/bridge.ts'
import { elementsFace } from './peers/elements.ts'
import type { Face, Given } from './peers/mcp.ts'
import { startPeer } from './peers/peer.ts'

const deep = `${'{"root":{"children":['.repeat(3000)}${']}}'.repeat(3000)}`

/** Results that no method gives. */
const RESULTS: readonly (readonly [title: string, given: unknown])[] = [
  ['nothing', { result: {} }],
  ['null', { result: null }],
  ['a text', { result: 'yes' }],
  [
    'lists of null',
    { result: { resources: [null], resourceTemplates: [null], tools: [null], contents: [null] } },
  ],
  ['texts for lists', { result: { resources: 'a', resourceTemplates: 'b', tools: 'c', contents: 'd' } }],
  ['an error without a code', { error: {} }],
  ['an error that is a text', { error: 'no' }],
  ['a content that is no JSON', { result: { contents: [{ text: '}{' }] } }],
  ['a content of a number', { result: { contents: [{ text: '5' }] } }],
  ['a content of null', { result: { contents: [{ text: 'null' }] } }],
  ['a content that is deep', { result: { contents: [{ text: deep }] } }],
  [
    'windows of everything',
    {
      result: {
        contents: [{ text: '{"operableWindowIds":["__proto__",5],"windows":[{"id":"__proto__"},null,[]]}' }],
        tools: [
          { name: 5 },
          { name: '__', inputSchema: { properties: { a: null, __proto__: 1 }, required: [5, 'b'] } },
        ],
      },
    },
  ],
]

const always = (face: Face, given: unknown): Face => ({
  ...face,
  methods: Object.fromEntries(
    [
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'tools/list',
      'tools/call',
      'resources/subscribe',
    ].map(name => [name, () => asGiven(given)]),
  ),
})

/** Nonsense travels through the peer as if it were an answer. */
const asGiven = (given: unknown): Given => JSON.parse(JSON.stringify(given))

const WINDOW = { id: 'w-1', title: '', modal: false, ownerId: null, version: 1, summary: 'A.', blocks: [] }
const nested = (depth: number): unknown =>
  JSON.parse(`${'{"type":"object","required":["a"],"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`)

/** Parameters that no argument fits, under names that no header carries. */
const HOSTILE: readonly unknown[] = [
  { type: 'string', minLength: 1e300 },
  { type: 'string', minLength: 'long' },
  { type: 'string', default: nested(300) },
  nested(300),
  { type: ['string', 5, null] },
  null,
]

test('tools that can not be called do not end the run', async () => {
  const names = ['w-1__look\r\nX: y', 'w-1__\u{1F512}', 'w-1__ ', 'w-1__', '__', '']
  const listed = names.flatMap(name =>
    HOSTILE.map(schema => ({
      name,
      inputSchema: {
        properties: { a: schema, b: { type: 'string' }, expectedVersion: schema },
        required: ['a'],
      },
    })),
  )
  const text = JSON.stringify({ operableWindowIds: ['w-1'], windows: [WINDOW] })
  const face = always(bridgeFace(), {
    result: { tools: listed, contents: [{ uri: 'app://windows', mimeType: 'application/json', text }] },
  })
  const peer = await startPeer({ bridge: face })
  const report = await checkBridge(peer.bridge, { ...OPTIONS, mayChange: true })
  await peer.stop()
  equal(report.ok, false)
})

test('a version that no header can carry does not end the run', async () => {
  const peer = await startPeer({ elements: { ...elementsFace(), version: '2025-11-25\r\nX: y' } })
  const report = await checkProvider(peer, OPTIONS)
  await peer.stop()
  equal(report.ok, false)
})

const OPTIONS = { askMs: 100, checkMs: 1000 }

describe('a peer that answers nonsense fails, and nothing throws', () => {
  for (const [title, given] of RESULTS)
    test(title, async () => {
      const peer = await startPeer({
        elements: always(elementsFace(), given),
        bridge: always(bridgeFace(), given),
        descriptor: () => ({ pid: 'x' }),
      })
      const [elements, bridge] = [await checkProvider(peer, OPTIONS), await checkBridge(peer.bridge, OPTIONS)]
      await peer.stop()
      equal(elements.ok || bridge.ok, false)
    })
})

/** Bytes that are no MCP. */
const BODIES: readonly (readonly [title: string, answer: (response: ServerResponse) => void])[] = [
  ['an empty body', response => response.end()],
  ['a page', response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ['a list', response => response.end('[1,2]')],
  [
    'half an event',
    response => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"id":'),
  ],
  ['a cut connection', response => response.destroy()],
  ['a redirect', response => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
  ['silence', () => {}],
  [
    'a stream that never says anything',
    response => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
  ],
  [
    'a body that never ends',
    response => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  ],
  ['a body that dies midway', response => response.writeHead(200, { 'content-length': 9 }).end('{"id"')],
  ['a body as fast as it is read', response => flood(response, 'application/json', ' '.repeat(1 << 20))],
  ['an event as fast as it is read', response => flood(response, 'text/event-stream', 'x'.repeat(1 << 20))],
  ['a storm of notifications', response => flood(response, 'text/event-stream', NOTICE.repeat(5000))],
]

const NOTICE = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'

/** Writes the same again as soon as there is room, until nobody reads any more. */
function flood(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type })
  const more = () => {
    while (!response.destroyed && response.write(text));
  }
  response.on('drain', more).on('error', () => {})
  more()
}

describe('a listener that is no MCP server fails, and the run ends', () => {
  for (const [title, answer] of BODIES)
    test(title, async () => {
      const server = createServer((_, response) => answer(response))
      const listening = Promise.withResolvers<void>()
      server.listen(0, '127.0.0.1', () => listening.resolve())
      await listening.promise
      const bound = server.address()
      const endpoint = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/`
      const target = { endpoint, token: 'secret' }
      const [elements, bridge] = [await checkProvider(target, OPTIONS), await checkBridge(target, OPTIONS)]
      server.closeAllConnections()
      server.close()
      equal(elements.ok || bridge.ok, false)
    })
})
