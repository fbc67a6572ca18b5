import { deepEqual, equal } from 'node:assert/strict'
import { createServer } from 'node:http'
import type { CheckReport } from '@copane/conformance'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import { verifies } from '../../../test/support/verifies.ts'
import { reportOn, type Verdicts, verdictsOf } from './planted.ts'
import {
  bridgeFace,
  call,
  failure,
  snapshot,
  tools,
  withBlock,
  withCall,
  withTool,
  withWindow,
} from './peers/bridge.ts'
import { changed, currentAnswer, elementsFace, locationOf, withElement } from './peers/elements.ts'
import { error, type Face, type Fields } from './peers/mcp.ts'
import { type Guard, HOST, ORIGIN, type PeerParts, startPeer } from './peers/peer.ts'

type Row = [
  id: 'D-09' | 'D-02' | 'D-03' | 'D-30' | 'D-46',
  title: string,
  parts: Partial<PeerParts>,
  verdicts?: Verdicts,
]

const inEra = (face: Face, era: 'legacy' | 'modern'): Face => ({ ...face, eras: [era] })

/** Ids as another implementation mints them. */
const renamed = (text: string): string =>
  text.replaceAll('win-1', '3F2504E0_4F89').replaceAll('doc-2', 'x'.repeat(128))

const patched: Partial<PeerParts> = {
  elements: elementsFace({
    current: () => ({ ...currentAnswer(), protocol: '0.2.7' }),
    declaration: { protocol: '0.2.7', locate: true },
  }),
  descriptor: right => ({ ...right, protocol: '0.2.7' }),
}

const FORBIDDEN: Guard = ({ headers }, { token }) =>
  headers.authorization === `Bearer ${token}` ? undefined : 403

const elementsRows: Row[] = [
  ['D-09', 'nothing but what is asked for', {}],
  ['D-09', 'no locate', { elements: elementsFace({ locate: undefined }) }],
  [
    'D-09',
    'no bundle identifier beyond a desktop name, more fields in the file',
    { descriptor: right => ({ ...right, bundleId: 'peer', extra: [1] }) },
  ],
  ['D-09', '403 instead of 401', { guards: [ORIGIN, HOST, FORBIDDEN] }],
  ['D-09', 'a path with a query', { path: '/api/v1/pointing?app=peer' }],
  [
    'D-09',
    'ids of another style',
    { elements: elementsFace({ current: () => JSON.parse(renamed(JSON.stringify(currentAnswer()))) }) },
  ],
  ['D-09', 'a later patch version', patched],
  [
    'D-09',
    'unknown fields of elements',
    { elements: withElement('doc-1', { badge: 3, childrenHidden: true }) },
  ],
  [
    'D-09',
    'unknown fields of a location',
    {
      elements: elementsFace({
        locate: id =>
          ((found?: Fields) => (found && found.state !== 'gone' ? { ...found, depth: 1 } : found))(
            locationOf(id),
          ),
      }),
    },
  ],
  [
    'D-09',
    'the user selected a text that names the app',
    { elements: withElement('sel-1', { content: [{ type: 'text', text: 'org.example.peer' }] }) },
  ],
  [
    'D-03',
    'a declaration without locate',
    { elements: elementsFace({ declaration: { protocol: '0.2.0' } }) },
  ],
  [
    'D-02',
    'the legacy era alone',
    { elements: inEra(elementsFace(), 'legacy'), bridge: inEra(bridgeFace(), 'legacy') },
  ],
  [
    'D-02',
    'the modern era alone',
    { elements: inEra(elementsFace(), 'modern'), bridge: inEra(bridgeFace(), 'modern') },
  ],
  [
    'D-09',
    'nothing that can be placed now',
    { elements: elementsFace({ locate: () => undefined }) },
    { 'EL-6-location': 'not-run' },
  ],
  ['D-09', 'a tree that changes between readings', { elements: growing() }],
  ['D-09', 'nothing is hovered', { elements: withElement('row-1', { hovered: undefined }) }],
  ['D-09', 'nothing is selected, and nobody is anywhere', { elements: bare({ children: undefined }) }],
  [
    'D-09',
    'empty collections where they are legal',
    { elements: withElement('doc-2', { content: [], attributes: { related: [] } }) },
  ],
  ['D-09', 'a tree of 9,000 elements', { elements: bare({ children: wide(9000) }) }],
  ['D-09', 'a tree of 60 levels', { elements: bare({ children: [deep(60)] }) }],
  [
    'D-09',
    'texts of other scripts, and of no letters at all',
    { elements: withElement('doc-1', { title: '注文 \u{1F4C4} \u05D0', subrole: 'שלום' }) },
  ],
]

