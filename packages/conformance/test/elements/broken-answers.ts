/** Providers whose answer to `current` breaks a rule. */
import { type Broken, broken } from '../planted.ts'
import { BUNDLE_ID, changed, currentAnswer, elementsFace, withElement } from '../peers/elements.ts'
import type { Face, Fields } from '../peers/mcp.ts'

const withAnswer = (change: Fields): { elements: Face } => ({
  elements: elementsFace({ current: () => ({ ...currentAnswer(), ...change }) }),
})

const element = (id: string, change: Fields): { elements: Face } => ({ elements: withElement(id, change) })

/** Each reading is answered by what the count of readings before it gives. */
function inTurn(answer: (turn: number) => Fields): { elements: Face } {
  let turn = 0
  return { elements: elementsFace({ current: () => answer(turn++) }) }
}

/** What can't be asked of a tree that is refused. */
const REFUSED = {
  'EL-6-location': 'not-run',
  'EL-4.2-gone': 'not-run',
  'EL-9.1-id-stable': 'not-run',
} as const

const LINK = { type: 'resource_link', uri: 'file:///a.md', name: 'a.md' }
const LONG = 'long '.repeat(14_000)

const BROKEN_IDENTITY: readonly Broken[] = [
  broken('EL-4.1-protocol-everywhere', 'the declaration names another version', {
    elements: elementsFace({ declaration: { protocol: '0.2.1', locate: true } }),
  }),
  broken('EL-4.1-protocol-everywhere', 'nothing is declared', {
    elements: elementsFace({ declaration: undefined }),
  }),
  broken('EL-4.1-protocol-everywhere', 'the descriptor names another version', {
    descriptor: right => ({ ...right, protocol: '0.2.1' }),
  }),
  broken(
    'EL-4.1-instance',
    'a new instance in every answer',
    inTurn(turn => ({ ...currentAnswer(), instance: `i-${turn}` })),
  ),
  broken('EL-4.1-instance', 'another instance than in the descriptor', {
    descriptor: right => ({ ...right, instance: 'another' }),
  }),
  broken(
    'EL-9.1-id-stable',
    'a new id in every answer',
    inTurn(turn => changed(currentAnswer(), 'sel-1', { id: `sel-${turn + 100}` })),
  ),
  broken('EL-4.1-app-name', 'the root has no title', element('app', { title: undefined })),
  broken(
    'EL-4.1-app-name',
    'the bundle identifier is in the answer',
    element('win-1', { attributes: { app: BUNDLE_ID } }),
  ),
  broken(
    'EL-10-compatible',
    'a version that does not work with 0.2.0',
    {
      elements: elementsFace({
        current: () => ({ ...currentAnswer(), protocol: '0.3.0' }),
        declaration: { protocol: '0.3.0', locate: true },
      }),
      descriptor: right => ({ ...right, protocol: '0.3.0' }),
    },
    { ...REFUSED, 'EL-10-compatible': 'failed' },
  ),
]

