/** Which notifications a commit sends: exactly what differs (GB §6 · D-39, D-40, D-45). */
import { changes, type ModelWindow, sameJson, type WindowsModel } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { nested } from '../support/elements.ts'
import { model, offer } from '../support/windows.ts'

const edit = (of: WindowsModel, id: string, fields: Partial<ModelWindow>): WindowsModel => ({
  ...of,
  windows: of.windows.map(window => (window.id === id ? { ...window, ...fields } : window)),
})
const two = model('a\nb')
const hidden = model('a\nb private')
const app = { appActions: [offer('open')] }

const rows: [string, WindowsModel, WindowsModel, string][] = [
  ['nothing', two, model('a\nb'), ''],
  ['a window opens', two, model('a\nb\nc'), 'updated listChanged'],
  ['a window without actions opens', model('a', []), model('a\nb', []), 'updated listChanged'],
  ['a window closes', two, model('a'), 'updated listChanged'],
  ['a modal goes up', two, model('a\nb\nm modal of b'), 'updated listChanged'],
  ['a modal closes', model('a\nm modal of a'), model('a'), 'updated listChanged'],
  ['a window opens under an app modal', model('a\nm app-modal'), model('a\nb\nm app-modal'), 'updated'],
  ['a blocked window closes', model('m app-modal\na'), model('m app-modal'), 'updated'],
  [
    'a blocked window makes room for another that looks like it',
    model('m app-modal\na'),
    edit(model('m app-modal\na'), 'a', { id: 'b' }),
    'updated',
  ],
  [
    'a blocked window becomes modal',
    model('m app-modal\na\nb window of a'),
    model('m app-modal\na\nb modal of a'),
    'updated',
  ],
  [
    'a blocked modal changes its owner',
    model('m app-modal\na\nb\nc modal of a'),
    model('m app-modal\na\nb\nc modal of b'),
    'updated',
  ],
  ['data change', two, edit(two, 'a', { version: 2 }), 'updated'],
  [
    'data of a blocked window change',
    model('a\nm modal of a'),
    edit(model('a\nm modal of a'), 'a', { version: 2 }),
    'updated',
  ],
  [
    'a title changes, and with it the titles of tools',
    two,
    edit(two, 'a', { title: 'New' }),
    'updated listChanged',
  ],
  [
    'a title of a window without actions changes',
    model('a', []),
    edit(model('a', []), 'a', { title: 'New' }),
    'updated',
  ],
  [
    'a window changes its owner',
    model('a\nb\nm modal of a'),
    model('a\nb\nm modal of b'),
    'updated listChanged',
  ],
  ['an action becomes unavailable', two, edit(two, 'a', { unavailable: { save: 'No' } }), 'listChanged'],
  ['an action becomes available', edit(two, 'a', { unavailable: { save: 'No' } }), two, 'listChanged'],
  [
    'only the reason changes',
    edit(two, 'a', { unavailable: { save: 'No' } }),
    edit(two, 'a', { unavailable: { save: 'Never' } }),
    '',
  ],
  ['an action comes', two, edit(two, 'a', { actions: [offer('save'), offer('undo')] }), 'listChanged'],
  [
    'actions change their order',
    edit(two, 'a', { actions: [offer('x'), offer('y')] }),
    edit(two, 'a', { actions: [offer('y'), offer('x')] }),
    'listChanged',
  ],
  [
    'a schema changes',
    two,
    edit(two, 'a', { actions: [{ ...offer('save'), inputSchema: { type: 'object' } }] }),
    'listChanged',
  ],
  [
    'a schema says the same in other order',
    two,
    edit(two, 'a', {
      actions: [
        { ...offer('save'), inputSchema: { properties: { to: { type: 'string' } }, type: 'object' } },
      ],
    }),
    '',
  ],
  [
    'an action of a blocked window becomes unavailable',
    model('a\nm modal of a'),
    edit(model('a\nm modal of a'), 'a', { unavailable: { save: 'No' } }),
    '',
  ],
  ['an action of the app comes', two, { ...two, ...app }, 'listChanged'],
  [
    'an action of the app becomes unavailable',
    { ...two, ...app },
    { ...two, ...app, unavailable: { open: 'No' } },
    'listChanged',
  ],
  ['data of a private window change', hidden, edit(hidden, 'b', { version: 2, title: 'New' }), ''],
  ['a private window opens', model('a'), hidden, ''],
  ['a private window becomes shared', hidden, two, 'updated listChanged'],
  ['a private modal goes up', model('a'), model('a\nm modal of a private'), 'updated listChanged'],
]

for (const [title, before, after, expected] of rows)
  verifies('GB-6-after-effect', title, () => {
    const { updated, listChanged } = changes(before, after)
    expect([updated && 'updated', listChanged && 'listChanged'].filter(Boolean).join(' ')).toBe(expected)
  })

const values: [string, string, string, boolean][] = [
  ['numbers', '1', '1', true],
  ['objects in other order', '{"a":1,"b":[2]}', '{"b":[2],"a":1}', true],
  ['deep equals', nested(5000), nested(5000), true],
  ['numbers that differ', '1', '2', false],
  ['a number and a text', '1', '"1"', false],
  ['null and nothing filled in', 'null', '""', false],
  ['null and an object', 'null', '{}', false],
  ['a list and an object', '[]', '{}', false],
  ['an object and a list', '{}', '[]', false],
  ['lists of other length', '[1]', '[1,2]', false],
  ['lists in other order', '[1,2]', '[2,1]', false],
  ['a field more', '{"a":1}', '{"a":1,"b":null}', false],
  ['other fields', '{"a":1}', '{"b":1}', false],
  ['a field of every object', '{"a":1}', '{"toString":1}', false],
  ['a field named __proto__', '{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}', false],
  ['deep below', '[[[[1]]]]', '[[[[2]]]]', false],
  ['so deep that it can not be served', nested(1_000_000), nested(1_000_000), false],
]

for (const [title, a, b, expected] of values)
  test(`sameJson: ${title}`, () => expect(sameJson(JSON.parse(a), JSON.parse(b))).toBe(expected))

test('sameJson: rings end', () => {
  const ring = (): { [name: string]: unknown } => {
    const one: { [name: string]: unknown } = { list: [] }
    one.list = [one, one]
    return one
  }
  expect(sameJson(ring(), ring())).toBe(false)
})

test('sameJson agrees with the text of sorted values', () => {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    )
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
      expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      expect(sameJson(a, b)).toBe(sorted(a) === sorted(b))
    }),
  )
})
