import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { findApps, locateInApp, openApp, readApp } from '../../src/node/apps.ts'
import {
  type ForeignApp,
  type ForeignEndpoint,
  jsonText,
  notFound,
  startForeignApp,
} from '../support/foreign-app.ts'
import { descriptorOf, makeFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const ANSWER = {
  protocol: '0.2.0',
  instance: 'k3f9x2',
  root: { id: 'app', role: 'Application', title: 'Editor' },
}
const WINDOWS = {
  operableWindowIds: ['w-1'],
  windows: [
    { id: 'w-1', title: 'Note', modal: false, ownerId: null, version: 3, summary: 'A note', blocks: [] },
  ],
}
const TOOL = {
  name: 'w-1__save',
  inputSchema: { type: 'object', properties: { expectedVersion: { type: 'integer' } } },
}

/** An app with both endpoints, found through its descriptor. */
async function found(over: Partial<ForeignEndpoint> = {}, descriptor: object = {}) {
  const elements: ForeignEndpoint = {
    token: 't',
    capabilities: { resources: {} },
    handle: (_method, { uri }) => {
      if (uri === 'elements://current') return jsonText(uri, ANSWER)
      return uri === 'elements://locate/app' ? jsonText(uri, { state: 'gone' }) : notFound
    },
    ...over,
  }
  const bridge: ForeignEndpoint = {
    token: 'b',
    handle: (method, { uri, arguments: args }) => {
      if (method === 'tools/list') return { result: { tools: [TOOL] } }
      if (method === 'tools/call')
        return {
          result: {
            content: [{ type: 'text', text: '' }],
            structuredContent: { message: JSON.stringify(args) },
          },
        }
      return jsonText(uri, WINDOWS)
    },
  }
  const app: ForeignApp = await startForeignApp({ '/e': elements, '/b': bridge })
  const folder = makeFolder()
  undo.push(app.close, folder.remove)
  const offer = { protocol: '0.1.0', endpoint: app.url('/b'), token: 'b' }
  folder.write('1-a.json', descriptorOf(app.port, { bridge: offer, ...descriptor }))
  const {
    apps: [used],
  } = await findApps({ folder: folder.path, timeoutMs: 2000 })
  if (!used) throw new Error('not found')
  return { app, used }
}

verifies('EL-8-by-pid', 'found, read and located through its descriptor', async () => {
  const { used } = await found()
  const outcome = await readApp(used, { timeoutMs: 2000 })
  equal(outcome.kind === 'answer' && outcome.root.title, 'Editor')
  deepEqual(await locateInApp(used, 'app', { timeoutMs: 2000 }), {
    kind: 'location',
    location: { state: 'gone' },
    findings: [],
  })
  deepEqual(await locateInApp(used, 'never', { timeoutMs: 2000 }), { kind: 'unknown' })
})

verifies('EL-8-answer-matches', 'an answer of another run is refused', async () => {
  const { used } = await found({}, { instance: 'other' })
  const outcome = await readApp(used, { timeoutMs: 2000 })
  equal(outcome.kind === 'refused' && outcome.findings[0]?.requirement, 'EL-8-answer-matches')
})

verifies('EL-sec-bearer', 'each token goes to its own endpoint only', async () => {
  const { app, used } = await found()
  await readApp(used, { timeoutMs: 2000 })
  const opened = await openApp(used)
  if (opened.kind === 'session') await opened.session.close()
  ok(new Set(app.seen.map(({ path }) => path)).size === 2)
  for (const { path, headers } of app.seen)
    equal(headers.authorization, path === '/e' ? 'Bearer t' : 'Bearer b')
})

verifies('EL-9.2-never-wait', 'the whole read takes no longer than its limit', async () => {
  const { used } = await found({ handle: () => new Promise(() => {}) })
  const began = performance.now()
  deepEqual(await readApp(used, { timeoutMs: 200 }), { kind: 'late' })
  ok(performance.now() - began < 400)
})

verifies('EL-9.2-same-provider', 'an app that quit after it was found is gone', async () => {
  const { app, used } = await found()
  await app.close()
  deepEqual(await readApp(used, { timeoutMs: 2000 }), { kind: 'gone' })
  deepEqual(await locateInApp(used, 'app', { timeoutMs: 2000 }), { kind: 'gone' })
  deepEqual(await openApp(used), { kind: 'gone' })
})

for (const era of ['legacy', 'modern', 'auto'] as const)
  verifies('GB-11-client-carries', `${era}: a call over the wire carries the version`, async () => {
    const { used } = await found()
    const opened = await openApp(used, { era })
    if (opened.kind !== 'session') throw new Error(opened.kind)
    undo.push(opened.session.close)
    equal((await opened.session.snapshot()).kind, 'snapshot')
    const tools = await opened.session.tools()
    deepEqual(tools.kind === 'tools' && tools.tools.map(each => [each.window, each.action]), [
      ['w-1', 'save'],
    ])
    deepEqual(await opened.session.call('w-1', 'save', { a: 1 }), {
      kind: 'done',
      message: '{"a":1,"expectedVersion":3}',
      openedWindowIds: [],
      result: undefined,
    })
  })

verifies('D-10', 'an app without a bridge says so', async () => {
  const { used } = await found({}, { bridge: undefined })
  equal((await openApp(used)).kind, 'no-bridge')
})
