/** The four states: sent only where they say something, focus as one path, one hovered element. */
import { focusPath, readAnswer, selectedElements, validateAnswer, walk } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, answerWith, told, tree } from '../support/elements.ts'

const A = '$.root.children[0]'
const findings = (below: string) => told(validateAnswer(answer(tree(`app Application "A"\n${below}`))))

for (const state of ['selected', 'focused', 'hovered']) {
  verifies('EL-5.3-only-true', `${state}: false is flagged and reads as absent`, () => {
    const read = readAnswer(answerWith({ [state]: false }))
    expect(told(read.findings)).toEqual([`EL-5.3-only-true must note ${A}`])
    expect(read.kind === 'answer' && read.root.children).toEqual([{ id: 'a', role: 'Group' }])
  })
  verifies('EL-5.3-only-true', `${state}: true stays`, () =>
    expect(readAnswer(answerWith({ [state]: true }))).toMatchObject({
      root: { children: [{ [state]: true }] },
      findings: [],
    }),
  )
}
verifies('EL-5.3-only-true', 'false on the root', () =>
  expect(
    told(validateAnswer(answer({ id: 'app', role: 'Application', title: 'A', focused: false }))),
  ).toEqual(['EL-5.3-only-true must note $.root']),
)

const visible = [
  ['absent everywhere', '  a Group\n    b Group', []],
  ['hidden below the root', '  a Group hidden', []],
  ['visible in a hidden element', '  a Group hidden\n    b Group visible', []],
  [
    'hidden in a visible element in a hidden one',
    '  a Group hidden\n    b Group visible\n      c Group hidden',
    [],
  ],
  ['visible below the root', '  a Group visible', [A]],
  ['visible twice', '  a Group visible\n    b Group visible', [A, `${A}.children[0]`]],
  ['hidden in a hidden element', '  a Group hidden\n    b Group hidden', [`${A}.children[0]`]],
  [
    'hidden in an unmarked element in a hidden one',
    '  a Group hidden\n    b Group\n      c Group hidden',
    [`${A}.children[0].children[0]`],
  ],
  ['visible in an unmarked element', '  a Group\n    b Group visible', [`${A}.children[0]`]],
] as const

for (const [title, outline, at] of visible)
  verifies('EL-5.3-visible-differs', title, () =>
    expect(findings(outline)).toEqual(at.map(place => `EL-5.3-visible-differs should note ${place}`)),
  )

for (const [state, below] of [
  ['visible', 'visible'],
  ['hidden', 'hidden'],
] as const)
  verifies('EL-5.3-visible-differs', `${state} on the root is noted and read as sent`, () => {
    const read = readAnswer(answer(tree(`app Application "A" ${state}\n  a Group`)))
    expect(told(read.findings)).toEqual(['EL-5.3-visible-differs should note $.root'])
    expect(read.kind === 'answer' && [...walk(read.root)].map(visit => visit.visible)).toEqual(
      [below, below].map(word => word === 'visible'),
    )
  })

verifies('EL-5.3-visible-differs', "absent reads as the parent's, all the way down", () => {
  const root = tree(
    'app Application "A"\n  a Group hidden\n    b Group\n      c Group visible\n        d Group\n  e Group',
  )
  expect([...walk(root)].map(({ element, visible }) => [element.id, visible])).toEqual([
    ['app', true],
    ['a', false],
    ['b', false],
    ['c', true],
    ['d', true],
    ['e', true],
  ])
})

