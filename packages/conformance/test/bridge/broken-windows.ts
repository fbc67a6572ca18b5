/** Bridge servers that open wrongly, or whose snapshot breaks a rule. */
import { AUTHORITY_CHECKS } from '../../src/checks/bridge/authority.ts'
import { AVAILABILITY_CHECKS } from '../../src/checks/bridge/availability.ts'
import { CHANGE_CHECKS } from '../../src/checks/bridge/changes.ts'
import { EFFECT_CHECKS } from '../../src/checks/bridge/effects.ts'
import { LIFETIME_CHECKS } from '../../src/checks/bridge/lifetimes.ts'
import { REFUSAL_CHECKS } from '../../src/checks/bridge/refusals.ts'
import { SECRET_CHECKS } from '../../src/checks/bridge/secrets.ts'
import { SESSION_CHECKS } from '../../src/checks/bridge/sessions.ts'
import { TOOLS_CHECKS } from '../../src/checks/bridge/tools.ts'
import { WRITE_CHECKS } from '../../src/checks/bridge/writes.ts'
import { type Broken, broken, type Verdicts } from '../planted.ts'
import { bridgeFace, snapshot, tools, WINDOWS, withBlock, withWindow } from '../peers/bridge.ts'
import { withRead } from '../peers/elements.ts'
import { error, type Face, type Fields, withMethods } from '../peers/mcp.ts'

const correct = bridgeFace()

const withCapabilities = (capabilities: Fields): { bridge: Face } => ({
  bridge: { ...correct, capabilities },
})

const withResult = (method: string, result: Fields): { bridge: Face } => ({
  bridge: withMethods(correct, { [method]: () => ({ result }) }),
})

const withContents = (contents: unknown): { bridge: Face } => ({
  bridge: withRead(correct, uri => (uri === WINDOWS ? { result: { contents } } : undefined)),
})

const withSnapshot = (change: Fields): { bridge: Face } => ({
  bridge: bridgeFace({ snapshot: () => ({ ...snapshot(), ...change }) }),
})

const window = (id: string, change: Fields): { bridge: Face } => ({ bridge: withWindow(id, change) })
const block = (value: unknown): { bridge: Face } => ({ bridge: withBlock(value) })

/** What needs a snapshot. */
const OF_A_SNAPSHOT = [
  ...TOOLS_CHECKS,
  ...AUTHORITY_CHECKS,
  ...AVAILABILITY_CHECKS,
  ...REFUSAL_CHECKS,
  ...WRITE_CHECKS,
  ...EFFECT_CHECKS,
  ...CHANGE_CHECKS,
  ...LIFETIME_CHECKS,
  ...SESSION_CHECKS,
  ...SECRET_CHECKS,
].map(({ id }) => id)

const refused = (verdicts: Verdicts): Verdicts => ({
  ...Object.fromEntries(OF_A_SNAPSHOT.map(id => [id, 'not-run'])),
  ...verdicts,
})

const TEXT = JSON.stringify(snapshot())
const JSON_TYPE = { mimeType: 'application/json' }
const PLAIN = { title: 'Plain', modal: false, ownerId: null, version: 1, summary: 'A window.', blocks: [] }

/** A window that another owns without being modal, and nothing that hangs on it. */
const owned: Face = bridgeFace({
  snapshot: () => ({
    operableWindowIds: ['w-1'],
    windows: [
      { ...PLAIN, id: 'w-1', version: 4 },
      { ...PLAIN, id: 'w-2', ownerId: 'w-1' },
    ],
  }),
  tools: () => tools().filter(({ name }) => !String(name).startsWith('w-3')),
})

const BROKEN_OPENINGS: readonly Broken[] = [
  broken(
    'GB-3-capabilities',
    'subscribe is not declared',
    withCapabilities({ resources: {}, tools: { listChanged: true } }),
  ),
  broken(
    'GB-3-capabilities',
    'listChanged is not declared',
    withCapabilities({ resources: { subscribe: true }, tools: {} }),
  ),
  broken(
    'GB-8.1-instructions',
    'no instructions',
    { bridge: { ...correct, instructions: '' } },
    { 'GB-8.1-instructions': 'warned' },
  ),
  broken(
    'GB-8.1-instructions',
    'a text of its own',
    { bridge: { ...correct, instructions: 'Read the windows.' } },
    { 'GB-8.1-instructions': 'warned' },
  ),
  broken(
    'GB-4.1-one-resource',
    'a second resource',
    withResult('resources/list', {
      resources: [
        { uri: WINDOWS, name: 'w' },
        { uri: 'app://w-1', name: 'x' },
      ],
    }),
  ),
  broken(
    'GB-4.1-one-resource',
    'the resource is not listed',
    withResult('resources/list', { resources: [] }),
  ),
  broken(
    'GB-4.1-one-resource',
    'the list has pages',
    withResult('resources/list', { resources: [{ uri: WINDOWS, name: 'w' }], nextCursor: 'a' }),
  ),
  broken(
    'GB-4.1-one-resource',
    'a template',
    withResult('resources/templates/list', { resourceTemplates: [{ uriTemplate: 'app://{id}', name: 'w' }] }),
  ),
  broken(
    'GB-4.1-one-resource',
    'a list that changes',
    withCapabilities({ resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } }),
  ),
  broken('GB-4.1-one-resource', 'a legacy client can not subscribe', {
    bridge: withMethods(correct, { 'resources/subscribe': () => error(-32601) }),
  }),
  broken(
    'GB-4.1-one-resource',
    'a modern client can not listen',
    { bridge: { ...correct, listens: false } },
    { 'GB-4.1-one-resource': 'failed', 'GB-6-after-effect': 'failed', 'GB-10.1-broadcast': 'not-run' },
  ),
  broken('D-04', 'a result that may be kept', {
    bridge: { ...correct, freshness: { ttlMs: 1000, cacheScope: 'private' } },
  }),
]