/** The root with other children; nothing of it can be placed, and so nothing is offered to be. */
function bare(change: Fields): Face {
  const root = { id: 'app', role: 'Application', title: 'Peer', ...change }
  return elementsFace({
    current: () => JSON.parse(JSON.stringify({ ...currentAnswer(), root })),
    locate: undefined,
  })
}

function wide(count: number): Fields[] {
  return Array.from({ length: count }, (_, at) => ({ id: `g-${at}`, role: 'Group', title: `Group ${at}` }))
}

function deep(levels: number): Fields {
  let at: Fields = { id: 'g-0', role: 'Group' }
  for (let level = 1; level < levels; level++) at = { id: `g-${level}`, role: 'Group', children: [at] }
  return at
}

function growing(): Face {
  let turn = 0
  const more = () => Array.from({ length: ++turn }, (_, at) => ({ id: `row-${at + 10}`, role: 'Row' }))
  return elementsFace({ current: () => changed(currentAnswer(), 'tab-1', { children: more() }) })
}

/** Windows whose ids hold the separator, in a foreign style (D-30). */
const spelled = (text: string): string => text.replaceAll('w-1', 'main__window')

const foreignIds = bridgeFace({
  snapshot: () => JSON.parse(spelled(JSON.stringify(snapshot()))),
  tools: () => JSON.parse(spelled(JSON.stringify(tools()))),
  call: params => call({ ...params, name: String(params.name).replace('main__window', 'w-1') }),
})

const paged: Face = {
  ...bridgeFace(),
  methods: {
    ...bridgeFace().methods,
    'tools/list': ({ cursor }) => ({
      result: cursor === 'b' ? { tools: tools().slice(2) } : { tools: tools().slice(0, 2), nextCursor: 'b' },
    }),
  },
}

const idle = bridgeFace({
  snapshot: () => ({ operableWindowIds: [], windows: [] }),
  tools: () => [],
  call: ({ name }) => (String(name).includes('__') ? failure('window_not_found') : error(-32602)),
})

const bridgeRows: Row[] = [
  ['D-09', 'nothing but what is asked for', {}],
  ['D-09', 'no window and no tool', { bridge: idle }],
  ['D-09', 'a list of tools in pages', { bridge: paged }],
  [
    'D-09',
    'another mask',
    {
      bridge: withBlock({
        type: 'fields',
        id: 'b',
        items: [{ label: 'PIN', value: '****', sensitive: true }],
      }),
    },
  ],
  [
    'D-46',
    'an error code of its own for an action it never had',
    {
      bridge: withCall(name =>
        name.endsWith('copane_none') && name.startsWith('w-') ? failure('no_such_action') : undefined,
      ),
    },
  ],
  [
    'D-46',
    'more fields in windows and tools',
    {
      bridge: bridgeFace({
        snapshot: () => ({ ...snapshot(), time: 1 }),
        tools: () => tools().map(entry => ({ ...entry, icons: [] })),
      }),
    },
  ],
  ['D-30', 'ids that hold the separator', { bridge: foreignIds }],
  [
    'D-09',
    'empty collections of every kind',
    {
      bridge: withWindow('w-1', {
        blocks: [
          { type: 'table', id: 'b1', columns: [], rows: [] },
          { type: 'list', id: 'b2', items: [] },
          { type: 'fields', id: 'b3', items: [] },
          { type: 'text', id: 'b4', text: '' },
        ],
      }),
    },
  ],
  ['D-09', 'a window of 2,000 blocks', { bridge: withWindow('w-1', { blocks: blocks(2000) }) }],
]

function blocks(count: number): Fields[] {
  return Array.from({ length: count }, (_, at) => ({ type: 'text', id: `b-${at}`, text: 'a line' }))
}

const eraRows: Row[] = [
  ['D-02', 'the legacy era alone', { bridge: inEra(bridgeFace(), 'legacy') }],
  ['D-02', 'the modern era alone', { bridge: inEra(bridgeFace(), 'modern') }],
]

