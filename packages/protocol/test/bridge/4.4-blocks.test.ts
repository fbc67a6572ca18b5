/** The seven semantic blocks: their fields, what is read of broken ones, rules beyond the types (GB §4.4, Appendix B). */
import { readWindows, validateWindows } from '@copane/protocol/bridge'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { nested, told } from '../support/elements.ts'
import { snapshotWith } from '../support/windows.ts'

const B = '$.windows[0].blocks[0]'
const blocksOf = (...blocks: unknown[]) => {
  const read = readWindows(snapshotWith(...blocks))
  return read.kind === 'snapshot' ? read.snapshot.windows[0]?.blocks : undefined
}

const text = { type: 'text', id: 'b', text: 'x' }
const fields = { type: 'fields', id: 'b', items: [{ label: 'L', value: 7 }] }
const table = {
  type: 'table',
  id: 'b',
  columns: ['A', 'B'],
  rows: [
    ['a', 1],
    [null, { x: 1 }],
  ],
}
const list = { type: 'list', id: 'b', items: ['a', 1, null, {}] }
const notice = { type: 'notice', id: 'b', severity: 'warn', text: 'x' }
const media = { type: 'media', id: 'b', mimeType: 'image/png', url: 'https://example.com/a.png', alt: 'a' }
const custom = { type: 'custom', id: 'b', payload: { any: ['thing'] } }

const accepted: [string, object][] = [
  ['text', text],
  ['fields', fields],
  ['fields without any', { ...fields, items: [] }],
  ['a table', table],
  ['a table without rows', { ...table, rows: [] }],
  ['a part of a table', { ...table, offset: 10, total: 12 }],
  ['a list', list],
  ['an ordered list', { ...list, ordered: true }],
  ['a list said not to be ordered', { ...list, ordered: false }],
  ['a part of a list', { ...list, total: 100 }],
  ['media', media],
  ['custom', custom],
  ['custom that holds null', { ...custom, payload: null }],
  ...['info', 'warn', 'error', 'success'].map((severity): [string, object] => [
    severity,
    { ...notice, severity },
  ]),
]

for (const [title, block] of accepted)
  verifies('GB-4.4-seven-blocks', `accepts ${title}`, () => {
    expect(validateWindows(snapshotWith(block))).toEqual([])
    expect(blocksOf(block)).toEqual([block])
  })

const refused: [string, object, string[]][] = [
  ['text without text', { ...text, text: undefined }, ['.text']],
  ['text that is null', { ...text, text: null }, ['.text']],
  ['fields without items', { ...fields, items: undefined }, ['.items']],
  ['fields by name', { ...fields, items: { L: 7 } }, ['.items']],
  ['a field without a label', { ...fields, items: [{ value: 7 }] }, ['.items[0].label']],
  ['a field without a value', { ...fields, items: [{ label: 'L' }] }, ['.items[0].value']],
  ['a field that is a text', { ...fields, items: ['L'] }, ['.items[0]']],
  [
    'a field marked by a word',
    { ...fields, items: [{ label: 'L', value: 'x', sensitive: 'true' }] },
    ['.items[0].sensitive'],
  ],
  ['a table without columns', { ...table, columns: undefined }, ['.columns']],
  ['columns that are numbers', { ...table, columns: ['A', 2] }, ['.columns[1]']],
  ['a table without rows', { ...table, rows: undefined }, ['.rows']],
  ['rows by name', { ...table, rows: [['a', 1], { A: 'a' }] }, ['.rows[1]']],
  ['a list without items', { ...list, items: null }, ['.items']],
  ['a notice without a severity', { ...notice, severity: undefined }, ['.severity']],
  ['a warning', { ...notice, severity: 'warning' }, ['.severity']],
  ['a severity in capitals', { ...notice, severity: 'ERROR' }, ['.severity']],
  ['a notice without words', { ...notice, text: undefined }, ['.text']],
  ['media without a type', { ...media, mimeType: undefined }, ['.mimeType']],
  ['media without an address', { ...media, url: null }, ['.url']],
  ['custom without a payload', { ...custom, payload: undefined }, ['.payload']],
  ['a block marked by a word', { ...text, sensitive: 'true' }, ['.sensitive']],
  ['two faults', { ...notice, severity: 1, text: 1 }, ['.severity', '.text']],
  [
    'a thousand faults, told in part',
    { ...table, columns: Array.from({ length: 1000 }, () => 1), rows: [] },
    Array.from({ length: 10 }, (_, at) => `.columns[${at}]`),
  ],
]

