/** The one content of `app://windows`: its wrapping, its windows, how many it may hold. */
import { parseWindows, readWindows, validateWindows } from '@copane/protocol/bridge'
import { LIMITS } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { nested, told } from '../support/elements.ts'
import { appWindows } from '../support/windows.ts'

const a = { id: 'a', title: 'T', modal: false, ownerId: null, version: 1, summary: 'S', blocks: [] }
const wrapped = (...windows: unknown[]) => ({ operableWindowIds: ['a'], windows })

const orders = {
  operableWindowIds: ['w-A'],
  windows: [
    {
      id: 'w-A',
      title: 'Order Editor',
      modal: false,
      ownerId: null,
      version: 42,
      summary: 'Editing order #12345, recipient not yet filled in',
      blocks: [
        { type: 'text', id: 'b1', text: 'Editing order #12345' },
        {
          type: 'fields',
          id: 'b2',
          items: [
            { label: 'Recipient', value: '' },
            { label: 'Amount', value: '$100.00' },
            { label: 'Payment password', value: '••••••', sensitive: true },
          ],
        },
        {
          type: 'table',
          id: 'b3',
          columns: ['Product', 'Quantity'],
          rows: [
            ['A', 2],
            ['B', 1],
          ],
        },
        { type: 'notice', id: 'b4', severity: 'error', text: 'Recipient cannot be empty' },
      ],
    },
  ],
}

test('the example of GB §4.2 with the blocks of §4.4', () =>
  expect(parseWindows(JSON.stringify(orders))).toEqual({ kind: 'snapshot', snapshot: orders, findings: [] }))

const shapes: [string, unknown][] = [
  ['null', null],
  ['a list of windows', [a]],
  ['a text', JSON.stringify(wrapped(a))],
  ['no windows', { operableWindowIds: [] }],
  ['no operable ids', { windows: [] }],
  ['null for the windows', { operableWindowIds: [], windows: null }],
  ['windows by id', { operableWindowIds: [], windows: { a } }],
  ['null for the operable ids', { operableWindowIds: null, windows: [] }],
  ['numbers for the operable ids', { operableWindowIds: [1], windows: [] }],
  ['one operable id outside a list', { operableWindowIds: 'a', windows: [a] }],
]

for (const [title, value] of shapes)
  verifies('GB-12.2-wrapping', title, () =>
    expect(told(validateWindows(value))).toEqual(['GB-12.2-wrapping must refuse $']),
  )

const texts = [
  ['no text', ''],
  ['half a snapshot', '{"windows":['],
  ['lists without end', nested(1_000_000)],
  ['lists that never end', '['.repeat(1_000_000)],
] as const

for (const [title, text] of texts)
  verifies('GB-12.2-wrapping', `of ${title}`, () =>
    expect(told(parseWindows(text).findings)).toEqual(['GB-12.2-wrapping must refuse $']),
  )

verifies('GB-12.5-empty', 'nothing operable, and no windows at all', () => {
  expect(validateWindows({ operableWindowIds: [], windows: [a] })).toEqual([])
  expect(validateWindows({ operableWindowIds: [], windows: [] })).toEqual([])
})

const fields: [string, object, string[]][] = [
  ['no id', { id: undefined }, ['refuse .id']],
  ['a number for the id', { id: 7 }, ['refuse .id']],
  ['no title', { title: undefined }, ['refuse .title']],
  ['null for the title', { title: null }, ['refuse .title']],
  ['no modal', { modal: undefined }, ['refuse .modal']],
  ['a word for modal', { modal: 'false' }, ['refuse .modal']],
  ['null for modal', { modal: null }, ['refuse .modal']],
  ['no owner field', { ownerId: undefined }, ['refuse .ownerId']],
  ['a number for the owner', { ownerId: 7 }, ['refuse .ownerId']],
  ['a list of owners', { ownerId: ['a'] }, ['refuse .ownerId']],
  ['no version', { version: undefined }, ['refuse .version']],
  ['a version in text', { version: '1' }, ['refuse .version']],
  ['half a version', { version: 1.5 }, ['refuse .version']],
  ['a version beyond 64 bits', { version: 1e19 }, ['refuse .version']],
  ['an endless version', { version: JSON.parse('1e999') }, ['refuse .version']],
  ['no blocks', { blocks: undefined }, ['refuse .blocks']],
  ['null for the blocks', { blocks: null }, ['refuse .blocks']],
  ['blocks by name', { blocks: {} }, ['refuse .blocks']],
  ['null for the summary', { summary: null }, ['repair .summary']],
  ['a number for the summary', { summary: 7 }, ['repair .summary']],
  [
    'three faults',
    { title: 1, modal: 1, version: null },
    ['refuse .title', 'refuse .modal', 'refuse .version'],
  ],
  ['version 0', { version: 0 }, []],
  ['a version below zero', { version: -5 }, []],
  ['a version of 64 bits', { version: JSON.parse('9223372036854775807') }, []],
  ['fields of its own', { zIndex: 3 }, []],
]

