/** Both ends of the fast lane together, and the host's end against a server of the SDK's first version. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UsedDescriptor } from '@copane/host'
import { locateInApp, openApp, readApp } from '@copane/host/node'
import { createBridge, createElements, createStore } from '@copane/provider'
import { type Access, after, createFingerprint, startProvider } from '@copane/provider/node'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach } from 'vitest'
import { verifies } from '../support/verifies.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const TITLE = 'Größe "\\n" 🙂'
const LATE = { timeoutMs: 5000 }

function usedOf(
  endpoint: string,
  token: string,
  bridge?: { endpoint: string; token: string },
): UsedDescriptor {
  return {
    kind: 'used',
    file: '',
    bundle: 'unverified',
    descriptor: {
      protocol: '0.2.0',
      bundleId: 'dev.copane.test',
      name: 'Test',
      version: '1',
      instance: 'one',
      endpoint,
      token,
      pid: process.pid,
    },
    bridge: bridge ? { kind: 'offered', endpoint: { protocol: '0.1.0', ...bridge } } : { kind: 'none' },
  }
}

async function started() {
  const folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const heard: Access[] = []
  const store = createStore({ initial: { title: TITLE } })
  const bridge = createBridge({
    store,
    windows: ({ title }) => ({
      windows: [{ id: 'k3f-1', title, summary: 'One window.', blocks: [], actions: [] }],
    }),
    fingerprint: createFingerprint(),
    after,
  })
  const outcome = await startProvider({
    app: { bundleId: 'dev.copane.test', name: 'Test', version: '1' },
    instance: 'one',
    elements: createElements({
      instance: 'one',
      ids: { isIssued: () => false },
      tree: () => ({ id: 'app', role: 'Application', title: store.read().title }),
      locate: () => ({ state: 'offscreen' }),
    }),
    bridge,
    folder: join(folder, 'providers'),
    onAccess: access => void heard.push(access),
  })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  ends.push(() => outcome.provider.stop())
  const { endpoint, token, bridge: offered } = outcome.provider.descriptor
  return { heard, store, app: usedOf(endpoint, token, offered) }
}

for (const era of ['auto', 'modern', 'legacy'] as const) {
  verifies('EL-4-host-reads', `${era}: what the app says is what the host reads`, async () => {
    const { app, heard } = await started()
    for (let at = 0; at < 2; at++) {
      const outcome = await readApp(app, { era, name: 'me', ...LATE })
      equal(outcome.kind === 'answer' && outcome.root.title, TITLE.toWellFormed())
    }
    deepEqual(
      heard.map(({ kind }) => kind),
      ['current', 'current'],
    )
    if (era !== 'legacy') equal(heard[0]?.client, 'me')
  })

  verifies('GB-4.1-one-resource', `${era}: each snapshot is the present one`, async () => {
    const { app, heard, store } = await started()
    const opened = await openApp(app, { era, name: 'me', ...LATE })
    ok(opened.kind === 'session')
    const titles: unknown[] = []
    for (const title of ['one', 'two']) {
      store.commit({ kind: 'user' }, () => ({ state: { title }, outcome: undefined }))
      const outcome = await opened.session.snapshot()
      titles.push(outcome.kind === 'snapshot' && outcome.snapshot.windows[0]?.title)
    }
    deepEqual(titles, ['one', 'two'])
    deepEqual(heard, [
      { kind: 'windows', client: 'me' },
      { kind: 'windows', client: 'me' },
    ])
    await opened.session.close()
  })

  verifies('EL-4.2-cannot-place', `${era}: places are asked for as before`, async () => {
    const { app } = await started()
    deepEqual(await locateInApp(app, 'never', { era, ...LATE }), { kind: 'unknown' })
    deepEqual(await locateInApp(app, 'app', { era, ...LATE }), {
      kind: 'location',
      location: { state: 'offscreen' },
      findings: [],
    })
  })
}

/** A server of the SDK's first version: the legacy era alone, with sessions, answers as events or JSON. */
async function firstSdk(enableJsonResponse: boolean): Promise<UsedDescriptor> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const open = async () => {
    const server = new Server({ name: 'old', version: '1' }, { capabilities: { resources: {} } })
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({
            protocol: '0.2.0',
            instance: 'one',
            root: { id: 'app', role: 'Application', title: TITLE },
          }),
        },
      ],
    }))
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse,
      onsessioninitialized: id => void transports.set(id, transport),
    })
    await server.connect(transport)
    return transport
  }
  const http = createServer((request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']))
    void (known ? Promise.resolve(known) : open()).then(transport =>
      transport.handleRequest(request, response),
    )
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    http.close()
    http.closeAllConnections()
  })
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return usedOf(`http://127.0.0.1:${port}/mcp`, randomUUID())
}

for (const isJson of [false, true])
  verifies(
    'D-02',
    `a legacy server of the SDK, ${isJson ? 'JSON' : 'events'}: is read all the same`,
    async () => {
      const app = await firstSdk(isJson)
      for (let at = 0; at < 2; at++) {
        const outcome = await readApp(app, LATE)
        equal(outcome.kind === 'answer' && outcome.root.title, TITLE.toWellFormed())
      }
    },
  )
