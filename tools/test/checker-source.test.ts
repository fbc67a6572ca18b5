/** The code that is written from field tables. */
import { optional } from '@copane/protocol/findings'
import { expect, test } from 'vitest'
import { checkerSource } from '../lib/checker-source.ts'

const INNER = { w: 'number' } as const

test('a check reads each field once and leaves at the first that does not fit', () => {
  const table = {
    id: 'string',
    kind: ['a', 'b'],
    size: optional({ fields: INNER }),
    rows: optional({ list: { list: 'integer' } }),
  } as const
  const source = checkerSource([
    { kind: 'fits', name: 'rowFits', table, what: 'Whether a row fits.' },
    { kind: 'fits', name: 'sizeFits', table: INNER, what: 'Whether a size fits.' },
  ])
  expect(source.slice(source.indexOf('/** Whether a row'))).toBe(`/** Whether a row fits. */
export function rowFits(given: Fields): boolean {
  const id = given.id
  if (!Object.hasOwn(given, 'id') || typeof id !== 'string') return false
  const kind = given.kind
  if (!Object.hasOwn(given, 'kind') || !isKind(kind)) return false
  const size = given.size
  if (size !== undefined && (!isRecord(size) || !sizeFits(size)) && Object.hasOwn(given, 'size')) return false
  const rows = given.rows
  if (rows !== undefined && Object.hasOwn(given, 'rows')) {
    if (!Array.isArray(rows)) return false
    const rowsItems: readonly unknown[] = rows
    for (let at = 0; at < rowsItems.length; at++) {
      const item = rowsItems[at]
      if (!Array.isArray(item)) return false
      const itemItems: readonly unknown[] = item
      for (let at = 0; at < itemItems.length; at++) {
        const item = itemItems[at]
        if (!Number.isSafeInteger(item)) return false
      }
    }
  }
  return true
}

/** Whether a size fits. */
export function sizeFits(given: Fields): boolean {
  const w = given.w
  if (!Object.hasOwn(given, 'w') || typeof w !== 'number' || !Number.isFinite(w)) return false
  return true
}

function isKind(word: unknown): boolean {
  switch (word) {
    case 'a':
    case 'b':
      return true
    default:
      return false
  }
}
`)
})

test('a table inside another one needs a check of its own', () =>
  expect(() =>
    checkerSource([{ kind: 'fits', name: 'rowFits', table: { size: { fields: INNER } }, what: '' }]),
  ).toThrow('the table inside size has no check of its own'))

test('an exact check knows each field there may be, and so do those of the objects in it', () => {
  const table = { id: 'string', rows: optional({ list: { fields: INNER } }) } as const
  const source = checkerSource([
    { kind: 'fits', name: 'sizeFits', table: INNER, what: 'Whether a size fits.' },
    { kind: 'exact', name: 'isExactSize', table: INNER, what: 'Whether a size is exact.' },
    {
      kind: 'exact',
      name: 'isExactRow',
      table,
      what: 'Whether a row is exact.',
      rules: { imports: [], by: { id: "(value !== '')" } },
    },
  ])
  expect(source.slice(source.indexOf('/** Whether a row'))).toBe(`/** Whether a row is exact. */
export function isExactRow(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        if (!(value !== '')) return false
        bits |= 1
        break
      case 'rows': {
        if (!Array.isArray(value)) return false
        const valueItems: readonly unknown[] = value
        for (let at = 0; at < valueItems.length; at++) {
          const item = valueItems[at]
          if (!isRecord(item) || !isExactSize(item)) return false
        }
        break
      }
      default:
        return false
    }
  }
  return bits === 1
}
`)
})

test('a field may have to keep more than its type', () => {
  const rules = {
    takes: 'limit: number',
    imports: ["import { isShort } from './is-short.js'"],
    by: { id: 'isShort(value, limit)' },
  }
  const source = checkerSource([
    { kind: 'bits', name: 'rowBits', table: { id: 'string', on: optional('true') }, what: 'W.', rules },
  ])
  expect(source).toContain("import { isShort } from './is-short.js'")
  expect(source).toContain('export const ROW_BITS = { id: 1, on: 2 } as const')
  expect(source).toContain(
    "        if (typeof value !== 'string') return 0\n        if (!isShort(value, limit)) return 0\n        bits |= 1\n",
  )
  expect(source).toContain('return (bits & 1) === 1 ? bits : 0')
})