for (const [title, more, expected] of fields)
  verifies('GB-4.2-window-fields', title, () => {
    const place = expected.some(what => what === 'refuse .id' || what === 'refuse .title') ? [] : ['a']
    const value = { operableWindowIds: place, windows: [{ ...a, ...more }] }
    expect(told(validateWindows(value))).toEqual(
      expected.map(what => `GB-4.2-window-fields must ${what.replace(' ', ' $.windows[0]')}`),
    )
  })

for (const value of [null, 'a', 7, [a]])
  verifies('GB-4.2-window-fields', `a window that is ${JSON.stringify(value)?.slice(0, 5)}`, () =>
    expect(told(validateWindows({ operableWindowIds: ['a'], windows: [a, value] }))).toEqual([
      'GB-4.2-window-fields must refuse $.windows[1]',
    ]),
  )

for (const summary of [undefined, '', '  '])
  verifies('GB-4.2-window-fields', `summary ${JSON.stringify(summary)} is missed, not refused`, () => {
    const read = readWindows(wrapped({ ...a, summary }))
    expect(told(read.findings)).toEqual(['GB-4.3-understandable should note $.windows[0].summary'])
    expect(read.kind).toBe('snapshot')
  })

verifies('D-46', 'unknown fields are left behind', () => {
  const text = `{"operableWindowIds":["a"],"theme":"dark","windows":[{"__proto__":{"modal":true},"deep":${nested(100_000)},${JSON.stringify(a).slice(1)}]}`
  expect(parseWindows(text)).toEqual({ kind: 'snapshot', snapshot: wrapped(a), findings: [] })
})

const ids = [
  ['every sign', 'Az09_-', []],
  ['a space', 'a b', ['GB-12.4-one-win-id']],
  ['nothing', '', ['GB-12.4-one-win-id']],
  ['Chinese', '窗口', ['GB-12.4-one-win-id']],
  ['a line end', 'a\n', ['GB-12.4-one-win-id']],
  ['a dot', 'a.b', ['GB-12.4-one-win-id']],
  ['the handle of the app', 'app', ['D-30']],
] as const

for (const [title, id, expected] of ids)
  verifies('GB-12.4-one-win-id', `an id of ${title}`, () =>
    expect(told(validateWindows({ operableWindowIds: [id], windows: [{ ...a, id }] }))).toEqual(
      expected.map(rule => `${rule} must note $.windows[0].id`),
    ),
  )

verifies('GB-10.3-never-reused', 'two windows of one id', () =>
  expect(told(validateWindows(wrapped(a, { ...a, id: 'b' }, a)))).toEqual([
    'GB-10.3-never-reused must refuse $.windows[2].id',
  ]),
)

verifies('GB-10.3-never-reused', 'two windows of one id can not be told apart: refused', () =>
  expect(readWindows(wrapped(a, a)).kind).toBe('refused'),
)

verifies('D-46', 'a faulty window with fields of its own has one finding a fault', () =>
  expect(told(validateWindows(wrapped({ ...a, zIndex: 3, summary: 7 })))).toEqual([
    'GB-4.2-window-fields must repair $.windows[0].summary',
  ]),
)

verifies('GB-4.2-window-fields', 'a summary that is no text is left out', () => {
  const { summary: _, ...rest } = a
  const read = readWindows(wrapped({ ...a, summary: 7 }))
  expect(read.kind === 'snapshot' && read.snapshot.windows[0]).toStrictEqual(rest)
  const bare = readWindows(wrapped(rest))
  expect(bare.kind === 'snapshot' && bare.snapshot.windows[0]).toStrictEqual(rest)
})

verifies('GB-12.2-wrapping', 'what can not be read is refused, whatever it is', () => {
  for (const read of [parseWindows('{'), parseWindows('{}'), parseWindows('{}', 1), readWindows(7)])
    expect(read.kind).toBe('refused')
})

verifies('GB-4.4-seven-blocks', 'a faulty block with fields of its own has one finding a fault', () =>
  expect(
    told(
      validateWindows(
        wrapped({ ...a, blocks: [{ type: 'list', id: 'b', items: [], ordered: 'x', zIndex: 3 }] }),
      ),
    ),
  ).toEqual(['GB-4.4-seven-blocks must repair $.windows[0].blocks[0].ordered']),
)

verifies('GB-10.3-never-reused', 'ids of blocks that are no texts are no ids that two could share', () => {
  const block = { type: 'text', id: 7, text: 'x' }
  expect(told(validateWindows(wrapped({ ...a, blocks: [block, block] })))).toEqual([
    'GB-4.4-seven-blocks must repair $.windows[0].blocks[0].id',
    'GB-4.4-seven-blocks must repair $.windows[0].blocks[1].id',
  ])
})