const paths = [
  ['nothing focused', '  a Group\n    b Group', []],
  ['a path of one', '  a Group focused\n  b Group', []],
  ['a path to the end', '  a Group focused\n    b Group focused\n      c Text focused', []],
  ['a path that ends halfway', '  a Group focused\n    b Group', []],
  ['two focused siblings', '  a Group focused\n  b Group focused', ['$.root.children[1]']],
  [
    'three focused siblings',
    '  a Group focused\n  b Group focused\n  c Group\n  d Group focused',
    ['$.root.children[1]', '$.root.children[3]'],
  ],
  ['a gap above the position', '  a Group\n    b Group focused', [`${A}.children[0]`]],
  [
    'a gap in the middle',
    '  a Group focused\n    b Group\n      c Group focused',
    [`${A}.children[0].children[0]`],
  ],
  [
    'a gap, and a path below it',
    '  a Group\n    b Group focused\n      c Group focused',
    [`${A}.children[0]`],
  ],
  [
    'two gaps',
    '  a Group\n    b Group focused\n  c Group\n    d Group focused',
    [`${A}.children[0]`, '$.root.children[1].children[0]'],
  ],
  [
    'two siblings deep down',
    '  a Group focused\n    b Group focused\n    c Group focused',
    [`${A}.children[1]`],
  ],
  [
    'a path, and another in a window without focus',
    '  a Window focused\n    b Group focused\n  c Window\n    d Group focused',
    ['$.root.children[1].children[0]'],
  ],
] as const

for (const [title, outline, at] of paths)
  verifies('EL-5.3-focus-path', title, () =>
    expect(findings(outline)).toEqual(at.map(place => `EL-5.3-focus-path must repair ${place}`)),
  )

verifies('EL-5.3-focus-path', 'the root itself may be marked', () =>
  expect(validateAnswer(answer(tree('app Application "A" focused\n  a Group focused')))).toEqual([]),
)
verifies('EL-5.3-focus-path', 'the position is found by following focused elements', () => {
  const root = tree(
    'app Application "A"\n  a Window\n  b Window focused\n    c Group\n    d Group focused\n      e Text',
  )
  expect(focusPath(root).map(({ id }) => id)).toEqual(['b', 'd'])
})

const hovers = [
  ['none', '  a Group\n  b Group', []],
  ['one', '  a Group\n    b Text hovered', []],
  ['an element and its child', '  a Group hovered\n    b Text hovered', [`${A}.children[0]`]],
  ['two siblings', '  a Group hovered\n  b Group hovered', ['$.root.children[1]']],
  [
    'three, far apart',
    '  a Group\n    b Text hovered\n  c Group hovered\n    d Text hovered',
    ['$.root.children[1]', '$.root.children[1].children[0]'],
  ],
] as const

for (const [title, outline, at] of hovers)
  verifies('EL-5.3-one-hover', title, () =>
    expect(findings(outline)).toEqual(at.map(place => `EL-5.3-one-hover must repair ${place}`)),
  )
verifies('EL-5.3-one-hover', 'the root and an element', () =>
  expect(told(validateAnswer(answer(tree('app Application "A" hovered\n  a Group hovered'))))).toEqual([
    `EL-5.3-one-hover must repair ${A}`,
  ]),
)

verifies('EL-5.3-many-selected', 'any number, in the order of the app', () => {
  const outline = 'app Application "A"\n  a Row selected\n  b Row\n    d Row selected\n  c Row selected'
  expect(validateAnswer(answer(tree(outline)))).toEqual([])
  expect(selectedElements(tree(outline)).map(({ id }) => id)).toEqual(['a', 'd', 'c'])
})

for (const name of ['selected', 'focused', 'visible', 'hovered', 'focus'])
  verifies('EL-5.3-state-once', `${name} among the attributes`, () =>
    expect(told(validateAnswer(answerWith({ attributes: { [name]: true } })))).toEqual([
      `EL-5.3-state-once must note ${A}`,
    ]),
  )
for (const [title, attributes, isCopy] of [
  ['other names', { state: 'open', selection: [1, 2], selectedRange: true }, false],
  ['visible for a value of the app’s own', { visible: 'to members' }, false],
  ['focus for a length', { focus: '50 mm' }, false],
  ['selected for a number', { selected: 3 }, false],
  ['hovered for an object', { hovered: { by: 'Ada' } }, false],
  ['visible that is null', { visible: null }, false],
  ['visible that is false', { visible: false }, true],
  ['focus for a list', { focus: ['a', 'b'] }, true],
] as const)
  verifies('EL-5.3-state-once', `attributes: ${title}`, () =>
    expect(told(validateAnswer(answerWith({ attributes })))).toEqual(
      isCopy ? [`EL-5.3-state-once must note ${A}`] : [],
    ),
  )
