/** JSON Schema (draft 2020-12) out of the field tables. */
import type { FieldTable, OptionalShape, Shape } from '../../packages/protocol/dist/findings/shape.js'

/** A JSON Schema as data. */
export type Schema = { [keyword: string]: SchemaValue }

/** What a keyword may hold. */
export type SchemaValue = string | number | boolean | null | Schema | SchemaValue[]

/**
 * The schema of an object with a table.
 *
 * Shape   a field that the table does not know passes, unless `closed`; `more` are words about single fields that no
 *         table holds, put on top of what it says.
 */
export function objectSchema(
  table: FieldTable,
  more: { [field: string]: Schema } = {},
  closed = false,
): Schema {
  const names = Object.keys(table)
  const properties: Schema = {}
  for (const name of names)
    properties[name] = { ...shapeSchema(shapeOf(table[name] ?? 'any')), ...more[name] }
  const required = names.filter(name => !isOptional(table[name] ?? 'any'))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  }
}

/** The schema of a value of a shape. */
export function shapeSchema(shape: Shape): Schema {
  if (typeof shape !== 'string') {
    if (isWords(shape)) return { enum: [...shape] }
    if ('list' in shape) return { type: 'array', items: shapeSchema(shape.list) }
    return objectSchema(shape.fields)
  }
  switch (shape) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'object':
      return { type: shape }
    case 'integer':
      return { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    case 'int64':
      return { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 }
    case 'true':
      return { const: true }
    case 'list':
      return { type: 'array' }
    case 'string or null':
      return { type: ['string', 'null'] }
    case 'any':
      return {}
    default:
      return shape satisfies never
  }
}

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape)

const isOptional = (entry: Shape | OptionalShape): entry is OptionalShape =>
  typeof entry === 'object' && 'optional' in entry

const shapeOf = (entry: Shape | OptionalShape): Shape => (isOptional(entry) ? entry.optional : entry)