const BROKEN_TREES: readonly Broken[] = [
  broken('EL-4.1-three-fields', 'a fourth field', withAnswer({ time: 12 })),
  broken('EL-4.1-three-fields', 'the root is a list', withAnswer({ root: [] }), {
    ...REFUSED,
    'EL-4.1-three-fields': 'failed',
  }),
  broken('EL-5.2-root-application', 'a second Application', element('doc-2', { role: 'Application' })),
  broken('EL-5.2-root-application', 'the root is a Window', element('app', { role: 'Window' }), {
    ...REFUSED,
    'EL-5.2-root-application': 'failed',
  }),
  broken('EL-5.1-id-form', 'an id with a space', element('doc-2', { id: 'doc 2' }), {
    ...REFUSED,
    'EL-5.1-id-form': 'failed',
    'EL-5.6-related': 'warned',
  }),
  broken('EL-5.1-id-unique', 'two elements of one id', element('row-1', { id: 'doc-2' }), {
    ...REFUSED,
    'EL-5.1-id-unique': 'failed',
  }),
  broken('EL-5.1-fields', 'a title that is a number', element('doc-2', { title: 7 })),
  broken('EL-5.1-fields', 'a content that is a text', element('doc-2', { content: 'words' })),
  broken('EL-5.1-title-line', 'a title of two lines', element('doc-2', { title: 'one\ntwo' })),
  broken('EL-5.1-children', 'an empty list of children', element('doc-2', { children: [] })),
  broken('EL-5.1-children', 'a child that is a text', element('doc-2', { children: ['words'] })),
  broken('EL-5.2-role-words', "the app's own word as a role", element('doc-2', { role: 'Note' }), {
    'EL-5.2-role-words': 'warned',
  }),
  broken(
    'EL-5.1-selected-text',
    'selected text in the root',
    element('app', { children: [{ id: 'sel-1', role: 'Text', selected: true }] }),
    { 'EL-5.1-selected-text': 'warned' },
  ),
  broken(
    'EL-5.2-rows-of-cells',
    'cells right in the table',
    element('tab-1', { children: [{ id: 'cell-1', role: 'Cell' }] }),
    {
      'EL-5.2-rows-of-cells': 'warned',
    },
  ),
  broken(
    'EL-5.5-content-blocks',
    'a block of a type of its own',
    element('doc-2', { content: [{ type: 'html', html: '' }] }),
  ),
  broken(
    'EL-5.5-content-blocks',
    'a link without a name',
    element('doc-2', { content: [{ ...LINK, name: undefined }] }),
  ),
  broken('EL-5.5-block-by-kind', 'a text without its text', element('sel-1', { content: [LINK] }), {
    'EL-5.5-block-by-kind': 'warned',
  }),
  broken(
    'EL-5.5-small',
    'a text of 70,000 characters',
    element('sel-1', { content: [{ type: 'text', text: LONG }] }),
    {
      'EL-5.5-small': 'warned',
    },
  ),
  broken(
    'EL-5.6-author',
    'an author that is an object',
    element('doc-1', { attributes: { author: { name: 'Ada' } } }),
  ),
  broken(
    'EL-5.6-related',
    'a relation without a name',
    element('doc-1', { attributes: { related: [{ id: 'doc-2' }] } }),
  ),
  broken(
    'EL-5.6-related',
    'a relation to no element',
    element('doc-1', { attributes: { related: [{ relation: 'next', id: 'x' }] } }),
    {
      'EL-5.6-related': 'warned',
    },
  ),
  broken('EL-rfc1-removed-fields', 'a field of version 0.1', element('doc-2', { locatable: true }), {
    'EL-rfc1-removed-fields': 'warned',
  }),
]

const BROKEN_STATES: readonly Broken[] = [
  broken('EL-5.3-only-true', 'selected: false', element('doc-2', { selected: false })),
  broken('EL-5.3-visible-differs', "visible that equals the parent's", element('win-1', { visible: true }), {
    'EL-5.3-visible-differs': 'warned',
  }),
  broken('EL-5.3-focus-path', 'a gap above the position', element('doc-1', { focused: undefined })),
  broken('EL-5.3-focus-path', 'two focused siblings', element('doc-2', { focused: true })),
  broken('EL-5.3-one-hover', 'a hovered row in a hovered window', element('win-1', { hovered: true })),
  broken(
    'EL-5.3-reachable',
    'a selected element beside children',
    element('doc-2', { selection: { id: 'x', role: 'Text', selected: true } }),
  ),
  broken(
    'EL-5.3-state-once',
    'focused repeated in attributes',
    element('doc-1', { attributes: { focused: true } }),
  ),
]

export const BROKEN_ANSWERS: readonly Broken[] = [...BROKEN_IDENTITY, ...BROKEN_TREES, ...BROKEN_STATES]