for (const [title, block, at] of refused)
  verifies('GB-4.4-seven-blocks', `drops ${title}`, () => {
    expect(told(validateWindows(snapshotWith(block)))).toEqual(
      at.map(place => `GB-4.4-seven-blocks must repair ${B}${place}`),
    )
    expect(blocksOf(block, text)?.map(({ type }) => type)).toEqual(['text'])
  })

const optional: [string, object, object, string][] = [
  ['an order that is a word', { ...list, ordered: 'yes' }, list, '.ordered'],
  ['an offset that is null', { ...list, offset: null }, list, '.offset'],
  ['half a total', { ...table, total: 7.5 }, table, '.total'],
  ['an id that is a number', { ...custom, id: 7 }, { type: 'custom', payload: custom.payload }, '.id'],
]

for (const [title, block, kept, at] of optional)
  verifies('GB-4.4-seven-blocks', `leaves out ${title}`, () => {
    expect(told(validateWindows(snapshotWith(block)))).toEqual([`GB-4.4-seven-blocks must repair ${B}${at}`])
    expect(blocksOf(block)).toEqual([kept])
  })

const foreign: [string, { type: string }][] = [
  ['section', { type: 'section' }],
  ['progress', { type: 'progress' }],
  ['a type in capitals', { type: 'Text' }],
  ['constructor', { type: 'constructor' }],
  ['__proto__', { type: '__proto__' }],
]

for (const [title, { type }] of foreign)
  verifies('D-46', `a block of unknown type reads as custom: ${title}`, () => {
    const block = { type, id: 'b', value: 0.7 }
    expect(told(validateWindows(snapshotWith(block)))).toEqual([`GB-4.4-seven-blocks should repair ${B}`])
    expect(blocksOf(block)).toEqual([{ type: 'custom', id: 'b', payload: block }])
  })

verifies('D-46', 'unknown fields of a block are left behind', () => {
  const block = JSON.parse(
    '{"type":"fields","id":"b","colour":1,"__proto__":{"x":1},"items":[{"label":"L","value":1,"hint":2}]}',
  )
  expect(validateWindows(snapshotWith(block))).toEqual([])
  expect(blocksOf(block)).toEqual([{ type: 'fields', id: 'b', items: [{ label: 'L', value: 1 }] }])
})

const flat: [string, unknown, string][] = [
  ['null', null, 'must repair'],
  ['a text', 'x', 'must repair'],
  ['a list', [text], 'must repair'],
  ['a block without a type', { id: 'b', text: 'x' }, 'must repair'],
  ['a type that is a number', { ...text, type: 7 }, 'must repair'],
  ['a block without an id', { type: 'text', text: 'x' }, 'should note'],
  ['blocks in a block', { ...text, blocks: [text] }, 'must note'],
  ['children in a block', { ...custom, children: [] }, 'must note'],
  ['a block with actions', { ...text, actions: ['save'] }, 'must note'],
  ['a block with a tool', { ...fields, tool: 'w__save' }, 'must note'],
  ['a block with a handler', { ...text, onClick: 'save' }, 'must note'],
]

for (const [title, block, what] of flat)
  verifies('GB-4.4-flat-blocks', title, () =>
    expect(told(validateWindows(snapshotWith(block)))).toEqual([`GB-4.4-flat-blocks ${what} ${B}`]),
  )

verifies('GB-10.3-never-reused', 'two blocks of a window share an id', () =>
  expect(told(validateWindows(snapshotWith(text, { ...list, id: 'c' }, { ...notice, id: 'b' })))).toEqual([
    'GB-10.3-never-reused must note $.windows[0].blocks[2].id',
  ]),
)
verifies('GB-10.3-never-reused', 'blocks of two windows may', () => {
  const { windows } = snapshotWith(text)
  const two = [...windows, ...windows.map(window => ({ ...window, id: 'b' }))]
  expect(validateWindows({ operableWindowIds: ['a', 'b'], windows: two })).toEqual([])
})

const rows: [string, unknown[][], number[]][] = [
  [
    'one value per column',
    [
      ['a', 1],
      ['b', 2],
    ],
    [],
  ],
  ['a value too few', [['a']], [0]],
  [
    'a value too many',
    [
      ['a', 1],
      ['b', 2, 3],
    ],
    [1],
  ],
  ['an empty row', [[], ['a', 1], []], [0, 2]],
  [
    'a thousand short rows, told in part',
    Array.from({ length: 1000 }, () => []),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  ],
]

