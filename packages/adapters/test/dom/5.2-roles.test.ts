/** Every row of the role tables: what each ARIA role and each tag becomes. */
import { convertDom, INPUT_ROLES, SILENT_TAGS, TAG_ROLES } from '@copane/adapters/dom'
import type { Role } from '@copane/protocol/elements'
import { ARIA_ROLES, ARIA_SUBROLES } from '@copane/protocol/roles'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { countingIds, shown, tag, withAttributes } from '../support/pages.ts'

const elements: [Role, string][] = [
  ['Window', 'alertdialog dialog tabpanel'],
  ['Document', 'document'],
  ['Image', 'graphics-document graphics-object graphics-symbol image img'],
  [
    'Group',
    'alert application article banner blockquote comment complementary contentinfo figure form group main navigation note region search sectionfooter sectionheader',
  ],
  ['List', 'directory feed list listbox log tree'],
  ['Table', 'grid table treegrid'],
  ['Row', 'listitem option row treeitem'],
  ['Cell', 'cell columnheader gridcell rowheader'],
  ['Heading', 'heading'],
  ['Link', 'link'],
  ['Text', 'caption definition math paragraph searchbox term textbox'],
]
const through =
  'code deletion emphasis generic insertion mark none presentation rowgroup strong subscript suggestion superscript time'
const skip =
  'button checkbox combobox marquee menu menubar menuitem menuitemcheckbox menuitemradio meter progressbar radio radiogroup scrollbar separator slider spinbutton status switch tab tablist timer toolbar tooltip'

const rolesOf = (page: ReturnType<typeof tag>): string[] =>
  convertDom(page, countingIds()).map(({ role }) => role)
const words = (text: string): string[] => text.split(' ')
const labelled = (name: string, attributes: { [name: string]: string }) =>
  tag(name, { attributes, label: 'L' }, 'x')

for (const [role, aria] of elements)
  for (const word of words(aria))
    verifies('EL-5.2-nearest-role', `${word} is ${role}`, () =>
      expect(rolesOf(labelled('div', { role: word }))).toEqual([role]),
    )

for (const word of words(through))
  verifies('EL-5.2-nearest-role', `${word} is what is inside it`, () =>
    expect(shown(labelled('div', { role: word }))).toBe('e1 Text = "x"'),
  )

for (const word of words(skip))
  verifies('EL-5.2-no-furniture', `${word} is not reported, nor what is inside it`, () =>
    expect(shown(tag('div', { attributes: { role: word }, label: 'L' }, 'x', tag('p', {}, 'y')))).toBe(''),
  )

test('no role is missing from these rows', () =>
  expect(Object.keys(ARIA_ROLES).toSorted()).toEqual(
    [...elements.flatMap(([, aria]) => words(aria)), ...words(through), ...words(skip)].toSorted(),
  ))

const tagged: [Role, string][] = [
  ['Window', 'dialog'],
  ['Document', 'html iframe'],
  ['Image', 'canvas img svg video'],
  [
    'Group',
    'address article aside audio blockquote details embed fieldset figure form main nav object optgroup search section',
  ],
  ['List', 'menu ol ul'],
  ['Table', 'table'],
  ['Row', 'li option tr'],
  ['Cell', 'td th'],
  ['Heading', 'h1 h2 h3 h4 h5 h6'],
  ['Link', 'a area'],
  ['Text', 'caption dd dfn dt figcaption legend math p textarea'],
]
const tagsThrough = 'code del em ins mark strong sub sup tbody tfoot thead time'
const tagsSkipped = 'button hr meter output progress select'

for (const [role, names] of tagged)
  for (const name of words(names))
    verifies('EL-5.2-nearest-role', `<${name}> is ${role}`, () =>
      expect(rolesOf(labelled(name, {}))).toEqual([role]),
    )

for (const name of words(tagsThrough))
  verifies('EL-5.2-nearest-role', `<${name}> is what is inside it`, () =>
    expect(shown(labelled(name, {}))).toBe('e1 Text = "x"'),
  )

for (const name of words(tagsSkipped))
  verifies('EL-5.2-no-furniture', `<${name}> is not reported`, () =>
    expect(shown(labelled(name, {}))).toBe(''),
  )

for (const name of SILENT_TAGS)
  verifies('EL-5.2-no-furniture', `<${name}> shows nothing, whatever it says it is`, () =>
    expect(shown(labelled(name, { role: 'list', 'data-copane-role': 'List' }))).toBe(''),
  )

