import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createElements, createManagedTree, type ManagedTree } from '../../src/index.js'
import { app, brokenIn, faceOf, idsIn, passedOff } from '../support/elements-of.js'

const group = (id: string, ...children: AppElement[]): AppElement => ({ id, role: 'Group', children })
const row = (id: string, more: Partial<AppElement> = {}): AppElement => ({ id, role: 'Row', ...more })

/** The same changes made to plain objects, each looked up by walking: what a managed tree is compared with. */
function plainTree(root: AppElement) {
  type Plain = Omit<AppElement, 'children'> & { children: Plain[] }
  const plain = ({ children = [], ...own }: AppElement): Plain => ({ ...own, children: children.map(plain) })
  const top = plain(root)
  const all = (from: Plain = top): Plain[] => [from, ...from.children.flatMap(child => all(child))]
  const get = (id: string) => all().find(each => each.id === id)
  const parentOf = (id: string) => all().find(each => each.children.some(child => child.id === id))
  const put = (element: Plain, parent: string, before: string | undefined): boolean => {
    const into = get(parent)
    const at =
      before === undefined ? into?.children.length : into?.children.findIndex(child => child.id === before)
    if (!into || at === undefined || at < 0) return false
    into.children.splice(at, 0, element)
    return true
  }
  const take = (id: string): Plain | undefined => {
    const siblings = parentOf(id)?.children
    return siblings?.splice(
      siblings.findIndex(child => child.id === id),
      1,
    )[0]
  }
  return {
    root: (): AppElement => top,
    patch: (id: string, fields: Partial<AppElement>) => Object.assign(get(id) ?? {}, fields),
    insert: (parent: string, element: AppElement, before?: string) =>
      !get(element.id) && put(plain(element), parent, before),
    move(id: string, parent: string, before?: string) {
      const node = get(id)
      if (!node || !parentOf(id) || all(node).some(each => each.id === parent)) return
      if (before === id || !get(parent) || (before !== undefined && parentOf(before)?.id !== parent)) return
      const moved = take(id)
      if (moved) put(moved, parent, before)
    },
    remove: take,
    replace(element: AppElement) {
      const siblings = parentOf(element.id)?.children
      if (siblings) siblings[siblings.findIndex(child => child.id === element.id)] = plain(element)
    },
  }
}

const id = fc.integer({ min: 0, max: 14 }).map(at => `e-${at}`)
const fields = fc.record(
  { title: fc.string(), private: fc.boolean(), sensitive: fc.boolean(), selected: fc.boolean() },
  { requiredKeys: [] },
)
const place = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: id })
const change = fc.oneof(
  fc.record({ kind: fc.constant('patch' as const), id, fields }),
  fc.record({
    kind: fc.constant('insert' as const),
    id,
    parent: fc.oneof(id, fc.constant('app')),
    before: place,
    fields,
  }),
  fc.record({
    kind: fc.constant('move' as const),
    id,
    parent: fc.oneof(id, fc.constant('app')),
    before: place,
  }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('replace' as const), id, fields }),
)

verifies(
  'FR-8',
  'whatever is changed, a managed tree answers what the same tree told by a function answers',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async changes => {
        const start = app(
          group('e-0', row('e-1', { attributes: { related: [{ relation: 'by', id: 'e-2' }] } })),
          row('e-2'),
        )
        const plain = plainTree(start)
        const managed = createManagedTree(start)
        const kept = createElements({ instance: 'i', tree: managed })
        const told = createElements({ instance: 'i', tree: plain.root })
        for (const each of changes) {
          const element = { ...row(each.id), ...('fields' in each ? each.fields : {}) }
          if (each.kind === 'patch') {
            managed.patch(each.id, each.fields)
            plain.patch(each.id, each.fields)
          } else if (each.kind === 'insert') {
            managed.insert(each.parent, element, each.before)
            plain.insert(each.parent, element, each.before)
          } else if (each.kind === 'move') {
            managed.move(each.id, each.parent, each.before)
            plain.move(each.id, each.parent, each.before)
          } else if (each.kind === 'remove') {
            managed.remove(each.id)
            plain.remove(each.id)
          } else {
            managed.replace(element)
            plain.replace(element)
          }
          equal(await kept.currentText(), await told.currentText())
        }
        equal(
          Buffer.concat([...((await kept.currentEscaped?.()) ?? [])]).toString(),
          JSON.stringify(await told.currentText()).slice(1, -1),
        )
      }),
      { numRuns: 200 },
    ),
)

const state = fc.record({
  kind: fc.constantFrom('focus', 'hover', 'select', 'move', 'remove', 'insert', 'replace'),
  id,
  other: id,
  isOn: fc.boolean(),
})