for (const [id, title, parts, verdicts = {}] of elementsRows)
  verifies(id, `a provider passes: ${title}`, async () =>
    deepEqual(verdictsOf(await reportOn('elements', parts)), verdicts),
  )
for (const [id, title, parts, verdicts = {}] of [...bridgeRows, ...eraRows])
  verifies(id, `a bridge server passes: ${title}`, async () =>
    deepEqual(verdictsOf(await reportOn('bridge', parts)), verdicts),
  )

verifies('D-02', 'the eras that a peer offers are in the report', async () => {
  const peer = await startPeer({ elements: inEra(elementsFace(), 'modern') })
  const [one, both] = [await checkProvider(peer), await checkBridge(peer.bridge)]
  await peer.stop()
  deepEqual([one.eras, both.eras], [['modern'], ['legacy', 'modern']])
})

verifies('D-10', 'a bridge server without a descriptor needs no token', async () => {
  const peer = await startPeer({ guards: [] })
  const report = await checkBridge({ endpoint: peer.bridge.endpoint.replace('127.0.0.1', 'localhost') })
  await peer.stop()
  deepEqual(verdictsOf(report), {})
})

verifies(
  'GB-5.6-annotations',
  'actions without hints are called only where the peer may change',
  async () => {
    const bare = bridgeFace({ tools: () => tools().map(({ annotations: _, ...entry }) => entry) })
    const peer = await startPeer({ bridge: bare })
    const [careful, free] = [
      await checkBridge(peer.bridge),
      await checkBridge(peer.bridge, { mayChange: true }),
    ]
    await peer.stop()
    // A read that is not marked as one looks like a write without a version, and gives no rest of a table.
    const marked = {
      'GB-5.6-annotations': 'warned',
      'GB-5.5-expected-version': 'warned',
      'GB-9-large-data': 'failed',
    }
    deepEqual(verdictsOf(careful), {
      ...marked,
      'GB-7.1-stale-state': 'not-run',
      'GB-7.3-field-errors': 'not-run',
    })
    deepEqual(verdictsOf(free), marked)
  },
)

verifies('D-09', 'a destructive action is never called on a peer that may not change', async () => {
  const called: string[] = []
  const face = withTool('w-3__close', {
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  })
  const peer = await startPeer({
    bridge: {
      ...face,
      methods: { ...face.methods, 'tools/call': params => (called.push(String(params.name)), call(params)) },
    },
  })
  await checkBridge(peer.bridge)
  await peer.stop()
  equal(called.includes('w-3__close'), false)
  equal(called.includes('w-1__edit'), true)
})

verifies('EL-8-descriptor', 'without the file, what depends on it did not run', async () => {
  const peer = await startPeer()
  const report = await checkProvider({ endpoint: peer.endpoint, token: peer.token })
  await peer.stop()
  deepEqual(verdictsOf(report), {
    'EL-8-descriptor': 'not-run',
    'EL-sec-permissions': 'not-run',
    'EL-4.1-protocol-everywhere': 'not-run',
    'EL-4.1-instance': 'not-run',
    'EL-4.1-app-name': 'not-run',
  })
  equal(report.ok, false)
})

const failedOf = ({ checks }: CheckReport): string[] =>
  checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

verifies('EL-8-endpoint', 'a path without MCP fails there, and nothing is judged in the dark', async () => {
  const report = await reportOn('elements', { elements: { ...elementsFace(), eras: [] } })
  deepEqual(failedOf(report), ['EL-8-endpoint'])
  deepEqual([report.passed, report.ok], [1, false])
})

verifies('EL-8-endpoint', 'nothing is sent to an address that is not 127.0.0.1', async () => {
  let requests = 0
  const server = createServer((_, response) => void response.end(String(++requests)))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  for (const host of ['localhost', '0.0.0.0', '[::1]', '127.0.0.2']) {
    const report = await checkProvider({ endpoint: `http://${host}:${port}/elements`, token: 'secret' })
    deepEqual(failedOf(report), ['EL-8-endpoint'])
  }
  server.close()
  equal(requests, 0)
})

verifies(
  'GB-3-capabilities',
  'an address without MCP fails there, and nothing is judged in the dark',
  async () => {
    const report = await checkBridge({ endpoint: 'http://127.0.0.1:9/bridge' })
    deepEqual(failedOf(report), ['GB-3-capabilities'])
    deepEqual([report.passed, report.ok], [0, false])
  },
)
