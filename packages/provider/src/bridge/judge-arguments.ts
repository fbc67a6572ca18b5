/** Whether arguments fit an input schema, told parameter by parameter (GB §7.3 · D-44). */
import { Validator } from '@cfworker/json-schema'
import type { FieldError, JsonSchema } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'

/**
 * Every parameter that does not fit, each once; [] when all do.
 *
 * Shape   `field` is the parameter's name, a nested one dotted (`address.zip`); `error` says what belongs there
 *         and never repeats what was sent.
 * Errors  throws on a schema that is none: a bug of the app.
 */
export function misfitsOf(schema: JsonSchema, args: { [name: string]: unknown }): FieldError[] {
  const broken = brokenNames(args)
  if (broken.length > 0)
    return broken.map(field => ({ field, error: 'is no name: it holds half a character' }))
  const { errors } = validatorOf(schema).validate(args)
  const found = new Map<string, string>()
  const within = new Set<string>()
  for (const { keyword, keywordLocation, instanceLocation, error } of errors) {
    const at = instanceLocation.split('/').slice(1).map(unescape)
    if (keyword === 'required') at.push(quoted(error) ?? '')
    const field = at.join('.')
    if (field === '') continue
    if (WITHIN.has(keyword)) {
      within.add(field)
      continue
    }
    const words = wordsFor(keyword, valueAt(schema, keywordLocation))
    const known = found.get(field)
    if (known === undefined) found.set(field, words)
    else if (/\/(?:anyOf|oneOf)\//.test(keywordLocation) && !known.includes(words))
      found.set(field, `${known} or ${words}`)
  }
  for (const field of within) if (!isTold(found, field)) found.set(field, NO_FORM)
  for (const { field, error } of unknownNames(schema, args)) if (!found.has(field)) found.set(field, error)
  return [...found].map(([field, error]) => ({ field, error }))
}

/** The parameters that a closed schema does not know. */
export function unknownNames(schema: JsonSchema, args: { [name: string]: unknown }): FieldError[] {
  const { properties, additionalProperties, patternProperties } = schema
  if (additionalProperties !== false || patternProperties !== undefined) return []
  const known = isRecord(properties) ? properties : {}
  return Object.keys(args)
    .filter(name => !Object.hasOwn(known, name))
    .map(field => ({ field: field.toWellFormed(), error: UNKNOWN }))
}

/** Keywords that only say that something inside does not fit; what is inside says more. */
const WITHIN = new Set(
  [
    'properties',
    'patternProperties',
    'additionalProperties',
    'unevaluatedProperties',
    'dependentSchemas',
  ].concat(
    ['items', 'prefixItems', 'unevaluatedItems', 'contains', '$ref', '$dynamicRef', '$recursiveRef'],
    ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'],
  ),
)
const NO_FORM = 'must fit one of the forms that its schema names'

const isTold = (found: ReadonlyMap<string, string>, field: string): boolean =>
  found.has(field) || [...found.keys()].some(name => name.startsWith(`${field}.`))

const UNKNOWN = 'is no parameter of this action'

/** The validator escapes names as addresses, which a lone surrogate makes impossible; so none gets there. */
function brokenNames(args: { [name: string]: unknown }): string[] {
  const stack: unknown[] = [args]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (typeof at !== 'object' || at === null) continue
    const broken = Array.isArray(at) ? undefined : Object.keys(at).find(name => !name.isWellFormed())
    if (broken !== undefined) return [broken.toWellFormed()]
    for (const value of Object.values(at)) if (value !== undefined) stack.push(value)
  }
  return []
}

const validators = new WeakMap<JsonSchema, Validator>()

function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = new Validator({ ...schema }, '2020-12', false)))
  return validator
}

const unescape = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')

/** The missing property that the validator names; it stands in quotes in its message and nowhere else. */
const quoted = (message: string): string | undefined => /"([^"]*)"/.exec(message)?.[1]

function valueAt(schema: JsonSchema, location: string): unknown {
  let value: unknown = schema
  for (const step of location.split('/').slice(1)) value = insideOf(value, unescape(step))
  return value
}

function insideOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)]
  return isRecord(value) ? value[step] : undefined
}

function wordsFor(keyword: string, want: unknown): string {
  if (keyword === 'false') return UNKNOWN
  if (want === undefined) return `does not fit ${keyword}`
  const limit = typeof want === 'string' ? want : JSON.stringify(want)
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be of type ${Array.isArray(want) ? want.join(' or ') : limit}`
    case 'enum':
      return `must be one of ${JSON.stringify(want)}`
    case 'const':
      return `must be ${JSON.stringify(want)}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'multipleOf':
      return `must be a multiple of ${limit}`
    case 'minLength':
      return want === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return want === 1 ? 'must not be empty' : `must have at least ${limit} entries`
    case 'maxItems':
      return `must have at most ${limit} entries`
    case 'uniqueItems':
      return 'must not have the same entry twice'
    case 'pattern':
      return `must match ${limit}`
    case 'format':
      return `must be of the form ${limit}`
    default:
      return `does not fit ${keyword}`
  }
}
