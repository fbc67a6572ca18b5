/** The fields of an element: ids, types, titles, children. */
import { readAnswer, validateAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, answerWith, told, tree } from '../support/elements.ts'

const A = '$.root.children[0]'

const forms: [string, unknown, boolean][] = [
  ['one letter', 'a', true],
  ['every kind of sign', 'Az09_-', true],
  ['128 characters', 'i'.repeat(128), true],
  ['only hyphens', '--', true],
  ['129 characters', 'i'.repeat(129), false],
  ['ten million characters', 'i'.repeat(10_000_000), false],
  ['nothing', '', false],
  ['a space', 'a b', false],
  ['a dot', 'a.b', false],
  ['a slash', 'a/b', false],
  ['a line end', 'a\n', false],
  ['an umlaut', 'ä', false],
  ['a digit of another script', '٣', false],
  ['a full-width letter', 'ａ', false],
  ['a number', 7, false],
  ['null', null, false],
  ['a list', ['a'], false],
  ['no id', undefined, false],
]

for (const [title, id, isForm] of forms)
  verifies('EL-5.1-id-form', `${isForm ? 'accepts' : 'refuses'} ${title}`, () =>
    expect(told(validateAnswer(answerWith({ id })))).toEqual(
      isForm ? [] : [`EL-5.1-id-form must refuse ${A}`],
    ),
  )

const repeats = [
  ['siblings', 'app Application "A"\n  a Group\n  a Group', ['$.root.children[1]']],
  ['an element and its child', 'app Application "A"\n  a Group\n    a Group', [`${A}.children[0]`]],
  ['the root and an element', 'app Application "A"\n  app Group', [A]],
  [
    'cousins',
    'app Application "A"\n  a Group\n    x Text\n  b Group\n    x Text',
    ['$.root.children[1].children[0]'],
  ],
  [
    'three of them',
    'app Application "A"\n  a Group\n  a Group\n  a Group',
    ['$.root.children[1]', '$.root.children[2]'],
  ],
  ['ids that differ in case only', 'app Application "A"\n  a Group\n  A Group', []],
  [
    'names of every object',
    'app Application "A"\n  constructor Group\n  __proto__ Group\n  toString Group',
    [],
  ],
] as const

for (const [title, outline, at] of repeats)
  verifies('EL-5.1-id-unique', title, () =>
    expect(told(validateAnswer(answer(tree(outline))))).toEqual(
      at.map(place => `EL-5.1-id-unique must refuse ${place}`),
    ),
  )

const misfit = [`EL-5.1-fields must repair ${A}`]
const types: [string, object][] = [
  ['no role', { role: undefined }],
  ['null for the role', { role: null }],
  ['a number for the role', { role: 1 }],
  ['null for subrole', { subrole: null }],
  ['a number for subrole', { subrole: 7 }],
  ['a list for title', { title: ['A'] }],
  ['null for title', { title: null }],
  ['an object for url', { url: { href: 'https://example.com' } }],
  ['null for url', { url: null }],
  ['a word for selected', { selected: 'true' }],
  ['one for focused', { focused: 1 }],
  ['null for hovered', { hovered: null }],
  ['a word for visible', { visible: 'false' }],
  ['null for visible', { visible: null }],
  ['an object for content', { content: { type: 'text', text: 'x' } }],
  ['a text for content', { content: 'x' }],
  ['null for content', { content: null }],
  ['a list for attributes', { attributes: [] }],
  ['null for attributes', { attributes: null }],
  ['an object for children', { children: {} }],
  ['null for children', { children: null }],
]

for (const [title, fields] of types)
  verifies('EL-5.1-fields', title, () => {
    const read = readAnswer(answerWith(fields))
    expect(told(read.findings)).toEqual(misfit)
    expect(read).toMatchObject({ root: { children: [{ id: 'a', role: 'Group' }] } })
    expect(Object.keys(read.kind === 'answer' ? (read.root.children?.[0] ?? {}) : {})).toEqual(['id', 'role'])
  })

const whole = {
  subrole: '',
  title: 'T',
  content: [],
  url: 'app:x',
  selected: true,
  visible: false,
  attributes: {},
}
verifies('EL-5.1-fields', 'every optional field of its type', () =>
  expect(validateAnswer(answerWith(whole))).toEqual([]),
)
verifies('EL-5.1-fields', 'what is undefined is not there', () =>
  expect(validateAnswer(answerWith({ title: undefined, children: undefined }))).toEqual([]),
)

for (const url of ['file:///home/ada/a.md', 'https://example.com/?q=1#top', 'notes://task/7'])
  verifies('EL-5.1-url', url, () => {
    const read = readAnswer(answerWith({ url }))
    expect(read).toMatchObject({ root: { children: [{ url }] }, findings: [] })
  })

const titles = [
  ['one line', 'Launch plan', []],
  ['a tab', 'a\tb', []],
  ['a line feed', 'a\nb', ['must note']],
  ['a line feed at the end', 'a\n', ['must note']],
  ['a carriage return', 'a\rb', ['must note']],
  ['a form feed', 'a\fb', ['must note']],
  ['a vertical tab', 'a\vb', ['must note']],
  ['a next line', 'a\u0085b', ['must note']],
  ['a line separator', 'a\u2028b', ['must note']],
  ['a paragraph separator', 'a\u2029b', ['must note']],
] as const

