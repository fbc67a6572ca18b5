/** The language of field tables, and the check of one flat object against its table. */

/** What a field holds: a JSON type, one of some words, a list, or an object with a table of its own. */
export type Shape =
  | 'string'
  | 'boolean'
  | 'true'
  | 'number'
  | 'integer'
  /** A whole number of 64 bits, which a JavaScript number may have rounded (D-39). */
  | 'int64'
  | 'string or null'
  | 'object'
  | 'list'
  | 'any'
  | readonly string[]
  | { readonly list: Shape }
  | { readonly fields: FieldTable }

/** A field that may be left out. */
export type OptionalShape = { readonly optional: Shape }

/** Fields by name. */
export type FieldTable = { readonly [name: string]: Shape | OptionalShape }

/** The table a type asks for: its fields, each marked optional exactly where the type says so. */
export type FieldsOf<Type> = {
  readonly [Name in keyof Type]-?: { [Key in Name]?: Type[Key] } extends Pick<Type, Name>
    ? OptionalShape
    : Shape
}

/** Marks a field that may be left out, keeping what it holds. */
export const optional = <const S extends Shape>(shape: S): { readonly optional: S } => ({ optional: shape })

/** A field that does not fit: where it is below the object, and what belongs there. */
export type Misfit = { path: string; want: string; kind: 'missing' | 'wrong' | 'unknown' }

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for an object as JSON has them: of no kind of its own, whose fields are all there is to it. */
export function isPlainObject(value: object): boolean {
  const kind: unknown = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === null
}

/**
 * Every field of one object that does not fit its table.
 *
 * Shape   paths like `.rects[0].w`; [] when all fits, the first few of a list. Unknown fields are told as such,
 *         in one entry (EL-10-unknown-fields).
 * Errors  none; recursion follows the table, never the data.
 */
export function misfits(value: { [name: string]: unknown }, table: FieldTable, ignore?: string): Misfit[] {
  const found: Misfit[] = []
  for (const [name, entry] of Object.entries(table)) {
    const shape = isOptional(entry) ? entry.optional : entry
    if (!Object.hasOwn(value, name) || value[name] === undefined) {
      if (!isOptional(entry)) found.push({ path: `.${name}`, want: wordsOf(shape), kind: 'missing' })
    } else judge(value[name], shape, `.${name}`, found)
  }
  if (Object.keys(value).some(name => name !== ignore && !Object.hasOwn(table, name)))
    found.push({ path: '.*', want: 'a field of the table', kind: 'unknown' })
  return found
}

/** A copy of an object with the fields of its table alone; recursion follows the table, never the data. */
export function picked(value: { [name: string]: unknown }, table: FieldTable): { [name: string]: unknown } {
  const copy: { [name: string]: unknown } = {}
  for (const [name, entry] of Object.entries(table))
    if (Object.hasOwn(value, name))
      copy[name] = pickedValue(value[name], isOptional(entry) ? entry.optional : entry)
  return copy
}

/** True when a value fits a shape whole, unknown fields aside. */
export function fits(value: unknown, shape: Shape): boolean {
  const found: Misfit[] = []
  judge(value, shape, '', found)
  return found.every(misfit => misfit.kind === 'unknown')
}

/** The most misfits told of one list: a hostile one must not cost an entry an item. */
const MOST_MISFITS = 10

function pickedValue(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string' || isWords(shape)) return value
  if ('list' in shape) return Array.isArray(value) ? value.map(item => pickedValue(item, shape.list)) : value
  return isRecord(value) ? picked(value, shape.fields) : value
}

const isOptional = (entry: Shape | OptionalShape): entry is OptionalShape =>
  typeof entry === 'object' && 'optional' in entry

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape)

function judge(value: unknown, shape: Shape, path: string, found: Misfit[]): void {
  if (typeof shape === 'string' || isWords(shape)) {
    if (!isOf(value, shape)) found.push({ path, want: wordsOf(shape), kind: 'wrong' })
  } else if ('list' in shape) {
    if (!Array.isArray(value)) found.push({ path, want: 'a list', kind: 'wrong' })
    else judgeItems(value, shape.list, path, found)
  } else if (!isRecord(value)) found.push({ path, want: 'an object', kind: 'wrong' })
  else for (const misfit of misfits(value, shape.fields)) found.push({ ...misfit, path: path + misfit.path })
}

/** The first few faults; items that only hold unknown fields don't hide a fault behind them. */
function judgeItems(items: readonly unknown[], shape: Shape, path: string, found: Misfit[]): void {
  let faults = 0
  for (let at = 0; at < items.length && faults < MOST_MISFITS; at++) {
    const more: Misfit[] = []
    judge(items[at], shape, `${path}[${at}]`, more)
    for (const misfit of more)
      if (misfit.kind !== 'unknown') {
        faults++
        found.push(misfit)
      } else if (found.length < MOST_MISFITS) found.push(misfit)
  }
}

function isOf(value: unknown, shape: string | readonly string[]): boolean {
  if (typeof shape !== 'string') return typeof value === 'string' && shape.includes(value)
  switch (shape) {
    case 'true':
      return value === true
    case 'number':
      return Number.isFinite(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'int64':
      return Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 63
    case 'string or null':
      return value === null || typeof value === 'string'
    case 'object':
      return isRecord(value)
    case 'list':
      return Array.isArray(value)
    case 'any':
      return value !== undefined
    default:
      return typeof value === shape
  }
}

function wordsOf(shape: Shape): string {
  if (typeof shape !== 'string')
    return isWords(shape) ? `one of ${shape.join(', ')}` : 'list' in shape ? 'a list' : 'an object'
  if (shape === 'any') return 'any value'
  return shape === 'true' ? 'true, or nothing' : `a value of type ${shape}`
}