const BROKEN_SNAPSHOTS: readonly Broken[] = [
  broken(
    'GB-12.2-wrapping',
    'another type',
    withContents([{ uri: WINDOWS, mimeType: 'text/plain', text: TEXT }]),
  ),
  broken('GB-12.2-wrapping', 'another uri', withContents([{ uri: 'app://w-1', ...JSON_TYPE, text: TEXT }])),
  broken(
    'GB-12.2-wrapping',
    'one content a window',
    withContents([
      { uri: WINDOWS, ...JSON_TYPE, text: TEXT },
      { uri: WINDOWS, ...JSON_TYPE, text: TEXT },
    ]),
  ),
  broken(
    'GB-12.2-wrapping',
    'no JSON',
    withContents([{ uri: WINDOWS, ...JSON_TYPE, text: 'windows' }]),
    refused({ 'GB-12.2-wrapping': 'failed' }),
  ),
  broken(
    'GB-12.2-wrapping',
    'windows without operableWindowIds',
    withSnapshot({ operableWindowIds: undefined }),
    refused({ 'GB-12.2-wrapping': 'failed' }),
  ),
  broken('GB-4.2-window-fields', 'a summary that is a number', window('w-2', { summary: 5 })),
  broken(
    'GB-4.2-window-fields',
    'a version that is a text',
    window('w-2', { version: '1' }),
    refused({ 'GB-4.2-window-fields': 'failed' }),
  ),
  broken(
    'GB-4.2-window-fields',
    'no blocks',
    window('w-2', { blocks: undefined }),
    refused({ 'GB-4.2-window-fields': 'failed' }),
  ),
  broken(
    'GB-4.2-window-fields',
    'ownerId is left out',
    window('w-1', { ownerId: undefined }),
    refused({ 'GB-4.2-window-fields': 'failed' }),
  ),
  broken('GB-4.3-understandable', 'an empty summary', window('w-2', { summary: ' ' }), {
    'GB-4.3-understandable': 'warned',
  }),
  broken('GB-2-three-states', 'a window that is owned but not modal', { bridge: owned }),
  broken(
    'GB-2-operable-set',
    'a blocked window is listed as operable',
    withSnapshot({ operableWindowIds: ['w-1', 'w-2', 'w-3'] }),
    { 'GB-2-operable-set': 'failed', 'GB-1.3-sole-authority': 'failed' },
  ),
  broken(
    'GB-2-operable-set',
    'a window that is not there is listed as operable',
    withSnapshot({ operableWindowIds: ['w-1', 'w-3', 'w-9'] }),
  ),
  broken(
    'GB-10.3-never-reused',
    'two blocks of one id',
    window('w-1', {
      blocks: [
        { type: 'text', id: 'b', text: '' },
        { type: 'text', id: 'b', text: '' },
      ],
    }),
  ),
  broken(
    'GB-10.3-never-reused',
    'two windows of one id',
    withSnapshot({
      windows: [
        { ...PLAIN, id: 'w-1' },
        { ...PLAIN, id: 'w-1' },
        { ...PLAIN, id: 'w-3' },
      ],
    }),
    refused({ 'GB-10.3-never-reused': 'failed' }),
  ),
]

const BROKEN_BLOCKS: readonly Broken[] = [
  broken(
    'GB-4.4-flat-blocks',
    'a block inside a block',
    block({ type: 'text', id: 'b', text: '', children: [] }),
  ),
  broken('GB-4.4-flat-blocks', 'a block that is a text', block('words')),
  broken('GB-4.4-flat-blocks', 'a block without an id', block({ type: 'text', text: '' }), {
    'GB-4.4-flat-blocks': 'warned',
  }),
  broken('GB-4.4-seven-blocks', 'a text that is a number', block({ type: 'text', id: 'b', text: 5 })),
  broken(
    'GB-4.4-seven-blocks',
    'a severity of its own',
    block({ type: 'notice', id: 'b', severity: 'fatal', text: '' }),
  ),
  broken('GB-4.4-seven-blocks', 'a block of an eighth type', block({ type: 'progress', id: 'b' }), {
    'GB-4.4-seven-blocks': 'warned',
  }),
  broken(
    'GB-4.4-table-rows',
    'a row that is too short',
    block({ type: 'table', id: 'b', columns: ['a', 'b'], rows: [[1]] }),
  ),
  broken(
    'GB-4.4-media-url',
    'an http address',
    block({ type: 'media', id: 'b', mimeType: 'image/png', url: 'http://example.org/a', alt: 'a' }),
  ),
  broken(
    'GB-4.5-sensitive',
    'a password in plain',
    block({ type: 'fields', id: 'b', items: [{ label: 'PIN', value: 'hunter2', sensitive: true }] }),
    { 'GB-4.5-sensitive': 'warned' },
  ),
  broken(
    'GB-B-truncated-total',
    'less in total than is shown',
    block({ type: 'list', id: 'b', items: ['a', 'b'], total: 1 }),
  ),
  broken(
    'GB-B-truncated-total',
    'cut at the front without a total',
    block({ type: 'list', id: 'b', items: ['a'], offset: 5 }),
  ),
]

export const BROKEN_WINDOWS: readonly Broken[] = [...BROKEN_OPENINGS, ...BROKEN_SNAPSHOTS, ...BROKEN_BLOCKS]
