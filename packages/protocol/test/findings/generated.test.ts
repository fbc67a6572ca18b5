/** The generated checks say of every value what the tables say; `misfits` reads the same tables in its own way. */
import { LIMITS } from '@copane/protocol/elements'
import { fits, type FieldTable, misfits, type Shape } from '@copane/protocol/findings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as bridgeTables from '../../src/bridge/fields.ts'
import * as bridge from '../../src/bridge/validate.gen.ts'
import * as tables from '../../src/elements/fields.ts'
import * as elements from '../../src/elements/validate.gen.ts'

type Fields = { [name: string]: unknown }

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1.5, -1, 2 ** 53, 2 ** 64, Number.NaN, '', 'a', [], {}),
  fc.constantFrom<unknown>(undefined, ['a'], [1], [[]], [['a'], 1], Number.POSITIVE_INFINITY),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Values that fit a shape, for the most part. */
function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  if (typeof shape !== 'string') {
    if (Array.isArray(shape)) return fc.constantFrom<unknown>(...shape)
    if ('list' in shape) return fc.array(mostly(valuesOf(shape.list)), { maxLength: 12 })
    if ('fields' in shape) return objectsOf(shape.fields)
    return odd
  }
  switch (shape) {
    case 'string':
      return fc.string()
    case 'boolean':
      return fc.boolean()
    case 'true':
      return fc.constant(true)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'integer':
      return fc.maxSafeInteger()
    case 'int64':
      return fc.oneof(fc.maxSafeInteger(), fc.constantFrom(2 ** 63, -(2 ** 63)))
    case 'string or null':
      return fc.option(fc.string())
    case 'object':
      return fc.dictionary(fc.string(), odd)
    case 'list':
      return fc.array(odd)
    case 'any':
      return odd
    default:
      return shape satisfies never
  }
}

const mostly = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: values }, { weight: 1, arbitrary: odd })

/** Objects with the fields of a table, some missing, some wrong, some that the table does not have. */
function objectsOf(table: FieldTable): fc.Arbitrary<Fields> {
  const known = Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      mostly(valuesOf(typeof entry === 'object' && 'optional' in entry ? entry.optional : entry)),
    ]),
  )
  const needed = Object.keys(table).filter(name => {
    const entry = table[name]
    return !(typeof entry === 'object' && 'optional' in entry)
  })
  const more = fc.dictionary(fc.constantFrom('z', 'constructor', 'toString'), odd, { maxKeys: 1 })
  return fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.record(known, { requiredKeys: needed }) },
        { weight: 1, arbitrary: fc.record(known, { requiredKeys: [] }) },
      ),
      fc.option(more, { freq: 4, nil: {} }),
      fc.constantFrom('plain', 'plain', 'plain', 'without prototype', 'inherited'),
    )
    .map(([own, others, kind]): Fields => {
      const all = { ...own, ...others }
      if (kind === 'plain') return all
      return kind === 'inherited' ? Object.create(all) : Object.assign(Object.create(null), all)
    })
}

const checks: [string, (value: Fields) => boolean, FieldTable][] = [
  ['embedded resource', elements.embeddedFits, tables.EMBEDDED_FIELDS],
  ['rectangle', elements.rectFits, tables.RECT_FIELDS],
  ['bridge endpoint', elements.bridgeEndpointFits, tables.BRIDGE_ENDPOINT_FIELDS],
  ['descriptor', elements.descriptorFits, tables.DESCRIPTOR_FIELDS],
  ['snapshot', bridge.snapshotFits, bridgeTables.SNAPSHOT_FIELDS],
  ['window', bridge.windowFits, bridgeTables.WINDOW_FIELDS],
  ['block', bridge.blockBaseFits, bridgeTables.BLOCK_BASE_FIELDS],
  ['field item', bridge.fieldItemFits, bridgeTables.FIELD_ITEM_FIELDS],
  ['field error', bridge.fieldErrorFits, bridgeTables.FIELD_ERROR_FIELDS],
  ...Object.entries(tables.CONTENT_FIELDS).map(tagged('content', elements.contentFits)),
  ...Object.entries(bridgeTables.BLOCK_FIELDS).map(tagged('block', bridge.blockFits)),
]

