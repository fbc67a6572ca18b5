/** Where the user is on a page: selected, focused, hovered, visible. */
import { convertDom, type DomNode } from '@copane/adapters/dom'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { countingIds, shown, tag, withAttributes } from '../support/pages.ts'

const focused = { focused: true } as const
const hovered = { hovered: true } as const
const selected = { selected: true } as const
const hidden = { visible: false } as const
const drawn = { visible: true } as const

const focus: [string, DomNode, string][] = [
  [
    'the path down to the cursor',
    tag('main', {}, tag('ul', {}, tag('li', focused, 'x'), tag('li', {}, 'y'))),
    'e1 Group focused\n  e2 List focused\n    e3 Row focused = "x"\n    e4 Row = "y"',
  ],
  [
    'boxes on the way leave no gap',
    tag('main', {}, tag('div', {}, tag('div', {}, tag('p', focused, 'x')))),
    'e1 Group focused\n  e2 Text focused = "x"',
  ],
  [
    'in a box that is no element',
    tag('main', {}, tag('div', focused, 'x')),
    'e1 Group focused\n  e2 Text = "x"',
  ],
  [
    'in a control that is not reported',
    tag('main', {}, tag('button', focused, 'Save'), 'x'),
    'e1 Group focused\n  e2 Text = "x"',
  ],
  [
    'deep in a control',
    tag(
      'main',
      {},
      tag('div', { attributes: { role: 'toolbar' } }, tag('ul', {}, tag('a', focused, 'Home'))),
      'x',
    ),
    'e1 Group focused\n  e2 Text = "x"',
  ],
  [
    'in a password',
    tag(
      'form',
      { label: 'Sign in' },
      tag('input', { ...focused, attributes: { type: 'password' }, text: 'hunter2' }),
    ),
    'e1 Group "Sign in" focused',
  ],
  [
    'in what is private',
    tag(
      'main',
      { label: 'M' },
      tag('div', { attributes: { 'data-copane-private': '' } }, tag('p', focused, 'x')),
    ),
    'e1 Group "M" focused',
  ],
  [
    'inside a picture',
    tag('main', {}, tag('svg', { label: 'Chart' }, tag('a', focused))),
    'e1 Group focused\n  e2 Image "Chart" focused',
  ],
  [
    'only the first of two cursors',
    tag('main', {}, tag('p', focused, 'x'), tag('p', focused, 'y')),
    'e1 Group focused\n  e2 Text focused = "x"\n  e3 Text = "y"',
  ],
]

for (const [title, page, expected] of focus)
  verifies('EL-5.3-focus-path', title, () => expect(shown(page)).toBe(expected))

const hover: [string, DomNode, string][] = [
  ['what is under the pointer', tag('ul', {}, tag('li', hovered, 'x')), 'e1 List\n  e2 Row hovered = "x"'],
  [
    'in a box that is no element',
    tag('ul', {}, tag('li', {}, tag('div', hovered, 'x'))),
    'e1 List\n  e2 Row hovered = "x"',
  ],
  [
    'over a control',
    tag('main', {}, tag('button', hovered, 'Save'), 'x'),
    'e1 Group hovered\n  e2 Text = "x"',
  ],
  [
    'only the first of two',
    tag('main', hovered, tag('p', hovered, 'x')),
    'e1 Group hovered\n  e2 Text = "x"',
  ],
  ['over nothing that is reported', tag('div', hovered, tag('p', {}, 'x')), 'e1 Text = "x"'],
]

for (const [title, page, expected] of hover)
  verifies('EL-5.3-one-hover', title, () => expect(shown(page)).toBe(expected))

const choice: [string, DomNode, string][] = [
  [
    'any number of rows',
    tag('ul', {}, tag('li', selected, 'x'), tag('li', {}, 'y'), tag('li', selected, 'z')),
    'e1 List\n  e2 Row selected = "x"\n  e3 Row = "y"\n  e4 Row selected = "z"',
  ],
  [
    'a box is a thing when it is selected',
    tag('main', {}, tag('div', selected, 'x')),
    'e1 Group\n  e2 Group selected\n    e3 Text = "x"',
  ],
  [
    'a control that is selected is still none',
    tag('main', {}, tag('button', selected, 'x'), 'y'),
    'e1 Group\n  e2 Text = "y"',
  ],
]

for (const [title, page, expected] of choice)
  verifies('EL-5.3-many-selected', title, () => expect(shown(page)).toBe(expected))

