import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { locateReference, readFront } from '../../src/node/front-app.ts'
import { type ForeignApp, jsonText, startForeignApp } from '../support/foreign-app.ts'
import { sourceOf } from '../support/front-source.ts'
import { descriptorOf, makeFolder, type TestFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const SOON = 5000
const INSTANCE = 'k3f9x2'
const ANSWER = {
  protocol: '0.2.0',
  instance: INSTANCE,
  root: { id: 'app', role: 'Application', title: 'Editor' },
}
const REFERENCE = { provider: 'org.example.Editor', instance: INSTANCE, id: 'app' }
let tokens = 0

/** An app of the parent process, which is not this one: the host itself is never its own front app. */
async function started(): Promise<{ app: ForeignApp; folder: TestFolder }> {
  const token = `acts-${++tokens}`
  let x = 0
  const app = await startForeignApp({
    '/e': {
      token,
      handle: (_method, { uri }) =>
        uri === 'elements://current'
          ? jsonText(uri, ANSWER)
          : jsonText(uri, { state: 'visible', rects: [{ x: ++x, y: 0, w: 1, h: 1 }] }),
    },
  })
  const folder = makeFolder()
  undo.push(app.close, folder.remove)
  folder.write('1-a.json', descriptorOf(app.port, { token }))
  return { app, folder }
}

verifies(
  'EL-9.2-on-action',
  'an app hears nothing until the user acts, and one request for each act',
  async () => {
    const { app, folder } = await started()
    const options = { folder: folder.path, timeoutMs: SOON }
    equal(app.seen.length, 0)
    for (let acts = 1; acts <= 3; acts++) {
      deepEqual((await locateReference(REFERENCE, options)).kind, 'location')
      equal(app.seen.length, acts)
    }
  },
)

verifies('EL-6-one-moment', 'where an element is, is asked each time anew', async () => {
  const { folder } = await started()
  const options = { folder: folder.path, timeoutMs: SOON }
  const places = []
  for (let at = 0; at < 3; at++) {
    const outcome = await locateReference(REFERENCE, options)
    places.push(outcome.kind === 'location' && outcome.location.rects?.[0]?.x)
  }
  deepEqual(places, [1, 2, 3])
})

const others = [
  ['another run', { ...REFERENCE, instance: 'earlier' }],
  ['another app', { ...REFERENCE, provider: 'org.example.Other' }],
] as const
for (const [title, reference] of others)
  verifies('EL-9.2-same-provider', `an id of ${title} is gone, and nobody is asked`, async () => {
    const { app, folder } = await started()
    deepEqual(await locateReference(reference, { folder: folder.path, timeoutMs: SOON }), { kind: 'gone' })
    equal(app.seen.length, 0)
  })

verifies('EL-9.2-never-wait', 'locating takes no longer than its limit', async () => {
  const token = `acts-${++tokens}`
  const app = await startForeignApp({ '/e': { token, handle: () => new Promise(() => {}) } })
  const folder = makeFolder()
  undo.push(app.close, folder.remove)
  folder.write('1-a.json', descriptorOf(app.port, { token }))
  const began = performance.now()
  deepEqual(await locateReference(REFERENCE, { folder: folder.path }), { kind: 'late' })
  ok(performance.now() - began < 1000)
})

verifies('FR-36', 'a host asks 127.0.0.1 by number, names no origin and sends no cookie', async () => {
  const { app, folder } = await started()
  await locateReference(REFERENCE, { folder: folder.path, timeoutMs: SOON })
  const [request] = app.seen
  equal(request?.headers.host, `127.0.0.1:${app.port}`)
  deepEqual(
    [request?.headers.origin, request?.headers.cookie, request?.headers.referer],
    [undefined, undefined, undefined],
  )
})

const endpoints = [
  'http://localhost:PORT/e',
  'http://127.0.0.1.nip.io:PORT/e',
  'http://[::1]:PORT/e',
  'http://0.0.0.0:PORT/e',
  'http://2130706433:PORT/e',
  'http://user@127.0.0.1:PORT/e',
  'https://127.0.0.1:PORT/e',
  'http://127.0.0.1:80@evil.example:PORT/e',
]
for (const endpoint of endpoints)
  verifies('FR-36', `a descriptor with ${endpoint} leads to nobody`, async () => {
    const { app, folder } = await started()
    const over = { endpoint: endpoint.replace('PORT', String(app.port)) }
    folder.write('1-a.json', descriptorOf(app.port, over))
    deepEqual(await locateReference(REFERENCE, { folder: folder.path, timeoutMs: SOON }), { kind: 'gone' })
    equal(app.seen.length, 0)
  })

verifies('EL-4-host-reads', 'the host itself, when it is all there is, is not read', async () => {
  const { app, folder } = await started()
  const outcome = await readFront(sourceOf(process.pid), { folder: folder.path, timeoutMs: SOON })
  equal(outcome.kind === 'unknown-front' && outcome.why, 'own-only')
  equal(app.seen.length, 0)
})
