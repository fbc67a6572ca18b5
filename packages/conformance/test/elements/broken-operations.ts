/** Providers that offer or answer the two operations wrongly. */
import { ANSWER_CHECKS } from '../../src/checks/elements/answer.ts'
import { type Broken, broken } from '../planted.ts'
import { content, CURRENT, currentAnswer, elementsFace, locationOf, withRead } from '../peers/elements.ts'
import { type Face, type Fields, withMethods } from '../peers/mcp.ts'

const correct = elementsFace()

const withCapabilities = (change: Fields): { elements: Face } => ({
  elements: { ...correct, capabilities: { ...correct.capabilities, ...change } },
})

const withList = (method: string, result: Fields): { elements: Face } => ({
  elements: withMethods(correct, { [method]: () => ({ result }) }),
})

const withLocation = (id: string, location: Fields): { elements: Face } => ({
  elements: elementsFace({ locate: asked => (asked === id ? location : locationOf(asked)) }),
})

const withContents = (uri: string, contents: unknown): { elements: Face } => ({
  elements: withRead(correct, asked => (asked === uri ? { result: { contents } } : undefined)),
})

const RESOURCE = { uri: CURRENT, name: 'current' }
const TEXT = JSON.stringify(currentAnswer())
const JSON_TYPE = { mimeType: 'application/json' }
const PLACED = 'elements://locate/win-1'

/** What can't be judged without an answer. */
const OF_AN_ANSWER = [
  ...ANSWER_CHECKS.map(({ id }) => id),
  'EL-4.1-protocol-everywhere',
  'EL-4.1-instance',
  'EL-6-location',
  'EL-4.2-gone',
  'EL-9.1-id-stable',
]

export const BROKEN_OPERATIONS: readonly Broken[] = [
  broken('EL-4-resources-not-tools', 'tools are declared', withCapabilities({ tools: {} })),
  broken('EL-4-resources-not-tools', 'prompts are declared', withCapabilities({ prompts: {} })),
  broken(
    'EL-4-resources-not-tools',
    'subscriptions are declared',
    withCapabilities({ resources: { subscribe: true } }),
  ),
  broken(
    'EL-4-resources-not-tools',
    'resources are not declared',
    withCapabilities({ resources: undefined }),
  ),
  broken(
    'EL-4-resources-not-tools',
    'a tool is listed',
    withList('tools/list', { tools: [{ name: 'read' }] }),
  ),
  broken('EL-4-resources-not-tools', 'current is not listed', withList('resources/list', { resources: [] })),
  broken(
    'EL-4-resources-not-tools',
    'more is listed',
    withList('resources/list', { resources: [RESOURCE, { uri: 'a:b', name: 'b' }] }),
  ),
  broken(
    'EL-4-resources-not-tools',
    'another template is listed',
    withList('resources/templates/list', {
      resourceTemplates: [{ uriTemplate: 'elements://locate/{id}' }, { uriTemplate: 'x:{y}' }],
    }),
  ),
  broken(
    'EL-4.2-not-offered',
    'declared, but not listed',
    withList('resources/templates/list', { resourceTemplates: [] }),
  ),
  broken('EL-4.2-not-offered', 'listed, but declared as not offered', {
    elements: elementsFace({ declaration: { protocol: '0.2.0', locate: false } }),
  }),
  broken(
    'EL-4.2-not-offered',
    'not offered, but answered',
    {
      elements: withRead(elementsFace({ locate: undefined }), uri =>
        uri === CURRENT ? undefined : content(uri, { state: 'gone' }),
      ),
    },
    { 'EL-4.2-not-offered': 'failed', 'EL-4.2-never-issued': 'failed' },
  ),
  broken('EL-4.2-not-offered', 'declared with a word', {
    elements: elementsFace({ declaration: { protocol: '0.2.0', locate: 'yes' } }),
  }),
  broken('EL-6-location', 'a state of its own', withLocation('win-1', { state: 'hidden' })),
  broken(
    'EL-6-location',
    'visible without rectangles',
    withLocation('win-1', { state: 'visible', window: 3 }),
  ),
  broken(
    'EL-6-location',
    'a rectangle without height',
    withLocation('win-1', { state: 'visible', rects: [{ x: 1, y: 1, w: 5, h: 0 }] }),
  ),
  broken(
    'EL-6-location',
    'offscreen with rectangles',
    withLocation('win-1', { state: 'offscreen', rects: [] }),
  ),
  broken(
    'EL-6-location',
    'a window that is no number',
    withLocation('win-1', { state: 'offscreen', window: 'main' }),
  ),
  broken(
    'EL-6-location',
    'an edge of its own',
    withLocation('win-1', { state: 'visible', rects: [{ x: 1, y: 1, w: 5, h: 5 }], edge: 'middle' }),
  ),
  broken(
    'EL-6-location',
    'another uri than was asked',
    withContents(PLACED, [{ uri: CURRENT, ...JSON_TYPE, text: '{"state":"offscreen"}' }]),
  ),
  broken(
    'EL-6-location',
    'a text that is no JSON',
    withContents(PLACED, [{ uri: PLACED, ...JSON_TYPE, text: 'there' }]),
  ),
  broken('EL-6-location', 'no content for what is there', withContents(PLACED, [])),
  broken('EL-4.2-gone', 'what is not drawn is gone', withLocation('doc-2', { state: 'gone' })),
  broken('EL-4.2-never-issued', 'gone for any id', {
    elements: elementsFace({
      locate: id => locationOf(id) ?? (id === 'app' ? undefined : { state: 'gone' }),
    }),
  }),
  broken('EL-4.2-never-issued', 'no content for any id', {
    elements: withRead(correct, uri =>
      uri.endsWith('never-issued') ? { result: { contents: [] } } : undefined,
    ),
  }),
  broken(
    'D-04',
    'another type',
    withContents(CURRENT, [{ uri: CURRENT, mimeType: 'text/plain', text: TEXT }]),
  ),
  broken('D-04', 'another uri', withContents(CURRENT, [{ uri: 'elements://now', ...JSON_TYPE, text: TEXT }])),
  broken(
    'D-04',
    'two contents',
    withContents(CURRENT, [
      { uri: CURRENT, ...JSON_TYPE, text: TEXT },
      { uri: CURRENT, text: '' },
    ]),
  ),
  broken('D-04', 'a result that may be kept', {
    elements: { ...correct, freshness: { ttlMs: 1000, cacheScope: 'private' } },
  }),
  broken('D-04', 'a result that may be shared', {
    elements: { ...correct, freshness: { ttlMs: 0, cacheScope: 'public' } },
  }),
  broken(
    'D-04',
    'bytes instead of a text',
    withContents(CURRENT, [{ uri: CURRENT, ...JSON_TYPE, blob: 'e30=' }]),
    {
      ...Object.fromEntries(OF_AN_ANSWER.map(id => [id, 'not-run'])),
      'D-04': 'failed',
    },
  ),
]
