import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Location } from '@copane/protocol/elements'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import {
  type AppElement,
  createElements,
  createIds,
  createManagedTree,
  createPassages,
} from '../../src/index.js'
import { app, faceOf, idsIn, passedOff, passedOffPlace } from '../support/elements-of.js'
import { manualTime } from '../support/manual-time.js'

const row = (id: string): AppElement => ({ id, role: 'Row' })
const at = (y: number): Location => ({ state: 'visible', rects: [{ x: 0, y, w: 10, h: 10 }], window: 7 })

const outcomes: readonly (readonly [string, Location | undefined, unknown])[] = [
  ['visible', at(5), { kind: 'location', location: at(5) }],
  [
    'offscreen',
    { state: 'offscreen', window: 7 },
    { kind: 'location', location: { state: 'offscreen', window: 7 } },
  ],
  ['gone', { state: 'gone' }, { kind: 'location', location: { state: 'gone' } }],
  ['not to be placed', undefined, { kind: 'unknown' }],
]
for (const [title, location, outcome] of outcomes)
  verifies('EL-6-location', `an element that is ${title}`, async () => {
    const face = faceOf({ tree: () => app(row('e-1')), locate: () => location })
    deepEqual(await face.locate('e-1'), outcome)
    deepEqual(face.told(), [])
  })

verifies('EL-4.2-not-offered', 'an app that knows no places offers none', async () => {
  const { locate } = createElements({ instance: 'i', tree: () => app() })
  equal(locate, undefined)
})

verifies(
  'EL-4.2-gone',
  'an element that was told and is no longer there is gone, whoever made its id',
  async () => {
    let children = [row('task-12'), row('task-13')]
    const face = faceOf({ tree: () => app(...children), locate: () => at(5) })
    deepEqual(await face.locate('task-12'), { kind: 'location', location: at(5) })
    await face.root()
    children = children.slice(1)
    deepEqual(await face.locate('task-12'), { kind: 'location', location: { state: 'gone' } })
    deepEqual(await face.locate('task-99'), { kind: 'unknown' })
  },
)

for (const id of ['', 'a b', 'ä', '../e-1', 'e-1\n', 'x'.repeat(129), '__proto__', 'constructor'])
  verifies('EL-4.2-never-issued', `${JSON.stringify(id.slice(0, 12))} was never issued`, async () => {
    const tree = createManagedTree(app(row('e-1')))
    for (const source of [() => app(row('e-1')), tree]) {
      const face = faceOf({ tree: source, ids: createIds('zonul'), locate: () => at(5) })
      deepEqual(await face.locate(id), { kind: 'unknown' })
    }
  })

const misshapen: readonly (readonly [string, unknown, Location | undefined, string])[] = [
  ['NaN', { state: 'visible', rects: [{ x: Number.NaN, y: 0, w: 1, h: 1 }] }, undefined, 'EL-6-rects'],
  [
    'infinity',
    { state: 'visible', rects: [{ x: 0, y: 0, w: Number.POSITIVE_INFINITY, h: 1 }] },
    undefined,
    'EL-6-rects',
  ],
  ['no width', { state: 'visible', rects: [{ x: 0, y: 0, w: 0, h: 1 }] }, undefined, 'EL-6-rects'],
  [
    'one good rectangle and one bad',
    { state: 'visible', rects: [{ x: 0, y: 0, w: 1, h: 1 }, { x: 0 }] },
    undefined,
    'EL-6-rects',
  ],
  ['visible without rectangles', { state: 'visible' }, undefined, 'EL-6-location'],
  ['visible with none', { state: 'visible', rects: [] }, undefined, 'EL-6-location'],
  ['another state', { state: 'hidden' }, undefined, 'EL-6-location'],
  ['a word', 'CANARY', undefined, 'EL-6-location'],
  ['null', null, undefined, 'EL-6-location'],
  ['a negative window', { state: 'offscreen', window: -1 }, { state: 'offscreen' }, 'EL-6-location'],
  ['a hint that is none', { ...at(5), edge: 'middle' }, at(5), 'EL-6-location'],
  [
    'rectangles of what is offscreen',
    { ...at(5), state: 'offscreen' },
    { state: 'offscreen', window: 7 },
    'EL-6-location',
  ],
]
for (const [title, place, location, rule] of misshapen)
  verifies('EL-6-rects', `${title}: never a wrong rectangle, and a finding`, async () => {
    const face = faceOf({ tree: () => app(row('e-1')), locate: () => passedOffPlace(place) })
    deepEqual(await face.locate('e-1'), location ? { kind: 'location', location } : { kind: 'unknown' })
    ok(
      face.findings.length > 0 &&
        face.findings.every(finding => finding.requirement === rule && finding.id === 'e-1'),
    )
    ok(!JSON.stringify(face.findings).includes('CANARY'))
  })

const failing: readonly (readonly [string, () => Location | Promise<Location>])[] = [
  ['throws', () => passedOffPlace(passedOff(undefined).id)],
  ['rejects', () => Promise.reject(new Error('CANARY'))],
  ['hangs', () => new Promise(() => {})],
]
for (const [title, locate] of failing)
  verifies(
    'EL-4.2-cannot-place',
    `a locate function that ${title} places nothing, and is a finding`,
    async () => {
      const time = manualTime()
      const face = faceOf({ tree: () => app(row('e-1')), after: time.after, locate })
      const answer = face.locate('e-1')
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      time.advance(1500)
      deepEqual(await answer, { kind: 'unknown' })
      deepEqual(face.told(), ['EL-4.2-cannot-place $ e-1'])
    },
  )