verifies('GB-4.4-media-url', 'a long address in which data: stands somewhere is no data URL', () => {
  const url = `https://example.com/?data:,${'A'.repeat(400_000)}`
  const media = { type: 'media', id: 'b', mimeType: 'image/png', url, alt: 'a' }
  expect(validateWindows(wrapped({ ...a, blocks: [media] }))).toEqual([])
})

const most = LIMITS.maxElements
const crowd = (line: (at: number) => string, count: number = most) =>
  appWindows(Array.from({ length: count }, (_, at) => line(at)).join('\n'))
const crowds: [string, ReturnType<typeof appWindows>, string, number][] = [
  ['windows', crowd(at => `w${at}`), 'w7', 0],
  ['modals on each other', crowd(at => (at === 0 ? 'w0' : `w${at} modal of w${at - 1}`)), `w${most - 1}`, 0],
  ['app modals', crowd(at => `w${at} app-modal`), 'w7', 0],
  ['modals in a ring', crowd(at => `w${at} modal of w${(at + 1) % most}`), '', 1001],
]

for (const [title, windows, operable, count] of crowds)
  verifies('D-16', `ten thousand ${title} are judged`, () =>
    expect(validateWindows({ operableWindowIds: operable ? [operable] : [], windows })).toHaveLength(count),
  )

const block = { type: 'text', id: 'b', text: '' }

verifies('D-16', 'of findings without end the first thousand are told, and that a window is refused', () => {
  const windows = [...crowd(at => `w${at} modal of gone`, 2000), { ...a, version: 'x' }, { ...a, title: 1 }]
  const read = readWindows({
    operableWindowIds: [],
    windows: windows.map(({ ...window }) => ({ ...window, summary: '' })),
  })
  expect(read.kind).toBe('refused')
  expect(told(read.findings.slice(999))).toEqual([
    'GB-4.3-understandable should note $.windows[999].summary',
    'D-16 should note $',
    'GB-4.2-window-fields must refuse $.windows[2000].version',
    'GB-2-three-states must note $.windows[0].ownerId',
  ])
})

verifies('D-16', 'as many windows and blocks as allowed', () => {
  const windows = [
    { ...a, blocks: Array.from({ length: most - 1 }, (_, at) => ({ ...block, id: `b${at}` })) },
  ]
  expect(validateWindows({ operableWindowIds: ['a'], windows })).toEqual([])
})

verifies('D-16', 'findings all along are told up to a bound', () => {
  const blocks = Array.from({ length: 2000 }, (_, at) => ({ ...block, id: `b${at}`, blocks: [] }))
  expect(validateWindows(wrapped({ ...a, blocks }))).toHaveLength(1001)
})

const tooMany: [string, object][] = [
  ['windows', { operableWindowIds: [], windows: crowd(at => `w${at}`, most + 1) }],
  [
    'blocks',
    { operableWindowIds: [], windows: [{ ...a, blocks: Array.from({ length: most }, () => block) }] },
  ],
  ['operable ids', { operableWindowIds: Array.from({ length: most + 1 }, () => 'a'), windows: [a] }],
]

for (const [title, value] of tooMany)
  verifies('D-16', `too many ${title}`, () =>
    expect(told(validateWindows(value))).toEqual(['D-16 must refuse $']),
  )

const bytes = [
  ['as many bytes as allowed', 'x', 0, []],
  ['a byte more', 'x', 1, ['D-16 must refuse $']],
  ['as many in Cyrillic', 'ж', 0, []],
  ['two bytes more in Cyrillic', 'ж', 2, ['D-16 must refuse $']],
] as const

for (const [title, sign, more, expected] of bytes)
  verifies('D-16', title, () => {
    const text = JSON.stringify(wrapped({ ...a, title: sign.repeat(500) }))
    expect(told(parseWindows(text, Buffer.byteLength(text) - more).findings)).toEqual(expected)
  })

verifies('D-08', 'no finding holds anything of the app', () => {
  const canary = 'Xq7 canary'
  const window = {
    id: canary,
    title: canary,
    modal: canary,
    ownerId: canary,
    version: canary,
    summary: [canary],
    [canary]: 1,
  }
  const blocks = [canary, { type: canary, id: canary }, { type: 'text', text: [canary], id: canary }]
  const words = JSON.stringify(
    validateWindows({ operableWindowIds: [canary], windows: [{ ...window, blocks }] }),
  )
  expect(words.length).toBeGreaterThan(500)
  expect(words).not.toContain('canary')
})

verifies('D-46', 'no value and no text makes it throw', () =>
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), fc.json(), (value, text) => {
      validateWindows(value)
      validateWindows(wrapped(value))
      validateWindows(wrapped({ ...a, blocks: [value, { type: 'custom', payload: value }] }))
      parseWindows(text)
    }),
  ),
)
