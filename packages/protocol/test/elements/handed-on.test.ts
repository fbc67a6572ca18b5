/** What is handed on of an answer: the objects that came in where nothing was repaired, and never a changed one. */
import { LIMITS, parseAnswer, readAnswer, type TreeElement, walk } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { flawlessBits, readElement } from '../../src/elements/read-element.ts'
import { answer, told, tree } from '../support/elements.ts'
import { fields, mixedTrees } from '../support/mixed-trees.ts'

verifies('D-15', 'what came in is never changed, however broken', () =>
  fc.assert(
    fc.property(mixedTrees, root => {
      const before = JSON.stringify(root)
      readAnswer(answer(root))
      expect(JSON.stringify(root)).toBe(before)
    }),
    { numRuns: 400 },
  ),
)

verifies('D-15', 'a text and the value in it are read alike', () =>
  fc.assert(
    fc.property(mixedTrees, root => {
      const text = JSON.stringify(answer(root))
      expect(parseAnswer(text)).toEqual(readAnswer(JSON.parse(text)))
    }),
    { numRuns: 400 },
  ),
)

verifies('D-15', 'what is handed on unread is what reading would have made of it', () => {
  let flawless = 0
  fc.assert(
    fc.property(fields, given => {
      const raw: { [name: string]: unknown } = { id: 'a', role: 'Row', ...given }
      const { children, ...rest } = raw
      const faults: string[] = []
      const read = readElement(raw, { parent: undefined, index: 0 }, false, LIMITS, rule => faults.push(rule))
      const isSame = JSON.stringify(sorted(read)) === JSON.stringify(sorted(rest))
      const isFilled =
        children === undefined ? !('children' in raw) : Array.isArray(children) && children.length > 0
      const isDefined = Object.values(raw).every(value => value !== undefined)
      const bits = flawlessBits(raw, LIMITS)
      if (bits !== 0) flawless++
      expect(bits !== 0).toBe(faults.length === 0 && isSame && isFilled && isDefined)
    }),
    { numRuns: 3000 },
  )
  expect(flawless).toBeGreaterThan(100)
})

const sorted = (element: object): [string, unknown][] =>
  Object.entries(element).toSorted(([a], [b]) => (a < b ? -1 : 1))

const outline = [
  'app Application "A"',
  '  a Window',
  '    b Group',
  '      c Text',
  '  d Window',
  '    e Group',
].join('\n')

/** The elements that two trees share, by id. */
function shared(one: TreeElement, other: TreeElement): string[] {
  const known = new Set([...walk(one)].map(({ element }) => element))
  return [...walk(other)].flatMap(({ element }) => (known.has(element) ? [element.id] : []))
}

const faults: [string, object, string[]][] = [
  ['nothing', {}, ['a', 'b', 'c', 'd', 'e']],
  ['a note', { url: 'x:y', visible: true }, ['a', 'b', 'c', 'd', 'e']],
  ['a title that is null', { title: null }, ['d', 'e']],
  ['a state that is false', { selected: false }, ['d', 'e']],
  ['a focus that can’t be', { focused: true }, ['d', 'e']],
  ['an unknown field', { colour: 'red' }, ['d', 'e']],
  ['a child that is none', { children: [7] }, ['d', 'e']],
]

for (const [title, fault, expected] of faults)
  verifies('D-15', `of a tree with ${title} in its innermost element, the rest is shared`, () => {
    const root = tree(outline)
    const inner = root.children?.[0]?.children?.[0]?.children?.[0] ?? {}
    Object.assign(inner, fault)
    const before = JSON.stringify(root)
    const read = readAnswer(answer(root))
    expect(read.kind === 'answer' && shared(root, read.root)).toEqual(expected)
    expect(JSON.stringify(root)).toBe(before)
  })

verifies(
  'EL-5.3-one-hover',
  'elements hovered inside each other and apart all lose it, nothing else changes',
  () => {
    const hovered =
      'app Application "A"\n  a Window hovered\n    b Group hovered\n      c Text hovered\n  d Window\n    e Group hovered'
    for (const read of [
      readAnswer(answer(tree(hovered))),
      parseAnswer(JSON.stringify(answer(tree(hovered)))),
    ])
      expect(read).toMatchObject({ kind: 'answer', root: tree(hovered.replaceAll(' hovered', '')) })
  },
)

const trap = (handler: object, target: object = { id: 'a', role: 'Group' }) => new Proxy(target, handler)
const refuse = () => {
  throw new Error('not to be looked at')
}
const unusual: [string, () => object, string[]][] = [
  ['a proxy that hides its prototype', () => trap({ getPrototypeOf: refuse }), []],
  ['a proxy that has another one', () => trap({ getPrototypeOf: () => Array.prototype }), []],
  [
    'an element of a class',
    () => Object.assign(Object.create({ kind: 'x' }), { id: 'a', role: 'Group' }),
    [],
  ],
  [
    'an element without a prototype',
    () => Object.assign(Object.create(null), { id: 'a', role: 'Group' }),
    [],
  ],
  ['inherited fields', () => Object.create({ id: 'a', role: 'Group' }), []],
  ['attributes that are a map', () => ({ id: 'a', role: 'Group', attributes: new Map([['author', 1]]) }), []],
  ['attributes that are a date', () => ({ id: 'a', role: 'Group', attributes: new Date(0) }), []],
]

for (const [title, make, expected] of unusual)
  verifies('D-15', `objects of an app’s own making: ${title}`, () => {
    const read = readAnswer(answer({ id: 'app', role: 'Application', title: 'A', children: [make()] }))
    expect(told(read.findings)).toEqual(expected)
    if (read.kind === 'answer')
      expect(JSON.stringify(read.root.children)).toMatch(/^\[\{"id":"a","role":"Group"/)
  })

verifies('D-15', 'fields that change each time they are read make nothing throw', () => {
  let turns = 0
  const other = () => [7, 'a', [], {}, true, null][turns++ % 6]
  const element = {}
  for (const name of ['id', 'role', 'title', 'content', 'attributes', 'children', 'focused', 'visible'])
    Object.defineProperty(element, name, { get: other, enumerable: true })
  for (let at = 0; at < 50; at++) {
    turns = at
    const children = [element, { id: 'b', role: 'Group', children: [element] }]
    expect(readAnswer(answer({ id: 'app', role: 'Application', title: 'A', children })).findings).not.toEqual(
      [],
    )
  }
})

verifies('D-15', 'a list of children that grows while it is read comes to an end', () => {
  const list: unknown[] = [{ id: 'a', role: 'Group' }]
  const children = new Proxy(list, {
    get: (target, name) => {
      if (name === '0') target.push({ id: `x${target.length}`, role: 'Group' })
      return Reflect.get(target, name)
    },
  })
  expect(readAnswer(answer({ id: 'app', role: 'Application', title: 'A', children })).kind).toBe('answer')
})
