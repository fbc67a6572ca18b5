/** A tree that keeps every rule, with one fault in it: the finding names that rule and that place, and no other. */
import {
  type ContentBlock,
  parseAnswer,
  type TreeElement,
  validateAnswer,
  type Visit,
  walk,
} from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, answerWith, nested, told } from '../support/elements.ts'

type Loose = { [name: string]: unknown }

/** How one element of a sound tree is spoilt, and what is found then at its own place, or below. */
type Mutation = {
  name: string
  spoil: (element: Loose, visit: Visit) => void
  finds: (visit: Visit) => string
  below?: string
  fits?: (visit: Visit) => boolean
}

const set =
  (name: string, value: unknown): Mutation['spoil'] =>
  element =>
    void (element[name] = value)

const always = (finding: string) => () => finding

const mutations: Mutation[] = [
  ...[null, 7, ['a'], {}].flatMap((value): Mutation[] =>
    ['subrole', 'title', 'url'].map(name => ({
      name: `${name} is ${JSON.stringify(value)}`,
      spoil: set(name, value),
      finds: always('EL-5.1-fields must repair'),
    })),
  ),
  ...[null, 'true', 1, [], {}].flatMap((value): Mutation[] =>
    ['selected', 'focused', 'hovered', 'visible'].map(name => ({
      name: `${name} is ${JSON.stringify(value)}`,
      spoil: set(name, value),
      finds: always('EL-5.1-fields must repair'),
      fits: ({ element }) => name !== 'visible' || element.visible === undefined,
    })),
  ),
  ...['selected', 'focused', 'hovered'].map(
    (name): Mutation => ({
      name: `${name} is false`,
      spoil: set(name, false),
      finds: always('EL-5.3-only-true must note'),
    }),
  ),
  ...[undefined, null, 7, '', 'a b', 'é', 'x'.repeat(129)].map(
    (value): Mutation => ({
      name: `an id that is ${JSON.stringify(value)?.slice(0, 9)}`,
      spoil: set('id', value),
      finds: always('EL-5.1-id-form must refuse'),
    }),
  ),
  { name: "the root's id", spoil: set('id', 'root'), finds: always('EL-5.1-id-unique must refuse') },
  { name: 'no role', spoil: set('role', undefined), finds: always('EL-5.1-fields must repair') },
  {
    name: 'a role of its own',
    spoil: set('role', 'Button'),
    finds: always('EL-5.2-role-words should repair'),
  },
  {
    name: 'an app in it',
    spoil: set('role', 'Application'),
    finds: always('EL-5.2-root-application must repair'),
  },
  { name: 'two lines', spoil: set('title', 'a\nb'), finds: always('EL-5.1-title-line must note') },
  {
    name: 'no children',
    spoil: set('children', []),
    finds: always('EL-5.1-children must repair'),
    fits: ({ element }) => element.children === undefined,
  },
  {
    name: 'a child that is none',
    spoil: element => void (element.children = [...childrenOf(element), null]),
    finds: ({ element }) => `EL-5.1-children must repair .children[${element.children?.length ?? 0}]`,
  },
  {
    name: 'the same child twice',
    spoil: element => void (element.children = [...childrenOf(element), { id: element.id, role: 'Group' }]),
    finds: ({ element }) => `EL-5.1-id-unique must refuse .children[${element.children?.length ?? 0}]`,
  },
  {
    name: "visible as its parent's",
    spoil: (element, { parent }) => void (element.visible = parent?.visible ?? true),
    finds: always('EL-5.3-visible-differs should note'),
    fits: ({ element }) => element.children === undefined,
  },
  {
    name: 'a focus apart from the path',
    spoil: set('focused', true),
    finds: always('EL-5.3-focus-path must repair'),
    fits: ({ element, parent }) =>
      !element.focused && !parent?.element.focused && parent?.parent !== undefined,
  },
  {
    name: 'a second hover',
    spoil: set('hovered', true),
    finds: always('EL-5.3-one-hover must repair'),
    fits: ({ element }) => !element.hovered,
  },
  { name: 'an unknown field', spoil: set('colour', 1), finds: always('EL-10-unknown-fields should note') },
  { name: 'a removed field', spoil: set('payload', 1), finds: always('EL-rfc1-removed-fields should note') },
  { name: 'content of text', spoil: set('content', 'x'), finds: always('EL-5.1-fields must repair') },
  {
    name: 'an unknown block',
    spoil: set('content', [{ type: 'text', text: 'x' }, { type: 'video' }]),
    finds: always('EL-5.5-content-blocks must repair'),
  },
  {
    name: 'a large block',
    spoil: set('content', [
      { type: 'text', text: 'x' },
      { type: 'text', text: 'x'.repeat(65_537) },
    ]),
    finds: always('EL-5.5-small should repair'),
  },
  { name: 'a list of attributes', spoil: set('attributes', []), finds: always('EL-5.1-fields must repair') },
  {
    name: 'an author of none',
    spoil: set('attributes', { author: 7 }),
    finds: always('EL-5.6-author must repair'),
  },
  {
    name: 'a link to none',
    spoil: set('attributes', { related: [7] }),
    finds: always('EL-5.6-related must repair'),
  },
  {
    name: 'a link to nowhere',
    spoil: set('attributes', { related: [{ relation: 'x', id: 'nowhere' }] }),
    finds: always('EL-5.6-related should note'),
  },
  {
    name: 'a state among the attributes',
    spoil: set('attributes', { hovered: true }),
    finds: always('EL-5.3-state-once must note'),
  },
]