for (const [title, cells, at] of rows)
  verifies('GB-4.4-table-rows', title, () =>
    expect(told(validateWindows(snapshotWith({ ...table, rows: cells })))).toEqual(
      at.map(row => `GB-4.4-table-rows must note ${B}.rows[${row}]`),
    ),
  )

const parts: [string, object, boolean][] = [
  ['the first of many', { total: 100 }, true],
  ['the last', { offset: 98, total: 100 }, true],
  ['none of none', { items: [], rows: [], total: 0 }, true],
  ['an offset of zero', { offset: 0 }, true],
  ['an offset without total', { offset: 5 }, false],
  ['a total below what is shown', { total: 1 }, false],
  ['a total below offset and what is shown', { offset: 99, total: 100 }, false],
  ['an offset below zero', { offset: -1, total: 100 }, false],
  ['a total below zero', { items: [], rows: [], total: -1 }, false],
]

for (const [title, part, fits] of parts)
  for (const block of [
    { ...table, ...part },
    { ...list, items: [1, 2], ...part },
  ])
    verifies('GB-B-truncated-total', `${block.type}: ${title}`, () =>
      expect(told(validateWindows(snapshotWith(block)))).toEqual(
        fits ? [] : [`GB-B-truncated-total must note ${B}`],
      ),
    )

const data = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`
const urls: [string, string, string[]][] = [
  ['https', 'https://example.com/a.png', []],
  ['a file', 'file:///home/ada/a.png', []],
  ['data', 'data:image/png;base64,AAAA', []],
  ['data with a parameter', 'data:text/plain;charset=utf-8;base64,AAAA', []],
  ['https in capitals', 'HTTPS://example.com', []],
  ['data of 256 KiB', data(256 * 1024), []],
  ['data of a byte more', data(256 * 1024 + 1), ['should']],
  ['http', 'http://example.com/a.png', ['must']],
  ['script', 'javascript:alert(1)', ['must']],
  ['an address of the page', 'blob:https://example.com/1', ['must']],
  ['a path', '/a.png', ['must']],
  ['nothing', '', ['must']],
  ['data that is no base64', 'data:text/html,<script>', ['must']],
  ['data without a comma', 'data:image/png;base64', ['must']],
  ['a space in front', ' https://example.com', ['must']],
]

for (const [title, url, expected] of urls)
  verifies('GB-4.4-media-url', title, () =>
    expect(told(validateWindows(snapshotWith({ ...media, url })))).toEqual(
      expected.map(level => `GB-4.4-media-url ${level} note ${B}.url`),
    ),
  )

for (const alt of [undefined, '', ' '])
  verifies('GB-4.4-media-url', `alt ${JSON.stringify(alt)} is missed`, () =>
    expect(told(validateWindows(snapshotWith({ ...media, alt })))).toEqual([
      `GB-4.4-media-url should note ${B}.alt`,
    ]),
  )

const deep: [string, (depth: number) => object][] = [
  ['a payload', depth => ({ ...custom, payload: JSON.parse(nested(depth - 1)) })],
  ['a cell', depth => ({ ...table, columns: ['A'], rows: [[JSON.parse(nested(depth - 3))]] })],
  ['an item', depth => ({ ...list, items: [JSON.parse(nested(depth - 2))] })],
  ['a field value', depth => ({ ...fields, items: [{ label: 'L', value: JSON.parse(nested(depth - 3)) }] })],
]

for (const [title, block] of deep)
  for (const [depth, isKept] of [
    [64, true],
    [65, false],
    [1_000_000, false],
  ] as const)
    verifies('D-16', `${title} of depth ${depth} is ${isKept ? 'kept' : 'dropped'}`, () => {
      expect(told(validateWindows(snapshotWith(block(depth))))).toEqual(
        isKept ? [] : [`D-16 should repair ${B}`],
      )
      expect(blocksOf(block(depth), text)).toHaveLength(isKept ? 2 : 1)
    })

verifies('D-16', 'a block of unknown type without end is dropped', () =>
  expect(blocksOf({ type: 'tree', nodes: JSON.parse(nested(1_000_000)) })).toEqual([]),
)