function tagged(what: string, check: (value: Fields) => boolean) {
  return ([type, table]: [string, FieldTable]): [string, (value: Fields) => boolean, FieldTable] => [
    `${what} ${type}`,
    check,
    { ...table, type: [type] },
  ]
}

for (const [name, check, table] of checks)
  test(`the check of a ${name} agrees with its table`, () => {
    let fitting = 0
    fc.assert(
      fc.property(objectsOf(table), value => {
        const expected = misfits(value, table).every(({ kind }) => kind === 'unknown')
        if (expected) fitting++
        expect(check(value)).toBe(expected)
      }),
      { numRuns: 400 },
    )
    expect(fitting).toBeGreaterThan(20)
  })

const { sensitive: _, ...unmarkedItem } = bridgeTables.FIELD_ITEM_FIELDS
const unmarked = (table: FieldTable): FieldTable => ({ id: 'string', type: 'string', ...table })
const blocks = bridgeTables.BLOCK_FIELDS

const exactChecks: [string, (value: Fields) => boolean, FieldTable][] = [
  ['window', bridge.isExactWindow, { ...bridgeTables.WINDOW_FIELDS, summary: 'string' }],
  ['field item', bridge.isExactFieldItem, unmarkedItem],
  ['text', bridge.isExactText, unmarked(blocks.text)],
  ['form', bridge.isExactFields, unmarked({ items: { list: { fields: unmarkedItem } } })],
  ['table', bridge.isExactTable, unmarked(blocks.table)],
  ['list', bridge.isExactList, unmarked(blocks.list)],
  ['notice', bridge.isExactNotice, unmarked(blocks.notice)],
  ['block of its own kind', bridge.isExactCustom, unmarked(blocks.custom)],
]

for (const [name, check, table] of exactChecks)
  test(`a ${name} out of JSON is exact where its table has nothing to say`, () => {
    let exact = 0
    fc.assert(
      fc.property(objectsOf(table), given => {
        const value: Fields = JSON.parse(JSON.stringify(given))
        const isSummed = typeof value.summary !== 'string' || value.summary.trim() !== ''
        const expected = misfits(value, table).length === 0 && isSummed
        if (expected) exact++
        expect(check(value)).toBe(expected)
      }),
      { numRuns: 400 },
    )
    expect(exact).toBeGreaterThan(20)
  })

const ELEMENT_RULES = ['title', 'content', 'children', 'attributes']

test('the bits of an element are those of its fields, where every one fits', () => {
  let fitting = 0
  fc.assert(
    fc.property(objectsOf(tables.ELEMENT_FIELDS), value => {
      const bits = elements.elementBits(value, LIMITS)
      const hasOwnRules = value.role === 'Application' || ELEMENT_RULES.some(name => name in value)
      if (bits === 0) {
        expect(hasOwnRules || !isWhole(value)).toBe(true)
        return
      }
      fitting++
      const names = Object.entries(elements.ELEMENT_BITS).filter(([, bit]) => (bits & bit) !== 0)
      expect(names.map(([name]) => name).toSorted()).toEqual(namesIn(value).toSorted())
      expect(misfits({ ...inherited(value) }, tables.ELEMENT_FIELDS)).toEqual([])
    }),
    { numRuns: 2000 },
  )
  expect(fitting).toBeGreaterThan(50)
})

/** As `for … in` sees it: what an object inherits counts; the reader looks for that before it asks. */
const inherited = (value: Fields): Fields =>
  Object.fromEntries(namesIn(value).map(name => [name, value[name]]))

function namesIn(value: Fields): string[] {
  const names: string[] = []
  for (const name in value) names.push(name)
  return names
}

const isWhole = (value: Fields): boolean =>
  misfits(inherited(value), tables.ELEMENT_FIELDS).length === 0 &&
  namesIn(value).every(name => value[name] !== undefined)

test('a fault behind ten unknown fields of a list is found', () => {
  const rects = [...Array.from({ length: 12 }, () => ({ x: 1, y: 1, w: 1, h: 1, z: 1 })), { x: 1 }]
  const found = misfits({ state: 'visible', rects }, tables.LOCATION_FIELDS)
  expect(found.filter(({ kind }) => kind === 'missing').map(({ path }) => path)).toEqual(
    ['y', 'w', 'h'].map(name => `.rects[12].${name}`),
  )
  expect(fits({ state: 'visible', rects }, { fields: tables.LOCATION_FIELDS })).toBe(false)
})