for (const [title, text, expected] of titles)
  verifies('EL-5.1-title-line', title, () =>
    expect(told(validateAnswer(answerWith({ title: text })))).toEqual(
      expected.map(what => `EL-5.1-title-line ${what} ${A}`),
    ),
  )

const halves = [
  ['a whole pair', 'a🙂', 'a🙂'],
  ['pairs one after the other', '🙂🙂', '🙂🙂'],
  ['a first half at the end', 'a\ud83d', 'a\ufffd'],
  ['a first half before another', '\ud83d🙂', '\ufffd🙂'],
  ['a second half', '\ude42b', '\ufffdb'],
  ['halves the wrong way round', '\ude42\ud83d', '\ufffd\ufffd'],
] as const

for (const [title, sent, got] of halves)
  verifies('D-15', `a title with ${title} is whole where a host gets it`, () => {
    const read = readAnswer(answerWith({ title: sent }))
    expect(read).toMatchObject({ root: { children: [{ title: got }] }, findings: [] })
  })

const lists: [string, unknown[], string[]][] = [
  ['an empty list', [], [A]],
  ['a number among the children', [1], [`${A}.children[0]`]],
  ['null among the children', [{ id: 'x', role: 'Text' }, null], [`${A}.children[1]`]],
  ['a list among the children', [[]], [`${A}.children[0]`]],
  ['texts for children', ['x', 'y'], [`${A}.children[0]`, `${A}.children[1]`]],
  ['elements', [{ id: 'x', role: 'Text' }], []],
]

for (const [title, children, at] of lists)
  verifies('EL-5.1-children', title, () =>
    expect(told(validateAnswer(answerWith({ children })))).toEqual(
      at.map(place => `EL-5.1-children must repair ${place}`),
    ),
  )

verifies('EL-5.1-children', 'their order is kept, what is no element falls out', () => {
  const children = ['c', 1, 'a', null, 'b'].map(id => (typeof id === 'string' ? { id, role: 'Text' } : id))
  const read = readAnswer(answer({ id: 'app', role: 'Application', title: 'A', children }))
  expect(read.kind === 'answer' && read.root.children?.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

verifies('EL-5.1-children', 'what is said of others names their places as they were sent', () => {
  const inside = { id: 'b', role: 'Group', children: ['x', { id: 'c', role: 'Task' }] }
  expect(
    told(validateAnswer(answerWith({ children: [7, { id: 'd', role: 'Task' }, null, inside] }))),
  ).toEqual([
    `EL-5.1-children must repair ${A}.children[0]`,
    `EL-5.1-children must repair ${A}.children[2]`,
    `EL-5.2-role-words should repair ${A}.children[1]`,
    `EL-5.1-children must repair ${A}.children[3].children[0]`,
    `EL-5.2-role-words should repair ${A}.children[3].children[1]`,
  ])
})

const removed = ['type', 'parent', 'locatable', 'payload']
for (const name of removed)
  verifies('EL-rfc1-removed-fields', `${name} of an element`, () =>
    expect(told(validateAnswer(answerWith({ [name]: 'x' })))).toEqual([
      `EL-rfc1-removed-fields should note ${A}`,
    ]),
  )
for (const name of ['focus', 'items'])
  verifies('EL-rfc1-removed-fields', `${name} of the answer`, () =>
    expect(
      told(validateAnswer({ ...answer(tree('app Application "A"')), [name]: [] })).includes(
        'EL-rfc1-removed-fields should note $',
      ),
    ).toBe(true),
  )

verifies('EL-rfc1-removed-fields', 'beside fields that are unknown for another reason', () =>
  expect(told(validateAnswer(answerWith({ colour: 'red', type: 'x' })))).toEqual([
    `EL-rfc1-removed-fields should note ${A}`,
    `EL-10-unknown-fields should note ${A}`,
  ]),
)

const unknown: [string, object][] = [
  ['a field', { colour: 'red' }],
  ['a field named __proto__', JSON.parse('{"__proto__":{"role":"Application","focused":false}}')],
  ['a field named constructor', { constructor: { prototype: {} } }],
  ['a field of great depth', JSON.parse(`{"deep":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)],
]

for (const [title, fields] of unknown)
  verifies('EL-10-unknown-fields', `${title} is noted and left behind`, () => {
    const read = readAnswer(answerWith(fields))
    expect(told(read.findings)).toEqual([`EL-10-unknown-fields should note ${A}`])
    expect(read.kind === 'answer' && read.root.children).toEqual([{ id: 'a', role: 'Group' }])
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
  })

verifies('EL-5.3-reachable', 'a selected element under another name than children', () =>
  expect(told(validateAnswer(answerWith({ items: [{ id: 'x', role: 'Row', selected: true }] })))).toEqual([
    `EL-10-unknown-fields should note ${A}`,
    `EL-5.3-reachable must note ${A}`,
  ]),
)
