/** The language of field tables: what fits, and where something does not. */
import { fits, misfits, optional, type FieldTable, type Shape } from '@copane/protocol/findings'
import { expect, test } from 'vitest'
import { picked } from '../../src/findings/shape.ts'

const rows: [Shape, unknown[], unknown[]][] = [
  ['string', ['', 'a'], [0, null, undefined, ['a'], {}]],
  ['boolean', [true, false], ['true', 0, null, undefined]],
  ['true', [true], [false, 'true', 1, null]],
  ['number', [0, -1.5, 1e300], [NaN, Infinity, -Infinity, '1', null]],
  ['integer', [0, -7, 2 ** 53 - 1], [1.5, 2 ** 53, NaN, Infinity, '1', null]],
  ['int64', [0, -7, 2 ** 53, 2 ** 63, -(2 ** 63)], [1.5, 2 ** 64, NaN, Infinity, '1', null]],
  ['string or null', ['', null], [undefined, 0, []]],
  ['object', [{}, Object.create(null)], [[], null, 'a', undefined]],
  ['list', [[], [1]], [{}, 'a', null, { length: 0 }]],
  ['any', [null, 0, '', [], {}], [undefined]],
  [
    ['a', 'b'],
    ['a', 'b'],
    ['c', 'A', '', 0, null, ['a'], 'toString', 'length'],
  ],
  [{ list: 'string' }, [[], ['a']], [['a', 1], 'a', null, { 0: 'a' }]],
  [{ list: { list: 'integer' } }, [[], [[]], [[1], [2]]], [[1], [[1], ['a']]]],
  [{ fields: { a: 'string' } }, [{ a: '' }, { a: '', b: 1 }], [{}, { a: 1 }, [], null]],
]

for (const [shape, good, bad] of rows)
  test(`a value of shape ${JSON.stringify(shape)}`, () => {
    expect(good.filter(value => !fits(value, shape))).toEqual([])
    expect(bad.filter(value => fits(value, shape))).toEqual([])
  })

const TABLE = {
  id: 'string',
  kind: ['a', 'b'],
  on: optional('true'),
  rects: optional({ list: { fields: { w: 'number' } } }),
} satisfies FieldTable

const places: [string, { [name: string]: unknown }, string[]][] = [
  ['all that must be there', { id: 'x', kind: 'a' }, []],
  ['all there is', { id: 'x', kind: 'b', on: true, rects: [{ w: 1 }] }, []],
  ['nothing', {}, ['missing .id', 'missing .kind']],
  ['undefined', { id: undefined, kind: 'a', on: undefined }, ['missing .id']],
  ['what every object has', Object.create({ id: 'x', kind: 'a' }), ['missing .id', 'missing .kind']],
  ['an optional field that is null', { id: 'x', kind: 'a', on: null }, ['wrong .on']],
  [
    'a fault below',
    { id: 'x', kind: 'a', rects: [{ w: 1 }, { w: '1' }, {}] },
    ['wrong .rects[1].w', 'missing .rects[2].w'],
  ],
  ['unknown fields, told once', { id: 'x', kind: 'a', c: 1, d: 2 }, ['unknown .*']],
  ['unknown fields below', { id: 'x', kind: 'a', rects: [{ w: 1, z: 1 }] }, ['unknown .rects[0].*']],
  ['a field named __proto__', JSON.parse('{"id":"x","kind":"a","__proto__":{}}'), ['unknown .*']],
  [
    'a list of faults, the first ten',
    { id: 'x', kind: 'a', rects: Array.from({ length: 1e6 }, () => 1) },
    Array.from({ length: 10 }, (_, at) => `wrong .rects[${at}]`),
  ],
]

for (const [title, value, expected] of places)
  test(`misfits: ${title}`, () =>
    expect(misfits(value, TABLE).map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected))

const wrongs: [FieldTable, unknown, string][] = [
  [{ a: { list: 'string' } }, 7, 'a list'],
  [{ a: { fields: {} } }, 7, 'an object'],
  [{ a: 'list' }, 7, 'a value of type list'],
  [{ a: ['x', 'y'] }, 7, 'one of x, y'],
]

for (const [table, a, want] of wrongs)
  test(`what belongs in place of a number: ${want}`, () =>
    expect(misfits({ a }, table)).toEqual([{ path: '.a', want, kind: 'wrong' }]))

test('a field that the table does not have is told in these words', () =>
  expect(misfits({ a: 1 }, {})).toEqual([{ path: '.*', want: 'a field of the table', kind: 'unknown' }]))

test('of a list with unknown fields all along the first ten are told', () => {
  const rects = Array.from({ length: 30 }, () => ({ w: 1, z: 1 }))
  expect(misfits({ id: 'x', kind: 'a', rects }, TABLE)).toHaveLength(10)
})

test('a copy holds what the object has of its own, and no field that is missing', () => {
  expect(Object.keys(picked({ on: true, more: 1 }, TABLE))).toEqual(['on'])
  expect(Object.keys(picked(Object.create({ id: 'x' }), TABLE))).toEqual([])
})

const words: [FieldTable, string][] = [
  [{ a: 'string' }, 'a value of type string'],
  [{ a: 'true' }, 'true, or nothing'],
  [{ a: 'any' }, 'any value'],
  [{ a: ['x', 'y'] }, 'one of x, y'],
  [{ a: { list: 'string' } }, 'a list'],
  [{ a: { fields: {} } }, 'an object'],
]

for (const [table, want] of words)
  test(`what belongs there: ${want}`, () =>
    expect(misfits({}, table)).toEqual([{ path: '.a', want, kind: 'missing' }]))

test('a field may be ignored', () => expect(misfits({ type: 'x' }, {}, 'type')).toEqual([]))
