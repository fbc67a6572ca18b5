/** Four answers that are always the same, without a finding: what reading is measured and tested on. */
import { type Answer, type ContentBlock, ROLES, type Role, type TreeElement } from '@copane/protocol/elements'

/** The names of the trees; each stresses another part of reading. */
export const TREE_NAMES = ['order', 'many-shapes', 'dense', 'long-texts'] as const

/** One of the four trees. */
export type TreeName = (typeof TREE_NAMES)[number]

/**
 * An answer of about so many elements; within the limits of D-16 up to 10,000.
 *
 * Shape   order: a table of rows with cells. many-shapes: every role, block and attribute form, fields at random.
 *         dense: short values in nearly every field, deep and wide. long-texts: texts of 2 kB, not ASCII.
 */
export function answerOf(name: TreeName, elements: number): Answer {
  return { protocol: '0.2.0', instance: 'k3f9x2', root: ROOTS[name](elements) }
}

const ROOTS: { [Name in TreeName]: (elements: number) => TreeElement } = {
  order: orderTree,
  'many-shapes': shapesTree,
  dense: denseTree,
  'long-texts': textsTree,
}

const COLUMNS = ['article', 'quantity', 'unit', 'price', 'discount', 'total', 'note'] as const

function orderTree(elements: number): TreeElement {
  const rows = Array.from({ length: Math.floor((elements - 3) / (COLUMNS.length + 1)) }, (_, at) =>
    orderRow(at),
  )
  const table = {
    id: 't-3',
    role: 'Table',
    subrole: 'items',
    title: 'Items',
    focused: true,
    children: rows,
  } as const
  const window: TreeElement = {
    id: 'w-2',
    role: 'Window',
    title: 'Order 1042',
    focused: true,
    children: [table],
  }
  return { id: 'app', role: 'Application', title: 'Order desk', children: [window] }
}

const orderRow = (row: number): TreeElement => ({
  id: `r-${row}`,
  role: 'Row',
  title: `Position ${row}`,
  ...(row === 3 ? { selected: true, focused: true } : {}),
  children: COLUMNS.map((subrole, column) => ({
    id: `r-${row}-${column}`,
    role: 'Cell',
    subrole,
    title:
      column === 0 ? `Article ${row}, solid oak, oiled` : `${(row * 37 + column * 11) % 997}.00 of ${row}`,
    ...(row === 3 && column === 1 ? { focused: true, hovered: true } : {}),
  })),
})

