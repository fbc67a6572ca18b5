import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createIds, createManagedTree } from '../../src/index.js'
import { app, faceOf, idsIn, passedOff } from '../support/elements-of.js'

const secret = (more: Partial<AppElement> = {}): AppElement => ({
  id: 'w-2',
  role: 'Window',
  title: 'CANARY vault',
  focused: true,
  private: true,
  children: [
    { id: 'r-1', role: 'Row', title: 'CANARY entry', selected: true, focused: true },
    // Broken, so that what is told of broken things is seen to say nothing of it.
    { id: 'r-1', role: 'Row', title: 'CANARY\ntwice' },
    passedOff('CANARY'),
  ],
  ...more,
})
const open = (): AppElement => ({
  id: 'w-1',
  role: 'Window',
  title: 'Notes',
  attributes: {
    related: [
      { relation: 'opened', id: 'w-2' },
      { relation: 'opened', id: 'r-1' },
      { relation: 'about', url: 'https://example.com/' },
    ],
  },
})

for (const kind of ['function', 'managed'] as const) {
  const face = (root: AppElement) =>
    faceOf({
      tree: kind === 'managed' ? createManagedTree(root) : () => root,
      ids: createIds('zonul'),
      locate: () => ({ state: 'offscreen' }),
    })

  verifies(
    'FR-40',
    `a private window is in no answer, with its titles and all inside it (${kind} tree)`,
    async () => {
      const seen = face(app(open(), secret()))
      deepEqual(await seen.root(), {
        ...app(),
        children: [
          { ...open(), attributes: { related: [{ relation: 'about', url: 'https://example.com/' }] } },
        ],
      })
    },
  )

  verifies(
    'D-45',
    `what is private has no place and is in no finding, not even as gone (${kind} tree)`,
    async () => {
      const seen = face(app(open(), secret()))
      await seen.root()
      for (const id of ['w-2', 'r-1']) deepEqual(await seen.locate(id), { kind: 'unknown' })
      equal((await seen.locate('w-1')) === 'not offered', false)
      ok(!/CANARY|w-2|r-1/.test(JSON.stringify(seen.findings)))
    },
  )

  verifies('FR-40', `any mark but false counts, so that a slip hides too much (${kind} tree)`, async () => {
    for (const mark of [true, 'no', 0, null, {}]) {
      const window = passedOff({ ...secret(), private: mark })
      deepEqual(idsIn(await face(app(window)).root()), ['app'])
    }
    const shown = await face(app({ id: 'w', role: 'Window', private: false })).root()
    deepEqual(shown?.children, [{ id: 'w', role: 'Window' }])
  })
}

verifies(
  'D-45',
  'an id that was told is unknown once its element is private, and known again when it no longer is',
  async () => {
    let isPrivate = false
    const ids = createIds('zonul')
    const id = ids.mint('w')
    const managed = createManagedTree(app({ id, role: 'Window' }))
    const told = () => app({ id, role: 'Window', private: isPrivate })
    for (const tree of [told, managed]) {
      const face = faceOf({ tree, ids, locate: () => ({ state: 'offscreen' }) })
      await face.root()
      isPrivate = true
      managed.patch(id, { private: true })
      deepEqual(await face.locate(id), { kind: 'unknown' })
      deepEqual(idsIn(await face.root()), ['app'])
      isPrivate = false
      managed.patch(id, { private: false })
      deepEqual(await face.locate(id), { kind: 'location', location: { state: 'offscreen' } })
      deepEqual(idsIn(await face.root()), ['app', id])
    }
  },
)

verifies(
  'FR-40',
  'a private tree as large as the answer may be, or one that throws, costs nothing and tells nothing',
  async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({ id: `p-${index}`, role: 'Row' as const }))
    const thrower = {
      id: 't-1',
      role: 'Row',
      private: true,
      get children(): never {
        throw new Error('CANARY')
      },
    }
    const face = faceOf({
      tree: () => app(secret({ children: many }), passedOff(thrower)),
      locate: () => ({ state: 'offscreen' }),
    })
    deepEqual(idsIn(await face.root()), ['app'])
    deepEqual(face.told(), [])
    deepEqual(await face.locate('t-1'), { kind: 'unknown' })
  },
)