const childrenOf = (element: Loose): unknown[] => (Array.isArray(element.children) ? element.children : [])

/** Trees without a finding: a focus path of one end, one hover, everything else at random. */
const soundTrees: fc.Arbitrary<TreeElement> = fc
  .array(
    fc.record(
      {
        up: fc.nat(),
        title: fc
          .string({ unit: 'grapheme' })
          .map(text => text.replaceAll(/[\n-\r\u0085\u2028\u2029]/g, ' ')),
        selected: fc.constant(true as const),
        isHidden: fc.constant(true),
        content: fc.constant('x').map((text): ContentBlock[] => [{ type: 'text', text }]),
        attributes: fc.constant('Ada').map(
          (author): NonNullable<TreeElement['attributes']> => ({
            author,
            related: [{ relation: 'see', id: 'root' }],
          }),
        ),
      },
      { requiredKeys: ['up'] },
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map(list => {
    const root: TreeElement = { id: 'root', role: 'Application', title: 'A' }
    const all = [{ element: root, visible: true }]
    for (const [at, { up, isHidden, ...fields }] of list.entries()) {
      const parent = all[up % all.length] ?? { element: root, visible: true }
      const element: TreeElement = { id: `e${at}`, role: 'Group', ...fields }
      if (isHidden) element.visible = !parent.visible
      ;(parent.element.children ??= []).push(element)
      all.push({ element, visible: element.visible ?? parent.visible })
    }
    for (let at: TreeElement | undefined = root.children?.[0]; at; at = at.children?.[0]) at.focused = true
    const first = root.children?.[0]
    if (first) first.hovered = true
    return root
  })

/** The path of an element of a walk. */
function pathOf(visit: Visit): string {
  const steps: string[] = []
  for (let at = visit; at.parent; at = at.parent)
    steps.push(`.children[${at.parent.element.children?.indexOf(at.element)}]`)
  return `$.root${steps.toReversed().join('')}`
}

test('the trees have no finding before they are spoilt', () =>
  fc.assert(
    fc.property(soundTrees, root => {
      expect(validateAnswer(answer(root))).toEqual([])
    }),
  ))

for (const { name, spoil, finds, fits = () => true } of mutations)
  verifies('D-15', `one fault, one finding: ${name}`, () => {
    let spoilt = 0
    fc.assert(
      fc.property(soundTrees, fc.nat(), (sound, pick) => {
        const root = structuredClone(sound)
        const visits = [...walk(root)].filter(visit => visit.parent && fits(visit))
        const visit = visits[pick % visits.length]
        if (!visit) return
        spoilt++
        const [finding = '', step = ''] = finds(visit).split(/ (?=\.)/)
        const expected = `${finding} ${pathOf(visit)}${step}`
        const isFocusLost = visit.element.focused && name.startsWith('focused is')
        spoil(visit.element, visit)
        const found = told(validateAnswer(answer(root)))
        expect(found).toContain(expected)
        if (!isFocusLost && !CASCADES.has(name)) expect(found).toEqual([expected])
        expect(told(parseAnswer(JSON.stringify(answer(root))).findings)).toEqual(found)
      }),
      { numRuns: 60 },
    )
    expect(spoilt).toBeGreaterThan(5)
  })

/** Faults after which something else is wrong too, further down or up. */
const CASCADES = new Set(['a focus apart from the path', 'a second hover'])

const small = answerWith({
  subrole: 'pane',
  title: 'Größe 🙂 "x"\\',
  content: [
    { type: 'text', text: 'two\nlines' },
    { type: 'resource', resource: { uri: 'x:y', blob: 'AA==' } },
  ],
  attributes: { author: 'Ada', related: [{ relation: 'see', id: 'app' }], size: [1, -2.5e3, null, true] },
  children: [{ id: 'b', role: 'Text' }],
})

verifies('D-15', 'an answer cut off anywhere is refused, never thrown at', () => {
  const text = JSON.stringify(small)
  for (let at = 0; at < text.length; at++) expect(parseAnswer(text.slice(0, at)).kind).toBe('refused')
  expect(parseAnswer(text)).toMatchObject({ kind: 'answer', findings: [] })
})

verifies('D-15', 'any text of an answer cut off anywhere is read or refused', () => {
  const text = JSON.stringify(small)
  for (const [quoted] of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    const whole: string = JSON.parse(quoted)
    for (let at = 0; at <= whole.length; at++) {
      const cut = text.replace(quoted, () => JSON.stringify(whole.slice(0, at)))
      const read = parseAnswer(cut)
      expect(read.findings.some(({ consequence }) => consequence === 'refuse')).toBe(read.kind === 'refused')
    }
  }
})

const million = 1_000_000
const vast: [string, string, string][] = [
  [
    'deep',
    `{"id":"e","role":"Group","children":[`.repeat(million) + ']}'.repeat(million),
    'EL-5.1-id-unique must refuse',
  ],
  ['wide', `{"id":"e","role":"List","children":[${'7,'.repeat(million)}7]}`, 'D-16 must refuse $.root'],
  [
    'deep in an unknown field',
    `{"id":"e","role":"List","more":${nested(million)}}`,
    'EL-10-unknown-fields should note $.root.children[0]',
  ],
  [
    'wide in its attributes',
    `{"id":"e","role":"List","attributes":{"a":[${'7,'.repeat(million)}7],"author":7}}`,
    'EL-5.6-author must repair $.root.children[0]',
  ],
]

for (const [title, element, expected] of vast)
  verifies('D-16', `a million ${title} is a finding`, () => {
    const text = `{"protocol":"0.2.0","instance":"i","root":{"id":"app","role":"Application","title":"A","children":[${element}]}}`
    const limits = {
      maxElements: 10_000,
      maxDepth: 64,
      maxBytes: 1e9,
      maxTextBlockBytes: 1e9,
      maxImageBytes: 1e9,
    }
    expect(told(parseAnswer(text, undefined, limits).findings)[0]).toContain(expected)
    expect(told(validateAnswer(JSON.parse(text), limits))[0]).toContain(expected)
  })
