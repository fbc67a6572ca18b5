import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createElements } from '../../src/index.js'
import { app, brokenIn, faceOf, idsIn, passedOff } from '../support/elements-of.js'
import { manualTime } from '../support/manual-time.js'

const row = (id: string, more: Partial<AppElement> = {}): AppElement => ({ id, role: 'Row', ...more })

verifies(
  'EL-4.1-three-fields',
  'the answer is the protocol, the instance and the tree, and nothing else',
  async () => {
    const { currentText } = createElements({ instance: 'k3f9x2', tree: () => app(row('a')) })
    deepEqual(JSON.parse(await currentText()), {
      protocol: '0.2.0',
      instance: 'k3f9x2',
      root: { id: 'app', role: 'Application', title: 'Pad', children: [{ id: 'a', role: 'Row' }] },
    })
  },
)

verifies(
  'EL-4.1-three-fields',
  'the escaped pieces are the text inside a JSON string, byte for byte',
  async () => {
    const title = 'a "b" \\ \u0007 \u2028 é 😀 \ud83d'
    const { currentText, currentEscaped } = createElements({
      instance: 'k"3',
      tree: () => app(row('a', { title })),
    })
    const pieces = (await currentEscaped?.()) ?? []
    equal(`"${Buffer.concat(pieces).toString()}"`, JSON.stringify(await currentText()))
  },
)

verifies(
  'EL-5.3-only-true',
  'a state that is false, an empty list and fields without a value are not sent',
  async () => {
    const face = faceOf({
      tree: () => app(row('a', { selected: false, focused: false, hovered: false, children: [] })),
    })
    deepEqual((await face.root())?.children, [{ id: 'a', role: 'Row' }])
    deepEqual(face.told(), [])
  },
)

verifies('EL-10-unknown-fields', "what the app's own object holds beside is never sent", async () => {
  const model = { id: 'a', role: 'Row', owner: 'CANARY', toJSON: () => 'CANARY' }
  const face = faceOf({ tree: () => app(passedOff(model)) })
  ok(!(await face.text())?.includes('CANARY'))
  deepEqual(face.told(), ['EL-10-unknown-fields $.root.children[0] a'])
})

/** A chain of groups, the innermost first made, so that none of it recurses. */
function chain(depth: number): AppElement {
  let element = row(`d-${depth}`)
  for (let at = depth - 1; at > 0; at--) element = { id: `d-${at}`, role: 'Group', children: [element] }
  return element
}

verifies(
  'D-16',
  'a tree 1,000,000 deep is cut at the limit, with a finding, and nothing runs out',
  async () => {
    const face = faceOf({ tree: () => app(chain(1_000_000)) })
    equal(idsIn(await face.root()).length, 65)
    ok(face.told().some(told => told.startsWith('D-16') && told.endsWith(' d-64')))
  },
)

verifies('FR-2', 'more elements than a host takes, or more text, is no answer and a finding', async () => {
  const children = Array.from({ length: 1_000_000 }, (_, index) => row(`r-${index}`))
  const many = faceOf({ tree: () => ({ ...app(), children }) })
  equal(await many.text(), undefined)
  deepEqual(many.told(), ['D-16 $.root'])
  const long = 'x'.repeat(60_000)
  const large = faceOf({
    tree: () =>
      app(
        ...Array.from({ length: 100 }, (_, index) =>
          row(`r-${index}`, { content: [{ type: 'text', text: long }] }),
        ),
      ),
  })
  equal(await large.text(), undefined)
  ok(large.told().includes('D-16 $.root'))
  const hidden = faceOf({
    tree: () =>
      app(...Array.from({ length: 100 }, (_, index) => row(`r-${index}`, { attributes: { long } }))),
  })
  equal(await hidden.text(), undefined)
  ok(hidden.told().includes('D-16 $'))
})

const ring = app(row('a'))
const inRing = { id: 'b', role: 'Group', children: [ring] }
ring.children = [passedOff(inRing)]
const shared = row('s')
let doubling: AppElement = row('g-0')
for (let at = 1; at < 60; at++) doubling = { id: `g-${at}`, role: 'Group', children: [doubling, doubling] }
const thrower = {
  id: 'a',
  role: 'Row',
  get title(): string {
    throw new Error('CANARY')
  },
}
const revoked = Proxy.revocable({}, {})
revoked.revoke()

