import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'vitest'
import { readArguments, textParameters } from '../src/call-arguments.ts'

const rows: [title: string, pairs: string[], json: string | undefined, want: object][] = [
  ['nothing', [], undefined, {}],
  ['text', ['a=Ada Lovelace'], undefined, { a: 'Ada Lovelace' }],
  [
    'JSON where it parses',
    ['n=3', 't=true', 'z=null', 's="3"', 'l=[1]', 'o={"a":1}'],
    undefined,
    { n: 3, t: true, z: null, s: '3', l: [1], o: { a: 1 } },
  ],
  ['an empty value', ['a='], undefined, { a: '' }],
  ['a value with an equals sign', ['a=b=c'], undefined, { a: 'b=c' }],
  ['a name with a dot is one name', ['a.b=1'], undefined, { 'a.b': 1 }],
  ['one object', [], '{"a":{"b":1}}', { a: { b: 1 } }],
]
for (const [title, pairs, json, want] of rows)
  test(title, () => deepEqual(readArguments(pairs, json), { kind: 'arguments', args: want }))

test('a name like __proto__ is a name', () => {
  const read = readArguments(['__proto__=1'], undefined)
  equal(read.kind === 'arguments' && Object.hasOwn(read.args, '__proto__'), true)
})

const wrong = [
  ['no equals sign', ['a'], undefined, '"a" is not key=value'],
  ['no name', ['=1'], undefined, '"=1" is not key=value'],
  ['twice', ['a=1', 'a=2'], undefined, '"a" is given twice'],
  ['both ways', ['a=1'], '{}', '--args and "a=1": give one or the other'],
  ['no object', [], '[1]', '--args takes one JSON object'],
  ['no JSON', [], '{', '--args takes one JSON object'],
] as const
for (const [title, pairs, json, message] of wrong)
  test(`wrong: ${title}`, () => deepEqual(readArguments(pairs, json), { kind: 'wrong', message }))

test('a number typed for a text parameter is that text, quoted or not; any other is JSON', () => {
  const texts = textParameters({ properties: { amount: { type: 'string' }, number: { type: 'integer' } } })
  deepEqual(readArguments(['amount=-5', 'number=3'], undefined, texts), {
    kind: 'arguments',
    args: { amount: '-5', number: 3 },
  })
  deepEqual(readArguments(['amount="-5"'], undefined, texts), { kind: 'arguments', args: { amount: '-5' } })
  deepEqual(textParameters(undefined), new Set())
})
