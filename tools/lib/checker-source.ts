/** Writes checks of wire objects as straight-line code, from the field tables that say what each object holds. */
import type { FieldTable, OptionalShape, Shape } from '@copane/protocol/findings'

/**
 * One check to write.
 *
 * Shape   `fits`: whether an object fits one table. `tagged`: whether it fits the table that its `type` names.
 *         `bits`: which fields it has, none where one is unknown or does not fit. `exact`: whether it fits and has no
 *         field that is unknown, nor has an object in it.
 */
export type Check =
  | { kind: 'fits'; name: string; table: FieldTable; what: string }
  | { kind: 'bits'; name: string; table: FieldTable; what: string; rules: Rules }
  | { kind: 'exact'; name: string; table: FieldTable; what: string; rules?: Rules }
  | { kind: 'tagged'; name: string; tables: { readonly [type: string]: FieldTable }; what: string }

/**
 * What fields must keep beyond their types.
 *
 * Shape   `by` is a condition for each such field, on `value` and on what the check takes besides; `imports` are
 *         the lines that the conditions need.
 */
export type Rules = { takes?: string; imports: readonly string[]; by: { readonly [field: string]: string } }

/** The text of a file with these checks; a table inside another one must have a check of kind `fits`, or `exact`. */
export function checkerSource(checks: readonly Check[]): string {
  const words: Writer['words'] = new Map()
  const fitting: Writer = { names: namesOf(checks, 'fits'), words }
  const exact: Writer = { names: namesOf(checks, 'exact'), words }
  const bodies = checks.map(check => written(check, check.kind === 'exact' ? exact : fitting))
  const all = [...bodies, ...[...words.values()].map(({ source }) => source)].join('\n\n')
  const imports = new Set(checks.flatMap(check => ('rules' in check ? (check.rules?.imports ?? []) : [])))
  const header = [HEADER, ...(all.includes('isRecord(') ? [IMPORT] : []), ...imports, '', FIELDS]
  return `${header.join('\n')}\n\n${all}\n`
}

const HEADER = '/** Written by `npm run -s generate` from the tables of `fields.ts`; never by hand. */'
const IMPORT = "import { isRecord } from '../findings/shape.js'"
const FIELDS = 'type Fields = { readonly [name: string]: unknown }'

type Words = { name: string; source: string }
/** The checks of tables that stand inside others, and the words that were written so far. */
type Writer = { names: ReadonlyMap<FieldTable, string>; words: Map<string, Words> }

const namesOf = (checks: readonly Check[], kind: 'fits' | 'exact'): Writer['names'] =>
  new Map(checks.flatMap(check => (check.kind === kind ? [[check.table, check.name]] : [])))

function written(check: Check, writer: Writer): string {
  switch (check.kind) {
    case 'fits':
      return fitsFunction(check, writer)
    case 'tagged':
      return taggedFunction(check, writer)
    case 'bits':
      return bitsFunction(check, writer)
    case 'exact':
      return exactFunction(check, writer)
    default:
      return check satisfies never
  }
}

const functionOf = (what: string, signature: string, lines: readonly string[]): string =>
  [`/** ${what} */`, `export function ${signature} {`, ...lines.map(line => `  ${line}`), '}'].join('\n')

const fitsFunction = ({ name, table, what }: Extract<Check, { kind: 'fits' }>, writer: Writer): string =>
  functionOf(what, `${name}(given: Fields): boolean`, [...fieldLines(table, writer), 'return true'])

function taggedFunction({ name, tables, what }: Extract<Check, { kind: 'tagged' }>, writer: Writer): string {
  const cases = Object.entries(tables).flatMap(([type, table]) => [
    `  case ${quoted(type)}: {`,
    ...[...fieldLines(table, writer), 'return true'].map(line => `    ${line}`),
    '  }',
  ])
  return functionOf(what, `${name}(given: Fields): boolean`, [
    'switch (given.type) {',
    ...cases,
    '  default:',
    '    return false',
    '}',
  ])
}

/** Statements a field, that leave the function when the field does not fit. */
function fieldLines(table: FieldTable, writer: Writer): string[] {
  return Object.entries(table).flatMap(([name, entry]) => {
    const shape = shapeOf(entry)
    const held: Held = { name, field: name, fail: 'return false' }
    const read = `const ${name} = given.${name}`
    const condition = conditionOf(held, shape, writer)
    if (shape === entry)
      return [
        read,
        `if (!Object.hasOwn(given, ${quoted(name)}) || ${condition}) return false`,
        ...itemLines(held, shape, writer),
      ]
    const items = itemLines(held, shape, writer)
    const owned = `Object.hasOwn(given, ${quoted(name)})`
    const wrong = condition.includes(' || ') || condition.includes(' && ') ? `(${condition})` : condition
    if (items.length === 0) return [read, `if (${name} !== undefined && ${wrong} && ${owned}) return false`]
    return [
      read,
      `if (${name} !== undefined && ${owned}) {`,
      ...[`if (${condition}) return false`, ...items].map(line => `  ${line}`),
      '}',
    ]
  })
}

