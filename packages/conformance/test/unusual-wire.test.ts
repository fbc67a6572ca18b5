/** Peers that say what everybody says in ways that hardly anybody uses, and are right. */
import { deepEqual } from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { checkBridge, checkProvider } from '@copane/conformance/node'
import { verifies } from '../../../test/support/verifies.ts'
import { bridgeFace, call, failure, snapshot, tools, withTool, withWindow } from './peers/bridge.ts'
import type { Face, Fields } from './peers/mcp.ts'
import { startPeer } from './peers/peer.ts'
import { verdictsOf } from './planted.ts'

/** Sends on an answer in another way; a stream that is open is never one. */
type Retell = (response: ServerResponse, status: number, headers: IncomingHttpHeaders, body: string) => void

/** Puts somebody in front of a peer who retells its answers. */
async function startRetold(port: number, retell: Retell) {
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const host = `127.0.0.1:${port}`
    const forged = headers.host === `127.0.0.1:${ownPort()}` ? host : headers.host
    const outgoing = request({ port, method, path: url, headers: { ...headers, host: forged } }, given => {
      const { statusCode = 0 } = given
      const isStream = String(given.headers['content-type']).startsWith('text/event-stream')
      if (isStream) return void given.pipe(response.writeHead(statusCode, given.headers))
      let body = ''
      given.setEncoding('utf8').on('data', (text: string) => (body += text))
      given.on('end', () => retell(response, statusCode, given.headers, body))
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  const ownPort = () => {
    const bound = server.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    port: ownPort(),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const withType = (
  { 'mcp-session-id': session, 'www-authenticate': challenge }: IncomingHttpHeaders,
  type: string,
) => ({
  'content-type': type,
  ...(session === undefined ? {} : { 'mcp-session-id': session }),
  ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
})

const RETOLD: readonly (readonly [title: string, retell: Retell])[] = [
  [
    'answers as event streams, with comments, names, ids, retries and carriage returns',
    (response, status, headers, body) => {
      if (status !== 200 || body === '') return response.writeHead(status, headers).end(body)
      const lines = body.split(/(?<=^\{)|(?=\}$)/)
      response.writeHead(status, withType(headers, 'text/event-stream;charset=UTF-8'))
      response.write(': hello\r\n\r\nretry: 500\r\nid: 7\r\n\r\n')
      response.end(`event: message\r\n${lines.map(line => `data: ${line}\r\n`).join('')}\r\n: bye\r\n\r\n`)
    },
  ],
  [
    'a charset in the type, and JSON in escapes over many lines',
    (response, status, headers, body) => {
      const type = 'application/json; charset="utf-8"'
      if (body === '') return response.writeHead(status, headers).end()
      const spread = JSON.stringify(JSON.parse(body), undefined, 4).replaceAll(
        /[^\n -~]/g,
        char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      response.writeHead(status, withType(headers, type)).end(spread)
    },
  ],
  [
    'a byte at a time',
    (response, status, headers, body) => {
      const { 'content-length': _, ...others } = headers
      response.writeHead(status, others)
      const bytes = Buffer.from(body)
      for (let at = 0; at < Math.min(bytes.length, 200); at++) response.write(bytes.subarray(at, at + 1))
      response.end(bytes.subarray(200))
    },
  ],
  [
    'errors of JSON-RPC with a status of HTTP',
    (response, status, headers, body) =>
      response
        .writeHead(status === 200 && body.includes('"error":{"code"') ? 400 : status, headers)
        .end(body),
  ],
]

for (const [title, retell] of RETOLD) {
  verifies('D-09', `a provider passes: ${title}`, async () => {
    const peer = await startPeer()
    const front = await startRetold(Number(new URL(peer.endpoint).port), retell)
    const endpoint = `http://127.0.0.1:${front.port}/elements`
    deepEqual(without(verdictsOf(await checkProvider({ token: peer.token, endpoint })), FILE), {})
    front.stop()
    await peer.stop()
  })
  verifies('D-09', `a bridge server passes: ${title}`, async () => {
    const peer = await startPeer()
    const front = await startRetold(Number(new URL(peer.endpoint).port), retell)
    deepEqual(
      verdictsOf(await checkBridge({ ...peer.bridge, endpoint: `http://127.0.0.1:${front.port}/bridge` })),
      {},
    )
    front.stop()
    await peer.stop()
  })
}

/** What is said of a descriptor that is not given. */
const FILE = [
  'EL-8-descriptor',
  'EL-sec-permissions',
  'EL-4.1-protocol-everywhere',
  'EL-4.1-instance',
  'EL-4.1-app-name',
]

const without = (verdicts: object, ids: readonly string[]): object =>
  Object.fromEntries(Object.entries(verdicts).filter(([id]) => !ids.includes(id)))

const version = (schema: Fields): Face =>
  withTool('w-1__edit', {
    inputSchema: {
      type: 'object',
      $defs: { version: { type: 'integer' } },
      properties: { field: { type: 'string' }, value: {}, expectedVersion: schema },
      required: ['field', 'value'],
    },
  })

/** A version, whatever it is, is compared and told. */
function versioned(at: number): Face {
  const { windows } = snapshot()
  const moved = Array.isArray(windows)
    ? windows.map(one => (one.id === 'w-1' ? { ...one, version: at } : one))
    : []
  return bridgeFace({
    snapshot: () => ({ ...snapshot(), windows: moved }),
    call: ({ name, arguments: given }) => {
      const args: Fields = { ...Object(given) }
      const isOwn = String(name).startsWith('w-1__') && args.expectedVersion !== undefined
      if (!isOwn) return call({ name, arguments: args })
      if (args.expectedVersion !== at) return failure('stale_state', { currentVersion: at })
      return call({ name, arguments: { ...args, expectedVersion: 4 } })
    },
  })
}

const many = (count: number): Face =>
  bridgeFace({
    snapshot: () => {
      const { windows, operableWindowIds } = snapshot()
      const more = Array.from({ length: count }, (_, at) => ({
        id: `m-${at}`,
        title: `More ${at}`,
        modal: false,
        ownerId: null,
        version: 1,
        summary: 'One of many.',
        blocks: [],
      }))
      return {
        operableWindowIds: [
          ...(Array.isArray(operableWindowIds) ? operableWindowIds : []),
          ...more.map(({ id }) => id),
        ],
        windows: [...(Array.isArray(windows) ? windows : []), ...more],
      }
    },
    call: params =>
      String(params.name).startsWith('m-') ? call({ ...params, name: 'w-1__none' }) : call(params),
  })

const SERVERS: readonly (readonly [title: string, bridge: Face])[] = [
  ['expectedVersion by reference', version({ $ref: '#/$defs/version' })],
  ['expectedVersion as one of several', version({ anyOf: [{ type: 'integer' }, { type: 'null' }] })],
  ['expectedVersion of two types', version({ type: ['integer', 'null'] })],
  ['expectedVersion with limits and words', version({ type: 'integer', minimum: 0, title: 'Version' })],
  ['a version of zero', withWindow('w-2', { version: 0 })],
  ['the largest safe version', withWindow('w-2', { version: Number.MAX_SAFE_INTEGER })],
  ['500 windows', many(500)],
  ['titles in other scripts, empty ones, and ones of many words', withWindow('w-2', { title: '' })],
  ['a summary of several sentences', withWindow('w-2', { summary: 'A report. It is long. 読めます。' })],
  [
    'blocks without words in them',
    withWindow('w-2', { blocks: [{ type: 'custom', id: 'c', payload: null }] }),
  ],
  [
    'tools with a title of their own and much else',
    withTool('w-1__look', { icons: [], _meta: { 'x/y': 1 }, execution: {} }),
  ],
  [
    'parameters in a schema of many words',
    bridgeFace({
      tools: () =>
        tools().map(one => ({
          ...one,
          inputSchema: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            ...Object(one.inputSchema),
          },
        })),
    }),
  ],
  ['a large version that is compared', versioned(2 ** 40)],
  ['the largest version that is compared', versioned(Number.MAX_SAFE_INTEGER)],
]

for (const [title, bridge] of SERVERS)
  verifies('D-09', `a bridge server passes: ${title}`, async () => {
    const peer = await startPeer({ bridge })
    deepEqual(verdictsOf(await checkBridge(peer.bridge)), {})
    await peer.stop()
  })
