/** Whatever a page is made of: what it becomes keeps every rule (elements §5). */
import { convertDom, type DomNode, TAG_ROLES } from '@copane/adapters/dom'
import { type TreeElement, validateAnswer, walk } from '@copane/protocol/elements'
import { ARIA_ROLES } from '@copane/protocol/roles'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { appAround, countingIds, tag } from '../support/pages.ts'

const validate = (children: TreeElement[]) =>
  validateAnswer({ protocol: '0.2.0', instance: 'i', root: appAround(children) })

const CANARY = 'Xq7canary'
const tags = fc.constantFrom(
  ...Object.keys(TAG_ROLES),
  'input',
  'div',
  'span',
  'script',
  'x-app',
  'br',
  'constructor',
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', 'x', 'two words', '\n', 'a\u2028b', '\ud800'),
)
const sometimes = fc.option(fc.constant(true as const), { nil: undefined, freq: 6 })

const attributes = fc.dictionary(
  fc.constantFrom(
    'role',
    'type',
    'name',
    'autocomplete',
    'href',
    'src',
    'data-copane-role',
    'data-copane-subrole',
    'data-copane-id',
  ),
  fc.oneof(
    fc.constantFrom(
      ...Object.keys(ARIA_ROLES),
      'text',
      'password',
      'Row',
      'Table',
      'Text',
      'Application',
      'https://example.com',
    ),
    texts,
  ),
  { maxKeys: 3 },
)

const nodes: fc.Arbitrary<DomNode> = fc
  .record({
    tag: fc.option(tags, { nil: undefined, freq: 3 }),
    attributes,
    label: fc.option(texts, { nil: undefined }),
    text: fc.option(texts, { nil: undefined }),
    selected: sometimes,
    focused: sometimes,
    hovered: sometimes,
    visible: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))

type Page = { node: DomNode; children: Page[]; parent: Page | undefined }

/** Pages from one long chain to one long row of siblings. */
const pages: fc.Arbitrary<Page[]> = fc
  .array(fc.tuple(nodes, fc.nat()), { minLength: 1, maxLength: 60 })
  .map(list => {
    const all: Page[] = []
    for (const [node, at] of list) {
      const parent = all[at % Math.max(1, all.length)]
      const page: Page = { node: all.length === 0 ? { ...node, tag: 'main' } : node, children: [], parent }
      parent?.children.push(page)
      all.push(page)
    }
    return all
  })

const built = ({ node, children }: Page): DomNode => ({ ...node, children: children.map(built) })

test('no finding, whatever the page', () => {
  let elements = 0
  fc.assert(
    fc.property(pages, ([page]) => {
      const children = page ? convertDom(built(page), countingIds()) : []
      elements += children.flatMap(child => [...walk(child)]).length
      expect(validate(children)).toEqual([])
    }),
    { numRuns: 1000 },
  )
  expect(elements).toBeGreaterThan(1000)
})

verifies('EL-sec-no-surprise', 'nothing of a private part of any page', () =>
  fc.assert(
    fc.property(pages, fc.nat(), (all, at) => {
      const secret = all[at % all.length]
      if (!secret) return
      secret.node = { ...secret.node, attributes: { ...secret.node.attributes, 'data-copane-private': '' } }
      for (const inside of all)
        for (let up: Page | undefined = inside; up; up = up.parent)
          if (up === secret) inside.node = { ...inside.node, text: CANARY, label: CANARY }
      const [page] = all
      expect(JSON.stringify(page && convertDom(built(page), countingIds()))).not.toContain(CANARY)
    }),
  ),
)

const chain = (depth: number, name: string): DomNode => {
  let node: DomNode = tag('p', { focused: true, hovered: true }, 'x')
  for (let at = 0; at < depth; at++) node = { tag: name, children: [node] }
  return node
}

for (const name of ['div', 'main', 'ul', 'button', 'a'])
  verifies('D-16', `a hundred thousand <${name}> inside each other`, () => {
    const children = convertDom(chain(100_000, name), countingIds())
    expect(validate(children)).toEqual([])
    expect(
      Math.max(0, ...children.flatMap(child => [...walk(child)].map(visit => visit.depth))),
    ).toBeLessThan(60)
  })

verifies('D-16', 'nine thousand rows', () => {
  const rows = Array.from({ length: 9000 }, (_, at) => tag('li', {}, at % 2 === 0 ? 'x' : ''))
  const children = convertDom(tag('ul', {}, ...rows), countingIds())
  expect(validate(children)).toEqual([])
  expect(children[0]?.children).toHaveLength(4500)
})
