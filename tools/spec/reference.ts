/** The reference pages of both protocols, in Markdown, out of the tables that make the checks and the schemas. */
import {
  BLOCK_BASE_FIELDS,
  BLOCK_FIELDS,
  FIELD_ERROR_FIELDS,
  FIELD_ITEM_FIELDS,
  SNAPSHOT_FIELDS,
  SUCCESS_FIELDS,
  WINDOW_FIELDS,
} from '../../packages/protocol/dist/bridge/fields.js'
import {
  BRIDGE_EXTENSION,
  BRIDGE_PROTOCOL,
  WINDOWS_URI,
} from '../../packages/protocol/dist/bridge/binding.js'
import { ERROR_CODES } from '../../packages/protocol/dist/bridge/types.js'
import {
  CURRENT_URI,
  ELEMENTS_EXTENSION,
  ELEMENTS_PROTOCOL,
  LIMITS,
  LOCATE_TEMPLATE,
  TIMES,
} from '../../packages/protocol/dist/elements/binding.js'
import {
  ANSWER_FIELDS,
  BRIDGE_ENDPOINT_FIELDS,
  CONTENT_FIELDS,
  DESCRIPTOR_FIELDS,
  ELEMENT_FIELDS,
  EMBEDDED_FIELDS,
  LOCATION_FIELDS,
  RECT_FIELDS,
} from '../../packages/protocol/dist/elements/fields.js'
import type { Requirement } from '../../packages/protocol/dist/findings/requirements.js'
import type { FieldTable, OptionalShape, Shape } from '../../packages/protocol/dist/findings/shape.js'

/** The pages by the name of their file. */
export const pages = (requirements: readonly Requirement[]): { [file: string]: string } => ({
  'elements.md': page(`The elements protocol ${ELEMENTS_PROTOCOL}`, [
    names([
      ['protocol', ELEMENTS_PROTOCOL],
      ['extension', ELEMENTS_EXTENSION],
      ['`current`', CURRENT_URI],
      ['`locate`', LOCATE_TEMPLATE],
      ...Object.entries({ ...LIMITS, ...TIMES }).map(([name, value]): Row => [name, String(value)]),
    ]),
    object('The answer to `current`', ANSWER_FIELDS),
    object('An element', ELEMENT_FIELDS),
    ...tagged('A content block', CONTENT_FIELDS),
    object('An embedded resource', EMBEDDED_FIELDS),
    object('A location', LOCATION_FIELDS),
    object('A rectangle', RECT_FIELDS),
    object('A descriptor', DESCRIPTOR_FIELDS),
    object('The bridge endpoint in a descriptor', BRIDGE_ENDPOINT_FIELDS),
    rules(requirements.filter(({ protocol }) => protocol === 'elements')),
  ]),
  'bridge.md': page(`The bridge protocol ${BRIDGE_PROTOCOL}`, [
    names([
      ['protocol', BRIDGE_PROTOCOL],
      ['extension', BRIDGE_EXTENSION],
      ['resource', WINDOWS_URI],
      ['error codes', ERROR_CODES.join(' ')],
    ]),
    object('The windows', SNAPSHOT_FIELDS),
    object('A window', WINDOW_FIELDS),
    object('What every block may hold', BLOCK_BASE_FIELDS),
    ...tagged('A block', BLOCK_FIELDS),
    object('One item of a block of type `fields`', FIELD_ITEM_FIELDS),
    object('The result of a call', SUCCESS_FIELDS),
    object('One entry of `fields` in a validation error', FIELD_ERROR_FIELDS),
    rules(requirements.filter(({ protocol }) => protocol === 'bridge')),
  ]),
})

type Row = readonly string[]

const page = (title: string, parts: readonly string[]): string =>
  [
    `# ${title}`,
    'Written by `npm run -s generate` from the tables of `packages/protocol`; never by hand.',
    ...parts,
  ].join('\n\n') + '\n'

const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(escaped).join(' | ')} |`).join('\n')

const escaped = (cell: string): string => cell.replaceAll('|', '\\|')

const names = (rows: readonly Row[]): string =>
  `## Names and numbers\n\n${table(
    ['what', 'value'],
    rows.map(([what = '', ...value]) => [what, ...value.map(code)]),
  )}`

const code = (text: string): string => `\`${text}\``

const object = (title: string, fields: FieldTable): string =>
  `## ${title}\n\n${table(
    ['field', 'holds', 'needed'],
    Object.entries(fields).map(([name, entry]) => {
      const isOptional = typeof entry === 'object' && 'optional' in entry
      return [code(name), words(isOptional ? entry.optional : entry), isOptional ? '' : 'yes']
    }),
  )}`

const tagged = (what: string, tables: { readonly [type: string]: FieldTable }): string[] =>
  Object.entries(tables).map(([type, fields]) => object(`${what} of type ${code(type)}`, fields))

/** What a field holds; a table of its own has a heading of its own. */
function words(shape: Shape): string {
  if (typeof shape === 'string') return SHAPES[shape]
  if (isWords(shape)) return `one of ${shape.map(code).join(', ')}`
  return 'list' in shape
    ? `a list; each is ${words(shape.list)}`
    : `an object with ${Object.keys(shape.fields).map(code).join(', ')}`
}

const isWords = (shape: Shape | OptionalShape): shape is readonly string[] => Array.isArray(shape)

const SHAPES: { readonly [Name in Extract<Shape, string>]: string } = {
  string: 'a string',
  boolean: 'true or false',
  true: 'true; left out when it is not',
  number: 'a finite number',
  integer: 'a whole number that a double holds exactly',
  int64: 'a whole number of 64 bits',
  'string or null': 'a string, or null',
  object: 'an object',
  list: 'a list',
  any: 'any value',
}

const rules = (requirements: readonly Requirement[]): string =>
  `## Requirements\n\n${table(
    ['id', 'who', 'level', 'what'],
    requirements.map(({ id, side, level, text }) => [code(id), side, level, text]),
  )}`
