/** Text and values as they stand inside a JSON string: the same bytes as JSON.stringify makes, applied twice. */
import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { escapedJson } from '../../src/text/escaped.js'
import { escapedValue, unescapedLength } from '../../src/text/escaped-value.js'

const ROOM = { most: 1024 * 1024, guess: 16 }

/** Letters, what JSON escapes, signs of two to four bytes, and halves of pairs. */
const signs = fc.constantFrom(
  'a',
  ' ',
  '"',
  '\\',
  '\n',
  '\u0000',
  '\u001f',
  '\u007f',
  'é',
  'ж',
  '\u2028',
  '字',
  '😀',
)
const halves = fc.constantFrom('\ud83d', '\ude00', '\udfff')
const values = fc.jsonValue({ stringUnit: fc.oneof({ weight: 8, arbitrary: signs }, halves) })

/** The plain way: a JSON string whose text is JSON, without its quotes. */
const twice = (json: string): string => JSON.stringify(json).slice(1, -1)

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

test('JSON text inside a JSON string, short and long', () =>
  fc.assert(
    fc.property(values, fc.constantFrom(1, 3000), (value, times) => {
      const json = JSON.stringify(Array.from({ length: times }, () => value))
      equal(textOf(escapedJson(json)), twice(json))
    }),
    { numRuns: 200 },
  ))

test('half a pair in text is U+FFFD, as an encoder has it', () => {
  for (const times of [1, 40_000])
    equal(textOf(escapedJson('\ud83dx\ude00'.repeat(times))), '\ufffdx\ufffd'.repeat(times))
})

test('a value is written as its text would be escaped, and its length is that of the text', () =>
  fc.assert(
    fc.property(values, fc.constantFrom(0, 16, 100_000), (value, guess) => {
      const json = JSON.stringify(value)
      const escaped = escapedValue(value, { ...ROOM, guess })
      equal(textOf(escaped), twice(json))
      equal(unescapedLength(escaped ?? new Uint8Array()), Buffer.byteLength(json))
    }),
    { numRuns: 1000 },
  ))

test('fields without a value are left out, and one called __proto__ is a field', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":[true,null,-0.5,1e21]}')
  equal(textOf(escapedValue({ x: undefined, value, y: undefined }, ROOM)), twice(JSON.stringify({ value })))
})

test('a value of as many bytes as allowed is written, one more is not', () => {
  for (const value of ['"\\\n'.repeat(1000), 'ж'.repeat(1000), ['a'], { a: ['x'.repeat(100_000)] }]) {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    const written = [0, 1].map(less => escapedValue(value, { most: bytes - less, guess: 16 }) !== undefined)
    deepEqual(written, [true, false])
  }
})

test('of what is far too long little is written', () => {
  const shared = Array.from({ length: 1000 }, () => 'x'.repeat(1000))
  const endless = Array.from({ length: 1_000_000 }, () => shared)
  equal(escapedValue(endless, { most: 100_000, guess: 16 }), undefined)
})