verifies(
  'EL-5.3-focus-path',
  'whatever is focused, hovered, moved and taken away: one path, one hover, no rule broken',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(state, { maxLength: 30 }), async states => {
        const managed = createManagedTree(
          app(group('e-0', group('e-1', row('e-2'))), group('e-3', row('e-4'))),
        )
        const face = faceOf({ tree: managed })
        for (const { kind, id: each, other, isOn } of states) {
          const element = group(each, row(`${each}-in`, { focused: isOn, hovered: isOn }))
          if (kind === 'focus') managed.focus(isOn ? each : undefined)
          else if (kind === 'hover') managed.hover(isOn ? each : undefined)
          else if (kind === 'select') managed.select(isOn ? [each, other] : [])
          else if (kind === 'move') managed.move(each, other)
          else if (kind === 'remove') managed.remove(each)
          else if (kind === 'insert') managed.insert(other, { ...element, focused: isOn })
          else managed.replace({ ...element, hovered: !isOn })
          const root = await face.root()
          deepEqual(root && brokenIn(root), [])
        }
      }),
      { numRuns: 100 },
    ),
)

const changes: readonly (readonly [string, (tree: ManagedTree) => boolean, string])[] = [
  ['a patch of what is not there', tree => tree.patch('x', { title: 'CANARY' }), 'EL-9.1-id-stable $'],
  ['a replacement of what is not there', tree => tree.replace(row('x')), 'EL-9.1-id-stable $'],
  ['a replacement that is nothing', tree => tree.replace(passedOff(undefined)), 'EL-9.1-id-stable $'],
  ['an insert into what is not there', tree => tree.insert('x', row('y')), 'EL-9.1-id-stable $'],
  ['an insert before what is elsewhere', tree => tree.insert('app', row('y'), 'b'), 'EL-9.1-id-stable $'],
  ['an insert of an id that is there', tree => tree.insert('app', row('b')), 'EL-5.1-id-unique $'],
  ['an insert without an id', tree => tree.insert('app', passedOff({ role: 'Row' })), 'EL-5.1-id-form $'],
  ['an insert of nothing', tree => tree.insert('app', passedOff(null)), 'EL-5.1-fields $'],
  ['a move into itself', tree => tree.move('a', 'b'), 'EL-9.1-id-stable $ a'],
  ['a move of the root', tree => tree.move('app', 'a'), 'EL-9.1-id-stable $'],
  ['a removal of the root', tree => tree.remove('app'), 'EL-9.1-id-stable $'],
  ['a focus on what is not there', tree => tree.focus('x'), 'EL-9.1-id-stable $'],
  ['a selection of what is not there', tree => tree.select(['b', 'x']), 'EL-9.1-id-stable $'],
]
for (const [title, make, told] of changes)
  verifies('EL-9.1-id-stable', `${title} is not made, and is a finding`, async () => {
    const tree = createManagedTree(app(group('a', row('b'))))
    const face = faceOf({ tree })
    const before = await face.text()
    equal(make(tree), false)
    equal(await face.text(), before)
    deepEqual(face.told(), [told])
    ok(!JSON.stringify(face.findings).includes('CANARY'))
  })

verifies('D-16', 'depth and number are limits of a kept tree too', async () => {
  const tree = createManagedTree(app(group('a', row('b'))), { limits: { maxDepth: 3, maxElements: 6 } })
  const face = faceOf({ tree })
  ok(tree.insert('b', group('c', group('d', group('e')))))
  deepEqual(idsIn(await face.root()), ['app', 'a', 'b', 'c'])
  deepEqual([tree.has('d'), tree.insert('c', row('x')), tree.move('b', 'c')], [false, false, false])
  deepEqual(
    [tree.insert('a', row('e')), tree.insert('a', row('f')), tree.insert('a', row('g'))],
    [true, true, false],
  )
  deepEqual(idsIn(await face.root()), ['app', 'a', 'b', 'c', 'e', 'f'])
})

verifies(
  'D-16',
  'a root that is none answers nothing, deep and ringed ones are cut, and nothing throws',
  async () => {
    equal(await faceOf({ tree: createManagedTree(row('a')) }).text(), undefined)
    equal(await faceOf({ tree: createManagedTree({ ...app(), private: true }) }).text(), undefined)
    const ring = group('a')
    ring.children = [ring, row('b')]
    deepEqual(idsIn(await faceOf({ tree: createManagedTree(app(ring)) }).root()), ['app', 'a', 'b'])
    let deep = row('d')
    for (let at = 0; at < 100_000; at++) deep = group(`d-${at}`, deep)
    equal(idsIn(await faceOf({ tree: createManagedTree(app(deep)) }).root()).length, 65)
  },
)