function bitsFunction(
  { name, table, what, rules }: Extract<Check, { kind: 'bits' }>,
  writer: Writer,
): string {
  const fields = bitsOf(table)
  const needed = fields.reduce((sum, { isNeeded, bit }) => (isNeeded ? sum | bit : sum), 0)
  const constant = `${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
  const body = functionOf(what, `${name}(${takenBy(rules)}): number`, [
    'let bits = 0',
    ...fieldLoop(fields, 'return 0', rules, writer),
    `return (bits & ${needed}) === ${needed} ? bits : 0`,
  ])
  const bits = fields.map(({ field, bit }) => `${field}: ${bit}`).join(', ')
  return `/** The bit of each field in \`${name}\`. */\nexport const ${constant} = { ${bits} } as const\n\n${body}`
}

function exactFunction(
  { name, table, what, rules }: Extract<Check, { kind: 'exact' }>,
  writer: Writer,
): string {
  const fields = bitsOf(table).map(({ isNeeded, bit, ...field }) => ({ ...field, bit: isNeeded ? bit : 0 }))
  const needed = fields.reduce((sum, { bit }) => sum | bit, 0)
  return functionOf(what, `${name}(${takenBy(rules)}): boolean`, [
    'let bits = 0',
    ...fieldLoop(fields, 'return false', rules, writer),
    `return bits === ${needed}`,
  ])
}

const takenBy = (rules: Rules | undefined): string =>
  rules?.takes === undefined ? 'given: Fields' : `given: Fields, ${rules.takes}`

const bitsOf = (table: FieldTable) =>
  Object.entries(table).map(([field, entry], at) => {
    const shape = shapeOf(entry)
    return { field, shape, isNeeded: shape === entry, bit: 1 << at }
  })

/** A look at each field there is, which sets its bit where it has one. */
function fieldLoop(
  fields: readonly { field: string; shape: Shape; bit: number }[],
  fail: string,
  rules: Rules | undefined,
  writer: Writer,
): string[] {
  const cases = fields.flatMap(({ field, shape, bit }) => {
    const held: Held = { name: 'value', field, fail }
    const items = itemLines(held, shape, writer)
    const lines = [
      `if (${conditionOf(held, shape, writer)}) ${fail}`,
      ...items,
      ...(rules?.by[field] === undefined ? [] : [`if (!${rules.by[field]}) ${fail}`]),
      ...(bit === 0 ? [] : [`bits |= ${bit}`]),
      'break',
    ].map(line => `      ${line}`)
    // What the loop over items declares is of this case alone.
    const [opening, closing] = items.length > 0 ? [' {', ['    }']] : ['', []]
    return [`    case ${quoted(field)}:${opening}`, ...lines, ...closing]
  })
  return [
    'for (const name in given) {',
    '  const value = given[name]',
    '  switch (name) {',
    ...cases,
    '    default:',
    `      ${fail}`,
    '  }',
    '}',
  ]
}

/** A value that is held by a constant; what to do when it does not fit. */
type Held = { name: string; field: string; fail: string }

/** The condition under which a value is not of a shape, the items of a list aside. */
function conditionOf({ name, field }: Held, shape: Shape, writer: Writer): string {
  if (typeof shape === 'string') return misfit(name, shape)
  if (isWords(shape)) return `!${wordsCheck(field, shape, writer)}(${name})`
  if ('list' in shape) return `!Array.isArray(${name})`
  const check = writer.names.get(shape.fields)
  if (!check) throw new Error(`the table inside ${field} has no check of its own`)
  return `!isRecord(${name}) || !${check}(${name})`
}

/** The loop over the items of a list; none where the shape is no list, or one of anything. */
function itemLines({ name, field, fail }: Held, shape: Shape, writer: Writer): string[] {
  if (typeof shape === 'string' || isWords(shape) || !('list' in shape) || shape.list === 'any') return []
  const items = `${name}Items`
  const item: Held = { name: 'item', field, fail }
  return [
    `const ${items}: readonly unknown[] = ${name}`,
    `for (let at = 0; at < ${items}.length; at++) {`,
    `  const item = ${items}[at]`,
    `  if (${conditionOf(item, shape.list, writer)}) ${fail}`,
    ...itemLines(item, shape.list, writer).map(line => `  ${line}`),
    '}',
  ]
}

/** The condition under which a value is not of a plain shape. */
function misfit(name: string, shape: Extract<Shape, string>): string {
  switch (shape) {
    case 'true':
      return `${name} !== true`
    case 'string':
    case 'boolean':
      return `typeof ${name} !== '${shape}'`
    case 'number':
      return `typeof ${name} !== 'number' || !Number.isFinite(${name})`
    case 'integer':
      return `!Number.isSafeInteger(${name})`
    case 'int64':
      return `typeof ${name} !== 'number' || !Number.isInteger(${name}) || Math.abs(${name}) > 2 ** 63`
    case 'string or null':
      return `${name} !== null && typeof ${name} !== 'string'`
    case 'object':
      return `typeof ${name} !== 'object' || ${name} === null || Array.isArray(${name})`
    case 'list':
      return `!Array.isArray(${name})`
    case 'any':
      return `${name} === undefined`
    default:
      return shape satisfies never
  }
}

/** The name of the function that knows some words; it is named after the first field that holds them. */
function wordsCheck(field: string, words: readonly string[], writer: Writer): string {
  const key = words.join()
  const known = writer.words.get(key)
  if (known) return known.name
  const name = `is${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
  const cases = words.map(word => `    case ${quoted(word)}:`)
  const lines = [
    '  switch (word) {',
    ...cases,
    '      return true',
    '    default:',
    '      return false',
    '  }',
  ]
  const source = [`function ${name}(word: unknown): boolean {`, ...lines, '}'].join('\n')
  writer.words.set(key, { name, source })
  return name
}

const shapeOf = (entry: Shape | OptionalShape): Shape =>
  typeof entry === 'object' && 'optional' in entry ? entry.optional : entry

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape)

const quoted = (text: string): string => `'${text}'`
