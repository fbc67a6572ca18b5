/** The small things under the readers: sizes, depths, equality, exact integers, lines of a notation. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Length, isBase64, isWithin, textBytes, utf8Length } from '../../src/json/bytes.js'
import { take, takeJson, takeString, takeWord } from '../../src/json/cursor.js'
import { isDeeperThan } from '../../src/json/depth.js'
import { longIntegers } from '../../src/json/exact.js'
import { sameJson } from '../../src/json/same.js'
import { texts } from '../support/trees.ts'

const lengths: [text: string, bytes: number][] = [
  ['', 0],
  ['a', 1],
  ['\u007f', 1],
  ['\u0080', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\ud7ff', 3],
  ['\ue000', 3],
  ['\uffff', 3],
  ['\u{10000}', 4],
  ['\u{10ffff}', 4],
  ['\ud800', 3],
  ['\udbff', 3],
  ['\udc00', 3],
  ['\ud800a', 4],
  ['é\udc00', 5],
  ['a\udc00\ud800', 7],
  ['\u00e9\u{1f600}a', 7],
]

for (const [text, bytes] of lengths)
  test(`${JSON.stringify(text)} has ${bytes} bytes`, () => {
    expect(utf8Length(text)).toBe(bytes)
    expect([isWithin(text, bytes), isWithin(text, bytes - 1)]).toEqual([true, false])
  })

test('any text has as many bytes as an encoder writes', () =>
  fc.assert(
    fc.property(texts, text => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
    }),
  ))

const padded: [text: string, bytes: number][] = [
  ['', 0],
  ['AAAA', 3],
  ['AAA=', 2],
  ['AA==', 1],
  ['AAAAAA==', 4],
  ['=AAA', 3],
]

for (const [text, bytes] of padded)
  test(`base64 ${text} stands for ${bytes} bytes`, () => expect(base64Length(text)).toBe(bytes))

const amounts: [value: unknown, bytes: number][] = [
  ['', 0],
  ['é', 2],
  [7, 1],
  [null, 1],
  [[], 1],
  [{}, 1],
  [[1, 'ab', null], 5],
  [{ a: 'bc', é: [true] }, 8],
  [[[['x']]], 4],
]

for (const [value, bytes] of amounts)
  test(`${JSON.stringify(value)} counts as ${bytes} bytes of text`, () =>
    expect(textBytes(value)).toBe(bytes))

test('a value a million deep is counted', () =>
  expect(textBytes(JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)))).toBe(1_000_000))

test('base64 is what a strict decoder takes', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('A', 'z', '0', '+', '/', '=', '-', ' ') }), text => {
      const isStrict = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(text) && !text.includes('_')
      expect(isBase64(text)).toBe(isStrict)
    }),
  ))

/** How deep a value is, asked the plain way. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('a value is deeper than everything below its depth, and than nothing from there on', () =>
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
      const depth = depthOf(value)
      for (let most = 0; most < 7; most++) expect(isDeeperThan(value, most)).toBe(depth > most)
    }),
  ))

for (const [value, depth] of [
  [7, 0],
  [null, 0],
  ['x', 0],
  [[], 1],
  [{}, 1],
  [{ a: null }, 1],
  [[[]], 2],
  [{ a: [] }, 2],
  [[1, { a: [{}] }], 4],
] as const)
  test(`${JSON.stringify(value)} is ${depth} deep`, () => {
    expect(isDeeperThan(value, depth)).toBe(false)
    if (depth > 0) expect(isDeeperThan(value, depth - 1)).toBe(true)
  })

/** An object with its fields the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turned(inner)]),
  )
}

test('a value equals its copy, whatever the order of fields', () =>
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(sameJson(value, turned(structuredClone(value)))).toBe(true)
    }),
  ))

test('two values are equal exactly when they are written alike', () => {
  const sorted = (value: unknown): string => JSON.stringify(value, (_, each: unknown) => sortedFields(each))
  const plain = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') })
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      expect(sameJson(a, b)).toBe(sorted(a) === sorted(b))
    }),
  )
})

const sortedFields = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const unequal: [unknown, unknown][] = [
  [1, 2],
  [null, {}],
  [{}, null],
  [null, []],
  [[], {}],
  [{}, []],
  [[1], [1, 2]],
  [{ 0: 1 }, [1]],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[null], [{}]],
  [[7], [{}]],
  ['7', 7],
]

/** A value in so many lists. */
const inLists = (depth: number, value: unknown): unknown => {
  let outer = value
  for (let at = 0; at < depth; at++) outer = [outer]
  return outer
}

test('two values are compared down to the depth that can be served, and no deeper', () => {
  expect(sameJson(inLists(10_000, [1]), inLists(10_000, [1]))).toBe(true)
  expect(sameJson(inLists(10_001, [1]), inLists(10_001, [1]))).toBe(false)
})

for (const [a, b] of unequal)
  test(`${JSON.stringify(a)} is not ${JSON.stringify(b)}`, () => {
    expect([sameJson(a, b), sameJson(b, a)]).toEqual([false, false])
  })

const BIG = '9007199254740993'
const windows = (...items: string[]): string => `{"windows":[${items.join()}]}`

