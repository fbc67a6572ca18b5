import { deepEqual, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createManagedTree } from '../../src/index.js'
import { app, brokenIn, faceOf } from '../support/elements-of.js'

const MASK = '••••••'

/** An element that says a secret in every place where one can be said. */
const field = (secret: string, more: Partial<AppElement> = {}): AppElement => ({
  id: 'f-1',
  role: 'Text',
  title: secret,
  url: `https://example.com/?q=${secret}`,
  content: [
    { type: 'text', text: secret },
    { type: 'image', data: btoa(`x${secret}`), mimeType: 'image/png' },
    { type: 'resource_link', uri: `app://${secret}`, name: secret },
  ],
  attributes: { value: secret, [secret || 'none']: 1 },
  selected: true,
  children: [
    { id: 'sel-1', role: 'Text', content: [{ type: 'text', text: secret }], attributes: { author: secret } },
  ],
  sensitive: true,
  ...more,
})

/** Both ways to tell a tree. */
const sources = (root: AppElement) => [() => root, createManagedTree(root)]

verifies('FR-31', 'of something sensitive no word is told: six bullets, here and inside it', async () => {
  for (const tree of sources(app(field('CANARY-4111')))) {
    const face = faceOf({ tree })
    const root = await face.root()
    deepEqual(root?.children, [
      {
        id: 'f-1',
        role: 'Text',
        title: MASK,
        content: [{ type: 'text', text: MASK }],
        selected: true,
        children: [{ id: 'sel-1', role: 'Text', content: [{ type: 'text', text: MASK }] }],
      },
    ])
    deepEqual(root && brokenIn(root), [])
    ok(!JSON.stringify(face.findings).includes('CANARY'))
  }
})

verifies('FR-32', 'secrets of 1 to 64 characters give the same answer, byte for byte', async () => {
  const texts = new Set<string | undefined>()
  for (let length = 1; length <= 64; length++)
    for (const tree of sources(app(field('x'.repeat(length))))) texts.add(await faceOf({ tree }).text())
  ok(texts.size === 1)
})

verifies('FR-33', 'filled and empty differ', async () => {
  const empty: AppElement = {
    id: 'f-1',
    role: 'Text',
    title: '',
    content: [{ type: 'text', text: '' }],
    sensitive: true,
  }
  for (const tree of sources(app(empty)))
    deepEqual((await faceOf({ tree }).root())?.children, [
      { id: 'f-1', role: 'Text', title: '', content: [{ type: 'text', text: '' }] },
    ])
})

for (const subrole of [
  'password',
  'Password field',
  'one-time code',
  'cc_number',
  'CVC',
  'AXSecureTextField',
  'API key',
])
  verifies('EL-sec-no-surprise', `a ${subrole} is masked though nobody marked it`, async () => {
    const { sensitive: _, ...unmarked } = field('CANARY', { subrole })
    for (const tree of sources(app(unmarked))) ok(!(await faceOf({ tree }).text())?.includes('CANARY'))
  })

verifies(
  'EL-sec-no-surprise',
  'in a kept tree the mask follows what is patched, moved and put inside',
  async () => {
    const managed = createManagedTree(
      app(
        { id: 'safe', role: 'Group', sensitive: true },
        { id: 'open', role: 'Group' },
        { id: 'r', role: 'Row', title: 'CANARY' },
      ),
    )
    const face = faceOf({ tree: managed })
    const isTold = async () => (await face.text())?.includes('CANARY')
    ok(await isTold())
    managed.move('r', 'safe')
    ok(!(await isTold()))
    managed.patch('r', { content: [{ type: 'text', text: 'CANARY' }] })
    managed.insert('safe', {
      id: 'r-2',
      role: 'Row',
      title: 'CANARY',
      children: [{ id: 'r-3', role: 'Row', title: 'CANARY' }],
    })
    ok(!(await isTold()))
    managed.patch('safe', { sensitive: false })
    ok(await isTold())
    managed.patch('safe', { sensitive: true })
    managed.patch('app', { sensitive: true })
    managed.patch('safe', { sensitive: undefined })
    ok(!(await isTold()))
  },
)