const words = (text: string): DomNode => ({ text, selected: true })
const passages: [string, DomNode, string][] = [
  [
    'in a paragraph',
    { tag: 'p', children: [{ text: 'one two' }, words('two')] },
    'e1 Text = "one two"\n  e2 Text selected = "two"',
  ],
  [
    'in a row',
    { tag: 'li', children: [{ text: 'one' }, words('one')] },
    'e1 Row = "one"\n  e2 Text selected = "one"',
  ],
  [
    'in a box',
    { tag: 'main', children: [{ text: 'one ' }, words('on'), { text: 'two' }] },
    'e1 Group\n  e2 Text = "one"\n  e3 Text selected = "on"\n  e4 Text = "two"',
  ],
  [
    'in a field',
    { tag: 'textarea', text: 'a\nb', children: [words('a\nb')] },
    'e1 Text = "a\\nb"\n  e2 Text selected = "a\\nb"',
  ],
  [
    'sign by sign',
    { tag: 'p', children: [words('  a\n\tb ')] },
    'e1 Text\n  e2 Text selected = "  a\\n\\tb "',
  ],
  [
    'in a link',
    { tag: 'p', children: [{ text: 'x ' }, { tag: 'a', children: [{ text: 'y' }, words('y')] }] },
    'e1 Text = "x y"\n  e2 Link = "y"\n    e3 Text selected = "y"',
  ],
  [
    'two of them',
    { tag: 'p', children: [{ text: 'x' }, words('a'), words('b')] },
    'e1 Text = "x"\n  e2 Text selected = "a"\n  e3 Text selected = "b"',
  ],
]

for (const [title, page, expected] of passages)
  verifies('EL-5.1-selected-text', title, () => expect(shown(page)).toBe(expected))

const length = (page: DomNode) => {
  const [element] = convertDom(page, countingIds())
  const [block] = element?.children?.[0]?.content ?? []
  return block?.type === 'text' ? block.text.length : 0
}

verifies('EL-5.1-selected-text', 'it goes whole, as far as a text block may be', () => {
  expect(length({ tag: 'p', children: [words('x'.repeat(20_000))] })).toBe(20_000)
  expect(length({ tag: 'p', children: [words('x'.repeat(1_000_000))] })).toBe(21_000)
})

const panels = (...marks: { visible?: boolean }[]) =>
  tag(
    'main',
    {},
    ...marks.map((mark, at) =>
      tag('div', { ...mark, attributes: { role: 'tabpanel' }, label: `P${at}` }, 'x'),
    ),
  )

const visible: [string, DomNode, string][] = [
  ['all is drawn', tag('main', drawn, tag('p', drawn, 'x')), 'e1 Group\n  e2 Text = "x"'],
  [
    'a background tab',
    panels(drawn, hidden),
    'e1 Group\n  e2 Window:tab "P0"\n    e3 Text = "x"\n  e4 Window:tab "P1" hidden\n    e5 Text = "x"',
  ],
  [
    'what is scrolled out',
    tag('ul', {}, tag('li', {}, 'x'), tag('li', hidden, 'y')),
    'e1 List\n  e2 Row = "x"\n  e3 Row hidden = "y"',
  ],
  [
    'said once for all that is inside',
    tag('main', hidden, tag('ul', hidden, tag('li', {}, 'x'))),
    'e1 Group hidden\n  e2 List\n    e3 Row = "x"',
  ],
  [
    'drawn in what is not',
    tag('main', hidden, tag('p', drawn, 'x')),
    'e1 Group hidden\n  e2 Text visible = "x"',
  ],
  [
    'a box that is not drawn, its insides are not',
    tag('main', {}, tag('div', hidden, tag('p', {}, 'x'), 'y')),
    'e1 Group\n  e2 Text hidden = "x"\n  e3 Text hidden = "y"',
  ],
  [
    'words drawn beside words that are not',
    tag('main', {}, 'x', tag('span', hidden, 'y')),
    'e1 Group\n  e2 Text = "x"\n  e3 Text hidden = "y"',
  ],
  [
    'two windows that are both drawn, one with the cursor',
    tag('main', {}, tag('dialog', { ...drawn, ...focused }), tag('dialog', drawn)),
    'e1 Group focused\n  e2 Window:dialog focused\n  e3 Window:dialog',
  ],
  [
    'the cursor in what is not drawn',
    tag('main', {}, tag('ul', { ...hidden, ...focused }, tag('li', {}, 'x'))),
    'e1 Group focused\n  e2 List focused hidden\n    e3 Row = "x"',
  ],
]

for (const [title, page, expected] of visible)
  verifies('EL-5.3-visible-drawn', title, () => expect(shown(page)).toBe(expected))

test('states on a role that the app gave', () =>
  expect(shown(withAttributes('div', { 'data-copane-role': 'Row' }, tag('span', focused, 'x')))).toBe(
    'e1 Row focused = "x"',
  ))
