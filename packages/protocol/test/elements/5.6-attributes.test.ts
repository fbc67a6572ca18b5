/** Attributes: free names, and the two reserved ones. */
import { readAnswer, validateAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answerWith, nested, told } from '../support/elements.ts'

const A = '$.root.children[0]'
const attributesOf = (attributes: object) => {
  const read = readAnswer(answerWith({ attributes }))
  return read.kind === 'answer' ? read.root.children?.[0]?.attributes : undefined
}

const authors: [string, unknown, boolean][] = [
  ['a name', 'Ada', true],
  ['an empty text', '', true],
  ['null', null, false],
  ['a number', 7, false],
  ['a list of names', ['Ada'], false],
  ['an object', { name: 'Ada' }, false],
  ['a boolean', true, false],
]

for (const [title, author, fits] of authors)
  verifies('EL-5.6-author', title, () => {
    expect(told(validateAnswer(answerWith({ attributes: { author, due: 1 } })))).toEqual(
      fits ? [] : [`EL-5.6-author must repair ${A}`],
    )
    expect(attributesOf({ author, due: 1 })).toEqual(fits ? { author, due: 1 } : { due: 1 })
  })

const linked = { relation: 'blocks', id: 'app' }
const related: [string, unknown, boolean][] = [
  ['no links', [], true],
  ['a link to an element', [linked], true],
  ['a link to an address', [{ relation: 'source', url: 'https://example.com' }], true],
  ['a link with more fields', [{ ...linked, since: 2024 }], true],
  ['null', null, false],
  ['an object', linked, false],
  ['a text', 'app', false],
  ['ids alone', ['app'], false],
  ['null in the list', [linked, null], false],
  ['a link without a relation', [{ id: 'app' }], false],
  ['a relation that is null', [{ relation: null, id: 'app' }], false],
  ['a link to nothing', [{ relation: 'blocks' }], false],
  ['a link to two things', [{ ...linked, url: 'https://example.com' }], false],
  ['an id that is a number', [{ relation: 'blocks', id: 7 }], false],
  ['an id, and an address that is null', [{ ...linked, url: null }], false],
  [
    'an address, and an id that is null',
    [{ relation: 'source', url: 'https://example.com', id: null }],
    false,
  ],
  ['an id, and an address that is a number', [{ ...linked, url: 7 }], false],
  ['an address that is null', [{ relation: 'source', url: null }], false],
]

for (const [title, value, fits] of related)
  verifies('EL-5.6-related', title, () => {
    expect(told(validateAnswer(answerWith({ attributes: { related: value } })))).toEqual(
      fits ? [] : [`EL-5.6-related must repair ${A}`],
    )
    expect(attributesOf({ related: value })).toEqual(fits ? { related: value } : {})
  })

const targets: [string, string[], boolean][] = [
  ['the element itself', ['a'], true],
  ['the root', ['app'], true],
  ['an element that is not there', ['b'], false],
  ['one that is there, one that is not', ['app', 'b'], false],
  ['two that are not there', ['b', 'c'], false],
  ['a name of every object', ['constructor'], false],
]

for (const [title, ids, isThere] of targets)
  verifies('EL-5.6-related', `names ${title}`, () => {
    const attributes = { related: ids.map(id => ({ relation: 'see', id })) }
    expect(told(validateAnswer(answerWith({ attributes })))).toEqual(
      isThere ? [] : [`EL-5.6-related should note ${A}`],
    )
    expect(attributesOf(attributes)).toEqual(attributes)
  })

const free = [
  ['numbers and lists', '{"lines":[31,31],"width":390.5,"done":false,"due":null}'],
  ['objects', '{"range":{"start":{"line":3}}}'],
  ['a name __proto__', '{"__proto__":{"author":7},"due":1}'],
  ['a name constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['names that other objects have', '{"toString":1,"hasOwnProperty":2,"valueOf":3}'],
  ['an empty name', '{"":1}'],
] as const

for (const [title, json] of free)
  verifies('EL-5.6-unknown-attributes', `${title} are data`, () => {
    const attributes: object = JSON.parse(json)
    expect(validateAnswer(answerWith({ attributes }))).toEqual([])
    expect(JSON.stringify(attributesOf(attributes))).toBe(json)
    expect(Object.hasOwn(Object.prototype, 'polluted') || Object.hasOwn(Object.prototype, 'author')).toBe(
      false,
    )
  })

const foreign: [string, unknown][] = [
  ['a BigInt', 7n],
  ['a function', () => 7],
  ['a symbol', Symbol('x')],
]

for (const [title, value] of foreign)
  verifies('EL-5.1-fields', `an attribute that is ${title} is dropped, and said`, () => {
    const attributes = { due: 1, odd: value }
    expect(told(validateAnswer(answerWith({ attributes })))).toEqual([`EL-5.1-fields must repair ${A}`])
    expect(attributesOf(attributes)).toEqual({ due: 1 })
  })

verifies('D-26', 'an attribute that is undefined is as good as absent', () => {
  const attributes = { due: 1, odd: undefined }
  expect(validateAnswer(answerWith({ attributes }))).toEqual([])
  expect(Object.keys(attributesOf(attributes) ?? {})).toEqual(['due'])
})

const depths = [
  ['64 levels', 64, true],
  ['65 levels', 65, false],
  ['a hundred thousand levels', 100_000, false],
  ['a million levels', 1_000_000, false],
] as const

for (const [title, depth, isKept] of depths)
  verifies('D-16', `an attribute of ${title} is ${isKept ? 'kept' : 'dropped'}`, () => {
    const attributes = { deep: JSON.parse(nested(depth)), due: 1 }
    expect(told(validateAnswer(answerWith({ attributes })))).toEqual(
      isKept ? [] : [`D-16 should repair ${A}`],
    )
    expect(Object.keys(attributesOf(attributes) ?? {})).toEqual(isKept ? ['deep', 'due'] : ['due'])
  })