const BLOCKS: readonly ContentBlock[] = [
  { type: 'text', text: 'a paragraph of some words, as they stand on the page' },
  { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', mimeType: 'image/png' },
  { type: 'audio', data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'https://example.com/file/7', name: 'A file', mimeType: 'text/plain' },
  { type: 'resource_link', uri: 'https://example.com/file/8', name: 'A file', description: 'as it was' },
  { type: 'resource', resource: { uri: 'file:///home/ada/a.md', mimeType: 'text/markdown', text: '# A' } },
  { type: 'resource', resource: { uri: 'file:///home/ada/a.bin', blob: 'AAECAw==' } },
]

function shapesTree(elements: number): TreeElement {
  const next = sequence(7)
  const inner = ROLES.slice(1)
  const all: TreeElement[] = [{ id: 'app', role: 'Application', title: 'Shapes' }]
  const places = [{ depth: 0, visible: true }]
  for (let at = 1; at < elements; at++) {
    const up = at === 1 ? 0 : 1 + (next() % (at - 1))
    const { depth, visible } = places[up] ?? { depth: 0, visible: true }
    const parent = all[depth < 40 ? up : 0]
    const element = shapedElement(at, inner[at % inner.length] ?? 'Group', next)
    if (depth < 40 && next() % 8 === 0) element.visible = !visible
    if (parent?.role === 'Table' && element.role === 'Cell') element.role = 'Row'
    if (parent?.role === 'Application') delete element.selected
    if (parent) (parent.children ??= []).push(element)
    all.push(element)
    places.push({ depth: depth < 40 ? depth + 1 : 1, visible: element.visible ?? visible })
  }
  const last = all[1]
  if (last) Object.assign(last, { focused: true, hovered: true })
  return all[0] ?? shapedElement(0, 'Application', next)
}

function shapedElement(at: number, role: Role, next: () => number): TreeElement {
  const element: TreeElement = { id: `e-${at.toString(36)}`, role }
  const has = next()
  if (has & 1) element.title = `Title of ${at}`
  if (has & 2) element.subrole = ['pane', 'thread', 'comment', 'frame'][at % 4] ?? 'pane'
  if (has & 4) element.url = `https://example.com/thing/${at}`
  if ((has & 24) === 24) element.selected = true
  if (has & 32) element.content = contentFor(role, next)
  if (has & 64) element.attributes = attributesFor(at, next)
  return element
}

function contentFor(role: Role, next: () => number): ContentBlock[] {
  const [text] = BLOCKS
  const block = BLOCKS[next() % BLOCKS.length]
  const isText = role === 'Text' || role === 'Heading' || role === 'Link'
  return [...(isText && text ? [text] : []), ...(block ? [block] : [])].map(copied => ({ ...copied }))
}

function attributesFor(at: number, next: () => number): NonNullable<TreeElement['attributes']> {
  switch (next() % 5) {
    case 0:
      return { author: 'Ada', created: '2026-03-01T10:00:00Z' }
    case 1:
      return { related: [{ relation: 'answers', id: `e-${(1 + (at >> 1)).toString(36)}` }] }
    case 2:
      return {
        related: [{ relation: 'source', url: 'https://example.com/' }],
        author: 'Grace',
        lines: [3, 7],
      }
    case 3:
      return { range: { start: { line: at, character: 3 }, end: { line: at, character: 9 } } }
    default:
      return { due: null, done: false, width: 390.5, [`x-${at % 50}`]: 'own' }
  }
}

function denseTree(elements: number): TreeElement {
  const top: TreeElement[] = []
  let at = 1
  for (let chain = 0; at + 150 <= elements; chain++) {
    let list = top
    for (let depth = 1; depth <= 60; depth++) {
      const inner: TreeElement[] = []
      const first: TreeElement = { ...denseElement(at++, depth), ...(depth < 60 ? { children: inner } : {}) }
      list.push(chain === 0 ? { ...first, focused: true } : first, denseElement(at++, depth))
      if (depth % 2 === 0) list.push(denseElement(at++, depth))
      list = inner
    }
  }
  return { id: 'app', role: 'Application', title: 'D', children: top }
}

function denseElement(at: number, depth: number): TreeElement {
  return {
    id: `d${at}`,
    role: 'Group',
    subrole: 's',
    title: 't',
    content: [{ type: 'text', text: 'c' }],
    url: 'a:b',
    selected: true,
    visible: depth % 2 === 0,
    ...(at === 1 ? { hovered: true } : {}),
    attributes: { author: 'A' },
  }
}

const SENTENCE = 'Größe, naïveté, Ωμέγα, 日本語, «кириллица» und 🙂; '
const LONG = SENTENCE.repeat(Math.round(2048 / new TextEncoder().encode(SENTENCE).length))

function textsTree(elements: number): TreeElement {
  const pages = Array.from({ length: Math.floor((elements - 1) / 15) }, (_, page) => ({
    id: `p-${page}`,
    role: 'Page' as const,
    title: `Überschrift ${page} 🙂`,
    children: Array.from({ length: 14 }, (_unused, line) => textElement(`p-${page}-${line}`, line)),
  }))
  return { id: 'app', role: 'Application', title: 'Texte', children: pages }
}

const textElement = (id: string, line: number): TreeElement => ({
  id,
  role: 'Text',
  content: [{ type: 'text', text: line % 7 === 0 ? `${id} ${LONG}` : SENTENCE }],
})

/** Numbers that look like chance and are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
