/** What the elements of a page are called, and what they say. */
import { convertDom, type DomNode } from '@copane/adapters/dom'
import { printOutline } from '@copane/protocol/elements'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { countingIds, shown, tag, withAttributes } from '../support/pages.ts'

const link = (href: string, ...children: (DomNode | string)[]) => withAttributes('a', { href }, ...children)

const texts: [string, DomNode, string][] = [
  ['a paragraph', tag('p', {}, 'Hello'), 'e1 Text = "Hello"'],
  [
    'a paragraph of pieces',
    tag('p', {}, 'Hello ', tag('b', {}, 'big'), ' world'),
    'e1 Text = "Hello big world"',
  ],
  [
    'spaces and line ends of the source',
    tag('p', {}, '\n  Hello\n  ', tag('i', {}, ' world '), '\t!'),
    'e1 Text = "Hello world !"',
  ],
  ['a line break', tag('p', {}, 'one', tag('br'), 'two'), 'e1 Text = "one\\ntwo"'],
  ['boxes in a row', tag('li', {}, tag('div', {}, 'one'), tag('div', {}, 'two')), 'e1 Row = "one\\ntwo"'],
  [
    'loose words in a box',
    tag('main', {}, 'Hello ', tag('span', {}, 'world')),
    'e1 Group\n  e2 Text = "Hello world"',
  ],
  [
    'loose words on both sides of a thing',
    tag('main', {}, 'one', tag('p', {}, 'two'), 'three'),
    'e1 Group\n  e2 Text = "one"\n  e3 Text = "two"\n  e4 Text = "three"',
  ],
  [
    'loose words in boxes',
    tag('main', {}, tag('div', {}, 'one'), tag('div', {}, 'two')),
    'e1 Group\n  e2 Text = "one"\n  e3 Text = "two"',
  ],
  ['words without anything around them', { text: 'x' }, 'e1 Text = "x"'],
  [
    'a link in a paragraph',
    tag('p', {}, 'See ', link('https://example.com/', 'this'), '.'),
    'e1 Text = "See this."\n  e2 Link = "this"',
  ],
  [
    'a heading that is a link',
    tag('h2', {}, link('https://example.com/', 'Plan')),
    'e1 Heading = "Plan"\n  e2 Link = "Plan"',
  ],
  ['text in text is part of it', tag('p', {}, 'A ', tag('dfn', {}, 'term'), ' x'), 'e1 Text = "A term x"'],
  [
    'lines as they were written',
    tag('main', {}, tag('pre', {}, 'a\n  b')),
    'e1 Group\n  e2 Text = "a\\n  b"',
  ],
  ['what is filled in', tag('input', { label: 'To', text: ' Ada  L ' }), 'e1 Text "To" = " Ada  L "'],
  [
    'lines that are filled in',
    tag('textarea', { label: 'Note', text: 'a\n\n b' }),
    'e1 Text "Note" = "a\\n\\n b"',
  ],
  ['an empty field', tag('input', { label: 'To', text: '' }), 'e1 Text "To"'],
  [
    'an editable box',
    tag(
      'div',
      { attributes: { role: 'textbox' }, label: 'Message' },
      tag('div', {}, 'one'),
      tag('div', {}, 'two'),
    ),
    'e1 Text "Message" = "one\\ntwo"',
  ],
  [
    'rows of cells',
    tag(
      'table',
      {},
      tag('thead', {}, tag('tr', {}, tag('th', {}, 'A'))),
      tag('tbody', {}, tag('tr', {}, tag('td', {}, '1'))),
    ),
    'e1 Table\n  e2 Row\n    e3 Cell = "A"\n  e4 Row\n    e5 Cell = "1"',
  ],
  [
    'a list in a list',
    tag('ul', {}, tag('li', {}, 'a', tag('ul', {}, tag('li', {}, 'b')))),
    'e1 List\n  e2 Row = "a"\n    e3 List\n      e4 Row = "b"',
  ],
  ['a picture with a name', tag('img', { label: 'Ada' }), 'e1 Image "Ada"'],
  [
    'words inside a picture are none of the page',
    tag('svg', { label: 'Chart' }, tag('text', {}, '42')),
    'e1 Image "Chart"',
  ],
  ['a title that the text says too', tag('h1', { label: 'Plan' }, 'Plan'), 'e1 Heading = "Plan"'],
  ['a title of a row that its text says too', tag('li', { label: 'Plan' }, 'Plan'), 'e1 Row "Plan" = "Plan"'],
]

for (const [title, page, expected] of texts) test(title, () => expect(shown(page)).toBe(expected))

const nothing: [string, DomNode][] = [
  ['a box', tag('div')],
  ['white space', tag('main', {}, '  \n ', tag('div', {}, '\t'))],
  ['a paragraph of nothing', tag('p', {}, ' ')],
  ['boxes in boxes', tag('main', {}, tag('section', {}, tag('form')))],
  ['a picture that says nothing', tag('img')],
  ['a list of nothing', tag('ul', {}, tag('li'), tag('li', {}, ' '))],
  ['a link to nowhere with nothing', tag('a')],
]

for (const [title, page] of nothing)
  verifies('EL-5.7-what-to-report', `nothing is said of ${title}`, () => expect(shown(page)).toBe(''))

