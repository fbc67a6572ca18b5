/** The thirteen roles, the one Application, and tables. */
import { ROLES, readAnswer, validateAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, answerWith, told, tree } from '../support/elements.ts'

const A = '$.root.children[0]'

for (const role of ROLES.filter(word => word !== 'Application'))
  verifies('EL-5.2-role-words', `${role} is one of them`, () =>
    expect(validateAnswer(answerWith({ role }))).toEqual([]),
  )

const foreign = [
  'group',
  'GROUP',
  'Group ',
  ' Group',
  'Grοup',
  'AXGroup',
  'Button',
  'Sheet',
  'WebArea',
  'Column',
  'task',
  '',
  '__proto__',
  'constructor',
]

for (const role of foreign) {
  const title = JSON.stringify(role)
  verifies('EL-5.2-role-words', `${title} is flagged`, () =>
    expect(told(validateAnswer(answerWith({ role })))).toEqual([`EL-5.2-role-words should repair ${A}`]),
  )
  verifies('EL-5.2-unknown-role', `${title} reads as Group`, () =>
    expect(readAnswer(answerWith({ role }))).toMatchObject({ root: { children: [{ role: 'Group' }] } }),
  )
}

const roots = [
  ['a window', { role: 'Window' }],
  ['a group', { role: 'Group' }],
  ['an application in small letters', { role: 'application' }],
  ['an unknown role', { role: 'App' }],
  ['no role', {}],
  ['null', { role: null }],
] as const

for (const [title, role] of roots)
  verifies('EL-5.2-root-application', `the root is ${title}`, () => {
    const read = readAnswer(answer({ id: 'app', title: 'A', ...role }))
    expect(told(read.findings)).toEqual(['EL-5.2-root-application must refuse $.root'])
    expect(read.kind).toBe('refused')
  })

const more = [
  ['a child', 'app Application "A"\n  b Application', [A]],
  ['a grandchild', 'app Application "A"\n  w Window\n    b Application', [`${A}.children[0]`]],
  ['two of them', 'app Application "A"\n  b Application\n    c Application', [A, `${A}.children[0]`]],
  ['none', 'app Application "A"\n  b Window', []],
] as const

for (const [title, outline, at] of more)
  verifies('EL-5.2-root-application', `a second one: ${title}`, () =>
    expect(told(validateAnswer(answer(tree(outline))))).toEqual(
      at.map(place => `EL-5.2-root-application must repair ${place}`),
    ),
  )

const tables = [
  ['rows of cells', 't Table\n    r Row\n      c Cell', []],
  ['a selection across cells', 't Table\n    s Text selected = "1\\n2"', []],
  ['a board of cells', 't Group:board\n    c Cell:task', []],
  ['a cell without a row', 't Table\n    c Cell', [`${A}.children[0]`]],
  ['one cell among rows', 't Table\n    r Row\n    c Cell', [`${A}.children[1]`]],
  ['a column', 't Table\n    c Group:column', [`${A}.children[0]`]],
  ['a column in capitals', 't Table\n    c List:Column', [`${A}.children[0]`]],
  ['another word of six letters', 't Table\n    c List:Folder', []],
] as const

for (const [title, outline, at] of tables)
  verifies('EL-5.2-rows-of-cells', title, () =>
    expect(told(validateAnswer(answer(tree(`app Application "A"\n  ${outline}`))))).toEqual(
      at.map(place => `EL-5.2-rows-of-cells should note ${place}`),
    ),
  )

const selections = [
  ['in a document', 'd Document\n    s Text selected = "x"', []],
  ['in a window', 'w Window\n    s Text selected = "x"', []],
  ['a selected window', 'w Window selected', []],
  ['in the app', 's Text selected = "x"', [A]],
] as const

for (const [title, outline, at] of selections)
  verifies('EL-5.1-selected-text', title, () =>
    expect(told(validateAnswer(answer(tree(`app Application "A"\n  ${outline}`))))).toEqual(
      at.map(place => `EL-5.1-selected-text should note ${place}`),
    ),
  )