const longs: [title: string, text: string, found: [number, string][]][] = [
  ['one that is too large', windows(`{"version":${BIG}}`), [[0, BIG]]],
  [
    'by its place',
    windows('{}', '{"version":7}', `{"a":[{"version":${BIG}}],"version": -${BIG}}`),
    [[2, `-${BIG}`]],
  ],
  ['a fraction of zeros', windows(`{"version":${BIG}.0}`), [[0, BIG]]],
  ['sixteen digits that are held exactly', windows('{"version":1234567890123456}'), []],
  ['a float that is held exactly', windows('{"version":1000000000000000.0}'), []],
  ['more zeros in the fraction', windows(`{"version":${BIG}.000}`), [[0, BIG]]],
  ['zeros in the fraction and more', windows(`{"version":${BIG}.05}`), [[0, `${BIG}.05`]]],
  ['no whole number', windows('{"version":1234567890123456.50}'), []],
  [
    'a short number in another form, beside a long one',
    windows('{"version":1e3}', `{"version":${BIG}}`),
    [[1, BIG]],
  ],
  ['a short number', windows('{"version":7}', `{"x":${BIG}}`), []],
  ['digits in a text', windows(`{"version":"${BIG}","x":${BIG}}`), []],
  ['a field whose name is longer', windows(`{"versions":${BIG}}`), []],
  ['deeper than the list', windows(`{"blocks":[{"version":${BIG}}]}`), []],
  ['beside the list', `{"version":${BIG},"other":[{"version":${BIG}}],"windows":[]}`, []],
  ['a list in the list', windows(`[{"version":${BIG}}]`), []],
  ['the last of two fields', windows(`{"version":${BIG},"version":7}`), []],
  ['the last of two lists', `{"windows":[{"version":${BIG}}],"windows":[{"version":7}]}`, []],
  ['after quotes and brackets in texts', windows(`{"t":"\\"]},","version" : ${BIG} }`), [[0, BIG]]],
  ['after a text that ends in a backslash', windows(`{"t":"\\\\","version":${BIG}}`), [[0, BIG]]],
  ['the last of two lists, which is empty', `{"windows":[{"version":${BIG}}],"windows":[]}`, []],
  ['in another list alone', `{"x":[{"version":${BIG}}]}`, []],
  ['after the list', `{"windows":[],"x":[{"version":${BIG}}]}`, []],
  ['in another object', `{"windows":{"a":{"version":${BIG}}}}`, []],
  ['inside the field', windows(`{"version":{"x":${BIG}}}`, `{"version":${BIG}}`), [[1, BIG]]],
  ['in a root that is a list, after the name', `["windows",[{"version":${BIG}}]]`, []],
  ['a root that is a list', `[{"windows":[{"version":${BIG}}]}]`, []],
]

for (const [title, text, found] of longs)
  test(`long integers: ${title}`, () => {
    JSON.parse(text)
    expect([...longIntegers(text, 'windows', 'version')]).toEqual(found)
  })

test('long integers are found at any depth of the rest', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  expect([...longIntegers(windows(`{"a":${deep},"version":${BIG}}`), 'windows', 'version')]).toEqual([
    [0, BIG],
  ])
})

test('no text is too odd to be scanned', () =>
  fc.assert(
    fc.property(
      fc.oneof(texts, fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':') })),
      text => {
        longIntegers(`"version":${BIG} ${text}`, 'windows', 'version')
      },
    ),
  ))

const jsons: [line: string, value: unknown, rest: string][] = [
  ['"a b" c', 'a b', ' c'],
  ['[1,"]",{"a":"}"}] from 3', [1, ']', { a: '}' }], ' from 3'],
  ['{"a":[{}]}x', { a: [{}] }, 'x'],
  ['7 x', 7, ' x'],
  ['null', null, ''],
  ['"a\\"b"', 'a"b', ''],
  ['[" "] y', [' '], ' y'],
  ['[1, {"a": 2}] x', [1, { a: 2 }], ' x'],
]

for (const [line, value, rest] of jsons)
  test(`in ${line} JSON ends where it should`, () => {
    const cursor = { line, at: 0 }
    expect(takeJson(cursor)).toEqual({ value })
    expect(line.slice(cursor.at)).toBe(rest)
  })

for (const line of ['[1', '"a', '{', 'x', '', '] 1'])
  test(`${line || 'nothing'} is no JSON, and the cursor stays`, () => {
    const cursor = { line, at: 0 }
    expect([takeJson(cursor), takeString(cursor), cursor.at]).toEqual([undefined, undefined, 0])
  })

test('a string is taken, and nothing else for one', () => {
  expect(takeString({ line: 'x "a\\\\" b', at: 2 })).toBe('a\\')
  const number = { line: '7', at: 0 }
  expect([takeString(number), number.at]).toEqual([undefined, 0])
})

test('a word stands bare or as a string, and a pattern holds at the cursor alone', () => {
  const cursor = { line: 'a.b/c-1_2 "d e"', at: 0 }
  expect(takeWord(cursor)).toBe('a.b/c-1_2')
  expect(take(cursor, /"/y)).toBeUndefined()
  expect(take(cursor, / /y)?.[0]).toBe(' ')
  expect([takeWord(cursor), cursor.at]).toEqual(['d e', 15])
})