verifies(
  'EL-9.1-id-stable',
  'what is handed in is copied: changed later by the app, it changes nothing',
  async () => {
    const mine: AppElement = row('b', {
      attributes: { tags: ['a'] },
      content: [{ type: 'text', text: 'one' }],
    })
    const tree = createManagedTree(app(mine))
    const face = faceOf({ tree })
    const before = await face.text()
    Object.assign(mine, { title: 'CANARY' })
    mine.content?.splice(0)
    tree.focus('b')
    tree.focus()
    equal(await face.text(), before)
  },
)

/** How many pieces of an answer were made anew since another one. */
const fresh = (now: readonly Uint8Array[], before: readonly Uint8Array[]): number => {
  const known = new Set(before)
  return now.filter(piece => !known.has(piece)).length
}

verifies(
  'D-16',
  'after one change among 50,000 siblings all but a few pieces of the answer are the very same',
  async () => {
    const children = Array.from({ length: 50_000 }, (_, at) => row(`r-${at}`, { title: `Row number ${at}` }))
    const tree = createManagedTree(
      { ...app(), children },
      { limits: { maxElements: 60_000, maxBytes: 2 ** 24 } },
    )
    const { currentEscaped } = createElements({ instance: 'i', tree })
    const read = async () => (await currentEscaped?.()) ?? []
    let before = await read()
    ok(before.length > 100)
    const makes: readonly (() => boolean)[] = [
      () => tree.patch('r-25000', { title: 'Another' }),
      () => tree.insert('app', row('new'), 'r-25000'),
      () => tree.remove('r-12345'),
      () => tree.move('r-40000', 'app', 'r-3'),
      () => tree.replace(row('r-49999', { title: 'Last' })),
      () => tree.focus('r-7'),
      () => tree.select(['r-100', 'r-49000']),
      () => tree.insert('app', row('last')),
    ]
    for (const make of makes) {
      ok(make())
      const now = await read()
      const count = fresh(now, before)
      ok(count > 0 && count <= 6, `${count} pieces of ${now.length}`)
      before = now
    }
    // The first and the last, in which the envelope is.
    equal(fresh(await read(), before), 2)
  },
)

verifies('D-16', 'inserted at the front 20,000 times, a list stays in short runs and in order', async () => {
  const tree = createManagedTree(app(), { limits: { maxElements: 30_000 } })
  for (let at = 0; at < 20_000; at++) tree.insert('app', row(`r-${at}`), at === 0 ? undefined : `r-${at - 1}`)
  const root = await faceOf({ tree }).root()
  deepEqual(
    idsIn(root).slice(1),
    Array.from({ length: 20_000 }, (_, at) => `r-${19_999 - at}`),
  )
})

verifies(
  'D-08',
  'a change that was not made is told once, and what else is broken is not told again for it',
  async () => {
    const tree = createManagedTree(app({ id: 'w', role: 'Window', children: [row('r', { visible: true })] }))
    const face = faceOf({ tree })
    await face.text()
    tree.patch('x', {})
    await face.text()
    tree.insert('app', row('first'), 'w')
    await face.text()
    deepEqual(face.told(), ['EL-5.3-visible-differs $.root.children[0].children[0] r', 'EL-9.1-id-stable $'])
    tree.patch('app', { private: true })
    equal(await face.text(), undefined)
    equal(face.told().at(-1), 'D-45 $.root')
  },
)

verifies(
  'EL-5.5-small',
  'of a root that was replaced nothing is kept: its pictures are shrunk no more',
  async () => {
    const picture = { type: 'image' as const, data: 'A'.repeat(8_000_000), mimeType: 'image/png' }
    const tree = createManagedTree(app({ ...row('old', { content: [picture] }), focused: true }))
    let shrunk = 0
    const face = faceOf({
      tree,
      shrink: () => {
        shrunk++
        return { type: 'text', text: 'small' }
      },
    })
    tree.replace(app(row('new')))
    tree.focus('new')
    deepEqual(idsIn(await face.root()), ['app', 'new'])
    equal(shrunk, 0)
  },
)

verifies('D-16', 'ten thousand findings among siblings are told without the app standing still', async () => {
  const tree = createManagedTree(
    app(...Array.from({ length: 9000 }, (_, at) => row(`r-${at}`, { title: 'two\nlines' }))),
  )
  const face = faceOf({ tree })
  const started = performance.now()
  await face.root()
  ok(performance.now() - started < 3000, 'a place costs no walk over all its siblings')
  const places = face.findings.filter(({ requirement }) => requirement === 'EL-5.1-title-line')
  equal(places.length, 9000)
  equal(places.at(-1)?.at, '$.root.children[8999]')
})