test('no tag is missing from these rows', () =>
  expect(Object.keys(TAG_ROLES).toSorted()).toEqual(
    [...tagged.flatMap(([, names]) => words(names)), ...words(tagsThrough), ...words(tagsSkipped)].toSorted(),
  ))

for (const name of ['div', 'span', 'body', 'header', 'footer', 'x-app', 'constructor', '__proto__'])
  verifies('EL-5.2-nearest-role', `<${name}> is what is inside it`, () =>
    expect(shown(labelled(name, {}))).toBe('e1 Text = "x"'),
  )

const fields = 'email search tel text url'
const controls =
  'button checkbox color date datetime-local file image month number radio range reset submit time week'
const input = (type: string) => tag('input', { attributes: { type }, label: 'L', text: 'x' })

for (const type of [...words(fields), 'TEXT', 'unheard-of'])
  verifies('EL-5.2-nearest-role', `<input type=${type}> is Text`, () =>
    expect(shown(input(type))).toBe('e1 Text "L" = "x"'),
  )
verifies('EL-5.2-nearest-role', '<input> without a type is Text', () =>
  expect(shown(tag('input', { text: 'x' }))).toBe('e1 Text = "x"'),
)
for (const type of words(controls))
  verifies('EL-5.2-no-furniture', `<input type=${type}> is not reported`, () =>
    expect(shown(input(type))).toBe(''),
  )

test('no input is missing from these rows', () =>
  expect(Object.keys(INPUT_ROLES).toSorted()).toEqual([...words(fields), ...words(controls)].toSorted()))

const written = [
  ['the written role before the tag', 'ul', 'tree', 'List'],
  ['a control that is made a row', 'button', 'option', 'Row'],
  ['the first word that is a role', 'div', 'unheard-of listitem row', 'Row'],
  ['in any letters', 'div', 'LISTITEM', 'Row'],
  ['no word is a role: the tag', 'ul', 'constructor __proto__', 'List'],
  ['an empty role: the tag', 'ul', '', 'List'],
] as const

for (const [title, name, role, expected] of written)
  verifies('EL-5.2-nearest-role', title, () => expect(rolesOf(labelled(name, { role }))).toEqual([expected]))

for (const [role, subrole] of Object.entries(ARIA_SUBROLES))
  verifies('EL-5.2-nearest-role', `${role} says so in its subrole`, () =>
    expect(shown(labelled('div', { role }))).toBe(`e1 Window:${subrole} "L"\n  e2 Text = "x"`),
  )

test('the subroles, pinned', () =>
  expect(ARIA_SUBROLES).toEqual({ alertdialog: 'dialog', dialog: 'dialog', tabpanel: 'tab' }))

const hints: [string, ReturnType<typeof tag>, string][] = [
  ['a role of the app', withAttributes('div', { 'data-copane-role': 'Row' }, 'x'), 'e1 Row = "x"'],
  ['a role for a control', withAttributes('button', { 'data-copane-role': 'Row' }, 'x'), 'e1 Row = "x"'],
  [
    'a role before the written one',
    withAttributes('div', { role: 'tree', 'data-copane-role': 'Table' }, 'x'),
    'e1 Table\n  e2 Text = "x"',
  ],
  ['a subrole', withAttributes('li', { 'data-copane-subrole': 'task' }, 'x'), 'e1 Row:task = "x"'],
  [
    'a subrole makes a thing of a box',
    withAttributes('div', { 'data-copane-subrole': 'card' }, 'x'),
    'e1 Group:card\n  e2 Text = "x"',
  ],
  [
    'an id does too',
    withAttributes('div', { 'data-copane-id': 'card-7' }, 'x'),
    'card-7 Group\n  e1 Text = "x"',
  ],
  [
    'a subrole for a window',
    withAttributes('div', { role: 'dialog', 'data-copane-subrole': 'sheet' }),
    'e1 Window:sheet',
  ],
  [
    'an unknown role says nothing',
    withAttributes('div', { 'data-copane-role': 'row' }, 'x'),
    'e1 Text = "x"',
  ],
  [
    'no second Application',
    withAttributes('main', { 'data-copane-role': 'Application' }, 'x'),
    'e1 Group\n  e2 Text = "x"',
  ],
  [
    'a subrole does not report a control',
    withAttributes('button', { 'data-copane-subrole': 'task' }, 'x'),
    '',
  ],
]

for (const [title, page, expected] of hints)
  verifies('EL-5.2-subrole', title, () => expect(shown(page)).toBe(expected))