for (const [title, page, expected] of [
  ['a cell', tag('tr', {}, tag('td'), tag('td', {}, 'x')), 'e1 Row\n  e2 Cell\n  e3 Cell = "x"'],
  ['a window', withAttributes('div', { role: 'tabpanel' }), 'e1 Window:tab'],
  ['a document', tag('iframe'), 'e1 Document'],
  ['a named list', tag('ul', { label: 'Tasks' }), 'e1 List "Tasks"'],
  ['a list with the cursor', tag('ul', { focused: true }), 'e1 List focused'],
] as const)
  verifies('EL-5.7-what-to-report', `that it is empty is said of ${title}`, () =>
    expect(shown(page)).toBe(expected),
  )

verifies('EL-5.2-rows-of-cells', 'a cell that stands in no row', () =>
  expect(shown(withAttributes('div', { role: 'table' }, withAttributes('div', { role: 'cell' }, 'x')))).toBe(
    'e1 Table\n  e2 Group\n    e3 Text = "x"',
  ),
)

const titles = [
  ['one line', ' Launch\n plan\u2028 \u0085now ', 'e1 List "Launch plan now"'],
  ['nothing but spaces', ' \n ', ''],
  ['nothing', '', ''],
  ['two hundred signs', 'x'.repeat(200), `e1 List "${'x'.repeat(200)}"`],
  ['more', 'x'.repeat(201), `e1 List "${'x'.repeat(199)}…"`],
  ['a pictograph at the cut', `${'x'.repeat(198)}🙂🙂`, `e1 List "${'x'.repeat(198)}…"`],
] as const

for (const [title, label, expected] of titles)
  verifies('EL-5.1-title-line', `a label of ${title}`, () =>
    expect(shown(tag('ul', { label }))).toBe(expected),
  )

const sizes = [
  ['two thousand signs', 2000, 2000],
  ['more', 2001, 2000],
  ['a million', 1_000_000, 2000],
] as const

for (const [title, count, kept] of sizes)
  verifies('EL-5.5-small', `words: ${title}`, () => {
    const [text] = convertDom(tag('p', {}, 'x'.repeat(count)), countingIds())
    expect(text && printOutline(text).length).toBe('e1 Text = ""'.length + kept)
  })

const urls: [string, DomNode, string | undefined][] = [
  ['a link', link('https://example.com/a', 'x'), 'https://example.com/a'],
  ['a link of the app', link('notes://task/7', 'x'), 'notes://task/7'],
  ['mail', link('mailto:ada@example.com', 'x'), 'mailto:ada@example.com'],
  [
    'a picture',
    tag('img', { label: 'x', attributes: { src: 'https://example.com/a.png' } }),
    'https://example.com/a.png',
  ],
  ['a page in the page', withAttributes('iframe', { src: 'https://example.com/' }), 'https://example.com/'],
  ['a path', link('/a', 'x'), undefined],
  ['a place in the page', link('#a', 'x'), undefined],
  ['a program', link('javascript:alert(1)', 'x'), undefined],
  ['a program in capitals', link('JavaScript:alert(1)', 'x'), undefined],
  [
    'the thing itself',
    tag('img', { label: 'x', attributes: { src: 'data:image/png;base64,AAAA' } }),
    undefined,
  ],
  [
    'what only this page can open',
    tag('img', { label: 'x', attributes: { src: 'blob:https://example.com/1' } }),
    undefined,
  ],
  ['a very long one', link(`https://example.com/${'x'.repeat(3000)}`, 'x'), undefined],
  [
    'the address of a list',
    tag('ul', { label: 'x', attributes: { href: 'https://example.com/' } }),
    undefined,
  ],
]

for (const [title, page, url] of urls)
  verifies('EL-5.1-url', title, () => expect(convertDom(page, countingIds())[0]?.url).toBe(url))

const ids: [string, DomNode, string][] = [
  [
    'one that is free',
    withAttributes('ul', { 'data-copane-id': 'tasks' }, 'x'),
    'tasks List\n  e1 Text = "x"',
  ],
  [
    'one of wrong form',
    withAttributes('ul', { 'data-copane-id': 'my tasks' }, 'x'),
    'e1 List\n  e2 Text = "x"',
  ],
  ['an empty one', withAttributes('ul', { 'data-copane-id': '' }, 'x'), 'e1 List\n  e2 Text = "x"'],
  [
    'one that is taken',
    tag(
      'main',
      {},
      withAttributes('p', { 'data-copane-id': 'p' }, 'x'),
      withAttributes('p', { 'data-copane-id': 'p' }, 'y'),
    ),
    'e1 Group\n  p Text = "x"\n  e2 Text = "y"',
  ],
]

for (const [title, page, expected] of ids)
  verifies('EL-5.1-id-unique', `an id of the app: ${title}`, () => expect(shown(page)).toBe(expected))

const list = tag('ul', { label: 'L' }, tag('li', {}, 'x'), tag('li', {}, 'y'))
for (const [title, idOf, expected] of [
  ['one id for all', () => 'same', 'same List "L"\n'.trim()],
  ['ids that are none', () => 'a b', ''],
  ['empty ids', () => '', ''],
] as const)
  verifies('EL-5.1-id-unique', `an app that gives ${title}`, () =>
    expect(
      convertDom(list, idOf)
        .map(each => printOutline(each))
        .join('\n'),
    ).toBe(expected),
  )

test('an id is asked for by the node itself', () => {
  const asked: DomNode[] = []
  const text: DomNode = { text: 'x' }
  const page: DomNode = { tag: 'main', children: [text, { tag: 'p', children: [{ text: 'y' }] }] }
  convertDom(page, node => `n${asked.push(node)}`)
  expect(asked).toEqual([page, text, page.children?.[1]])
  expect(asked[1]).toBe(text)
})
