/** What a host makes of a broken answer (D-15): what it refuses, and what the repaired tree looks like. */
import { printOutline, readAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, tree } from '../support/elements.ts'

const repaired = (root: unknown): string => {
  const read = readAnswer(answer(root))
  return read.kind === 'answer' ? printOutline(read.root) : 'refused'
}
const lines = (...more: string[]): string => ['app Application "A"', ...more].join('\n')

const states = [
  ['a second Application', ['  b Application:app "B"'], ['  b Group:app "B"']],
  [
    'two focused siblings: neither, nor what is below them',
    [
      '  a Window focused',
      '    c Group focused',
      '  b Window focused',
      '    d Group focused',
      '      e Text focused',
    ],
    ['  a Window', '    c Group', '  b Window', '    d Group', '      e Text'],
  ],
  [
    'two focused siblings: what is above them stays',
    ['  w Window focused', '    a Group focused', '    b Group focused'],
    ['  w Window focused', '    a Group', '    b Group'],
  ],
  [
    'a gap: what is above it stays',
    ['  w Window focused', '    a Group', '      b Group focused', '        c Text focused'],
    ['  w Window focused', '    a Group', '      b Group', '        c Text'],
  ],
  ['a gap at the top', ['  w Window', '    a Group focused'], ['  w Window', '    a Group']],
  [
    'a stray path beside a whole one',
    ['  v Window focused', '    a Group focused', '  w Window', '    b Group focused'],
    ['  v Window focused', '    a Group focused', '  w Window', '    b Group'],
  ],
  [
    'two hovered: none',
    ['  a Group hovered', '    b Text hovered', '  c Group'],
    ['  a Group', '    b Text', '  c Group'],
  ],
  ['visible that says nothing stays', ['  a Group visible'], ['  a Group visible']],
  ['selected stays wherever it is', ['  a Text selected = "x"'], ['  a Text selected = "x"']],
] as const

for (const [title, before, after] of states)
  verifies('D-15', title, () => expect(repaired(tree(lines(...before)))).toBe(lines(...after)))

const child = (fields: object) => ({
  id: 'app',
  role: 'Application',
  title: 'A',
  children: [{ id: 'a', role: 'Row', title: 'T', ...fields }],
})

const fields: [string, object, string[]][] = [
  ['a role is missing', { role: undefined }, ['  a Group "T"']],
  ['a role is unknown', { role: 'Task' }, ['  a Group "T"']],
  ['a title is null', { title: null }, ['  a Row']],
  ['a subrole is a number', { subrole: 7 }, ['  a Row "T"']],
  ['a state is a word', { selected: 'true', focused: 'true', hovered: 'yes' }, ['  a Row "T"']],
  ['visible is null', { visible: null }, ['  a Row "T"']],
  ['children are empty', { children: [] }, ['  a Row "T"']],
  ['children are no list', { children: 'none' }, ['  a Row "T"']],
  ['a child is no object', { children: [7, { id: 'b', role: 'Text' }, null] }, ['  a Row "T"', '    b Text']],
  [
    'a child is no object, and others need repair',
    { children: [7, { id: 'b', role: 'Task' }, null, { id: 'c', role: 'Text', title: 7 }] },
    ['  a Row "T"', '    b Group', '    c Text'],
  ],
  [
    'a child is no object, and what is in others needs repair',
    { children: [7, { id: 'b', role: 'Group', children: ['x', { id: 'c', role: 'Task' }] }] },
    ['  a Row "T"', '    b Group', '      c Group'],
  ],
  ['no child is an object', { children: [7, null] }, ['  a Row "T"']],
  [
    'a block is malformed',
    { content: [{ type: 'text' }, { type: 'text', text: 'x' }] },
    ['  a Row "T" = "x"'],
  ],
  ['every block is malformed', { content: [{ type: 'text' }] }, ['  a Row "T"']],
  [
    'a focused word breaks the path',
    { focused: 'true', children: [{ id: 'b', role: 'Text', focused: true }] },
    ['  a Row "T"', '    b Text'],
  ],
]

for (const [title, broken, after] of fields)
  verifies('D-15', title, () => expect(repaired(child(broken))).toBe(lines(...after)))

const refusals: [string, object][] = [
  ['the root is no Application', { ...child({}), role: 'Window' }],
  ['the root has no id', { ...child({}), id: undefined }],
  ['an id is missing', child({ id: undefined })],
  ['an id is of wrong form', child({ id: 'a b' })],
  ['an id is used twice', child({ id: 'app' })],
]

for (const [title, root] of refusals) verifies('D-15', title, () => expect(repaired(root)).toBe('refused'))

const untouched: [string, unknown][] = [
  [
    'two focused, two hovered',
    tree('app Application "A"\n  a Window focused hovered\n  b Window focused hovered'),
  ],
  ...fields.map(([title, broken]): [string, unknown] => [title, child(broken)]),
]

for (const [title, root] of untouched)
  verifies('D-15', `what came in is not changed: ${title}`, () => {
    const before = JSON.stringify(root)
    repaired(root)
    expect(JSON.stringify(root)).toBe(before)
  })

const halves = ['\ud800', '\udc00', '\udc00\udc00', '\ud800a', 'a\udc00']
for (const title of halves)
  verifies('D-15', `half a pair in a title is replaced: ${JSON.stringify(title)}`, () => {
    const read = readAnswer(answer({ id: 'app', role: 'Application', title }))
    expect(read.kind === 'answer' && read.root.title).toBe(title.toWellFormed())
  })

verifies('D-15', 'an object that hides what it is gets read like any other', () => {
  const getPrototypeOf = () => {
    throw new Error('hidden')
  }
  const hidden = new Proxy({ id: 'a', role: 'Task', title: 'T' }, { getPrototypeOf })
  expect(repaired({ id: 'app', role: 'Application', title: 'A', children: [hidden] })).toBe(
    lines('  a Group "T"'),
  )
})