const trees: readonly (readonly [string, unknown, string[] | undefined, string])[] = [
  ['a ring', ring, ['app', 'b'], 'EL-5.1-id-unique'],
  [
    'a node shown twice',
    app({ id: 'x', role: 'Group', children: [shared] }, { id: 'y', role: 'Group', children: [shared] }),
    ['app', 'x', 'y', 's'],
    'EL-5.1-id-unique',
  ],
  ['nodes shared sixty levels deep', app(doubling), undefined, 'EL-5.1-id-unique'],
  ['a getter that throws', app(passedOff(thrower), row('b')), ['app', 'b'], 'EL-5.1-fields'],
  ['a revoked proxy', app(passedOff(revoked.proxy), row('b')), undefined, 'EL-4.1-three-fields'],
  ['a child that is a word', app(passedOff('CANARY'), row('b')), ['app', 'b'], 'EL-5.1-children'],
  ['a hole among the children', app(passedOff(undefined), row('b')), ['app', 'b'], 'EL-5.1-children'],
  [
    'children that are no list',
    app(passedOff({ id: 'a', role: 'Row', children: 'CANARY' })),
    ['app', 'a'],
    'EL-5.1-children',
  ],
  ['an id of the wrong form', app(row('a b'), row('b')), ['app', 'b'], 'EL-5.1-id-form'],
  ['no id', app(passedOff({ role: 'Row' }), row('b')), ['app', 'b'], 'EL-5.1-id-form'],
  ['a role of its own', app(passedOff({ id: 'a', role: 'Comment' })), ['app', 'a'], 'EL-5.2-role-words'],
  ['a second Application', app({ id: 'a', role: 'Application' }), ['app', 'a'], 'EL-5.2-root-application'],
  [
    'a bigint',
    app(row('a', { attributes: passedOff({ attributes: { n: 1n } }).attributes ?? {} })),
    ['app', 'a'],
    'EL-5.1-fields',
  ],
  [
    'a function',
    app(passedOff({ id: 'a', role: 'Row', title: () => 'CANARY' })),
    ['app', 'a'],
    'EL-5.1-fields',
  ],
  ['a title of two lines', app(row('a', { title: 'one\ntwo' })), ['app', 'a'], 'EL-5.1-title-line'],
  [
    'content that MCP does not have',
    app(passedOff({ id: 'a', role: 'Row', content: [{ type: 'video' }] })),
    ['app', 'a'],
    'EL-5.5-content-blocks',
  ],
  ['another root', { id: 'w', role: 'Window' }, undefined, 'EL-5.2-root-application'],
  ['a root that is private', { ...app(row('a')), private: true }, undefined, 'D-45'],
  ['nothing', undefined, undefined, 'EL-4.1-three-fields'],
  ['a list', [app()], undefined, 'EL-4.1-three-fields'],
]
for (const [title, tree, ids, rule] of trees)
  verifies(
    'D-15',
    `a tree with ${title} has a defined answer, and a finding that quotes nothing`,
    async () => {
      const face = faceOf({ tree: () => passedOff(tree) })
      const root = await face.root()
      if (ids) deepEqual(idsIn(root).toSorted(), ids.toSorted())
      if (root) deepEqual(brokenIn(root), [])
      ok(
        face.told().some(told => told.startsWith(rule)),
        face.told().join('\n'),
      )
      ok(!JSON.stringify(face.findings).includes('CANARY'))
    },
  )

const failing: readonly (readonly [string, () => AppElement | Promise<AppElement>])[] = [
  ['throws', () => passedOff(thrower.title)],
  ['rejects', () => Promise.reject(new Error('CANARY'))],
  [
    'gives a promise that can not be awaited',
    () =>
      passedOff({
        get then() {
          throw new Error('CANARY')
        },
      }),
  ],
]
for (const [title, tree] of failing)
  verifies(
    'D-08',
    `a tree function that ${title} is an error without a word of it, and a finding`,
    async () => {
      const face = faceOf({ tree })
      const { currentText, locate } = createElements({
        instance: 'i',
        tree,
        locate: () => ({ state: 'offscreen' }),
      })
      await rejects(currentText(), error => !String(error).includes('CANARY') && !('cause' in Object(error)))
      deepEqual(await locate?.('a'), { kind: 'unknown' })
      equal(await face.text(), undefined)
      deepEqual(face.told(), ['EL-4.1-three-fields $'])
      ok(!JSON.stringify(face.findings).includes('CANARY'))
    },
  )

verifies(
  'EL-9.2-never-wait',
  'a tree function that hangs holds a request for its time, and piles nothing up',
  async () => {
    const time = manualTime()
    let calls = 0
    const hang = () => {
      calls++
      return new Promise<AppElement>(() => {})
    }
    const face = faceOf({ tree: hang, after: time.after, locate: () => ({ state: 'offscreen' }) })
    const answers = [...Array.from({ length: 40 }, () => face.text()), face.locate('a')]
    time.advance(3000)
    deepEqual(await Promise.all(answers), [...Array(40).fill(undefined), { kind: 'unknown' }])
    equal(calls, 32)
    ok(face.findings.every(({ message }) => message.includes('did not end in time')))
  },
)

verifies(
  'D-16',
  'a developer hears at a tenth of what a host takes, and at half of the depth, with the place and the element',
  async () => {
    const text = (id: string, length: number) =>
      row(id, { content: [{ type: 'text', text: 'x'.repeat(length) }] })
    const face = faceOf({
      tree: () =>
        app(
          ...Array.from({ length: 1001 }, (_, index) => text(`r-${index}`, 500)),
          text('long', 7000),
          chain(34),
        ),
    })
    ok(await face.root())
    deepEqual(face.told().toSorted(), [
      'D-16 $.root',
      'D-16 $.root',
      `D-16 $.root.children[1002]${'.children[0]'.repeat(32)} d-33`,
      'EL-5.5-small $.root.children[1001] long',
    ])
  },
)

verifies(
  'D-08',
  'findings of an answer that breaks the same rules are told once, and a listener that throws is nothing',
  async () => {
    const face = faceOf({
      tree: () =>
        app(
          { id: 'w', role: 'Window', focused: true },
          { id: 'v', role: 'Window', focused: true, title: 'CANARY' },
        ),
    })
    await face.text()
    await face.text()
    deepEqual(face.told(), ['EL-5.3-focus-path $.root.children[1] v'])
    ok(!JSON.stringify(face.findings).includes('CANARY'))
    const { currentText } = createElements({
      instance: 'i',
      tree: () => app(row('a'), row('a')),
      onFindings: () => {
        throw new Error('mine')
      },
    })
    ok(JSON.parse(await currentText()))
  },
)