verifies(
  'FR-9',
  'in a list that was put in another order each id is where its own thing is now',
  async () => {
    const ids = createIds('zonul')
    let things = ['a', 'b', 'c', 'd'].map(name => ({ name }))
    const idOf = (thing: object) => ids.idFor(thing, 'list')
    const tree = () => app(...things.map(thing => ({ ...row(idOf(thing)), title: thing.name })))
    const face = faceOf({
      tree,
      ids,
      locate: ({ title }) => at(10 * things.findIndex(({ name }) => name === title)),
    })
    const before = new Map(things.map(thing => [thing.name, idOf(thing)]))
    things = things.toReversed()
    deepEqual(await face.locate(before.get('a') ?? ''), { kind: 'location', location: at(30) })
    deepEqual(await face.locate(before.get('d') ?? ''), { kind: 'location', location: at(0) })
    // Something else in the place of a thing is something else.
    const gone = things[0] ?? {}
    things[0] = { name: 'd' }
    deepEqual(await face.locate(idOf(gone)), { kind: 'location', location: { state: 'gone' } })
  },
)

const step = fc.record({
  what: fc.constantFrom('create', 'delete', 'move', 'replace'),
  at: fc.nat(9),
  to: fc.nat(9),
})
for (const kind of ['function', 'managed'] as const)
  verifies('FR-8', `created, deleted, moved, replaced: no id ever names two things (${kind} tree)`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const ids = createIds('zonul')
        const things: { name: string }[] = []
        const named = new Map<string, string>()
        let made = 0
        const idOf = (thing: object) => ids.idFor(thing, 'list', 'r')
        const told = (thing: { name: string }): AppElement => ({ ...row(idOf(thing)), title: thing.name })
        const managed = createManagedTree(app())
        const face = faceOf({
          tree: kind === 'managed' ? managed : () => app(...things.map(told)),
          ids,
          locate: ({ title }) => at(things.findIndex(({ name }) => name === title)),
        })
        for (const { what, at: from, to } of steps) {
          const old = things[from]
          if (what !== 'create' && !old) continue
          if (old) {
            things.splice(from, 1)
            if (what !== 'move') managed.remove(idOf(old))
          }
          const thing = what === 'move' ? old : what === 'delete' ? undefined : { name: `thing ${++made}` }
          if (what === 'create' && old) things.splice(from, 0, old)
          if (thing) {
            const before = things[to]
            things.splice(to, 0, thing)
            if (what === 'move') managed.move(idOf(thing), 'app', before && idOf(before))
            else managed.insert('app', told(thing), before && idOf(before))
          }
          if (what === 'create' && old && !managed.has(idOf(old))) managed.insert('app', told(old))
          const root = await face.root()
          for (const { id, title } of root?.children ?? []) {
            equal(named.get(id) ?? title, title)
            named.set(id, title ?? '')
          }
        }
        for (const [id, name] of named) {
          const index = things.findIndex(thing => thing.name === name)
          const location = index < 0 ? { state: 'gone' } : at(index)
          deepEqual(await face.locate(id), { kind: 'location', location })
        }
      }),
      { numRuns: 50 },
    ),
  )

verifies('FR-10', 'every id of an answer has a place the very next moment', async () => {
  const broken = [
    app(row('e-1')),
    row('e-2'),
    row('e-2'),
    { ...row('e-3'), private: true },
    { ...row('e-4'), sensitive: true },
  ]
  const tree = () => app(row('e-0'), { id: 'g', role: 'Group', children: broken })
  for (const source of [tree, createManagedTree(tree())]) {
    const face = faceOf({ tree: source, locate: () => ({ state: 'offscreen' }) })
    const ids = idsIn(await face.root())
    for (const id of ids)
      deepEqual(await face.locate(id), { kind: 'location', location: { state: 'offscreen' } })
    deepEqual(ids.toSorted(), ['app', 'e-0', 'e-2', 'e-4', 'g'])
  }
})

verifies(
  'EL-9.1-passage',
  'a passage is placed after the user selected something else, and gone with its words',
  async () => {
    const ids = createIds('zonul')
    const passages = createPassages({ ids })
    const selected = { start: 4, end: 8 }
    const tree = () => {
      const id = passages.name('note', selected)
      return app(...(id === undefined ? [] : [{ id, role: 'Text' as const, selected: true }]))
    }
    const place = (id: string): Location | undefined => {
      const found = passages.find(id)
      return found.kind === 'live' ? at(found.passage.start) : undefined
    }
    const face = faceOf({ tree, ids, locate: ({ id }) => place(id), locateOther: place })
    const [, first = ''] = idsIn(await face.root())
    selected.start = 0
    const [, second] = idsIn(await face.root())
    ok(second !== first)
    passages.edit('note', [{ at: 0, removed: 0, inserted: 3 }])
    deepEqual(await face.locate(first), { kind: 'location', location: at(7) })
    passages.edit('note', [{ at: 7, removed: 4, inserted: 0 }])
    deepEqual(await face.locate(first), { kind: 'location', location: { state: 'gone' } })
    deepEqual(await face.locate('sel-99'), { kind: 'unknown' })
  },
)
