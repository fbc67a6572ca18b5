/** Whether arguments fit an action's input schema, told parameter by parameter (GB §7.3 · D-44). */
import { Validator } from '@cfworker/json-schema'
import type { ActionOffer, FieldError, JsonSchema } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'

/**
 * Every parameter that does not fit, each once; [] when all do.
 *
 * Shape   `field` is the parameter's name, a nested one dotted (`address.zip`); `error` says what belongs there
 *         and never repeats what was sent.
 */
export function judgeArguments(action: ActionOffer, args: { [name: string]: unknown }): FieldError[] {
  const broken = brokenNames(args)
  if (broken.length > 0)
    return broken.map(field => ({ field, error: 'is no name: it holds half a character' }))
  const { errors } = validatorOf(action.inputSchema).validate(args)
  const found = new Map<string, string>()
  for (const { keyword, keywordLocation, instanceLocation, error } of errors) {
    const at = instanceLocation.split('/').slice(1).map(unescape)
    if (keyword === 'required') at.push(quoted(error) ?? '')
    const field = at.join('.')
    if (field !== '' && !found.has(field))
      found.set(field, wordsFor(keyword, valueAt(action.inputSchema, keywordLocation)))
  }
  for (const field of unknownNames(action, args)) if (!found.has(field)) found.set(field, UNKNOWN)
  return [...found].map(([field, error]) => ({ field, error }))
}

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

function unknownNames({ inputSchema }: ActionOffer, args: { [name: string]: unknown }): string[] {
  const { properties, additionalProperties } = inputSchema
  if (additionalProperties !== false) return []
  const known = isRecord(properties) ? properties : {}
  return Object.keys(args).filter(name => !Object.hasOwn(known, name) && name !== 'expectedVersion')
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
  for (const step of location.split('/').slice(1)) value = isRecord(value) ? value[unescape(step)] : undefined
  return value
}

function wordsFor(keyword: string, want: unknown): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
    case 'false':
      return UNKNOWN
    case 'type':
      return `must be of type ${Array.isArray(want) ? want.join(' or ') : String(want)}`
    case 'enum':
      return `must be one of ${JSON.stringify(want)}`
    case 'minimum':
      return `must be at least ${String(want)}`
    case 'exclusiveMinimum':
      return `must be more than ${String(want)}`
    case 'maximum':
      return `must be at most ${String(want)}`
    case 'minLength':
      return want === 1 ? 'must not be empty' : `must have at least ${String(want)} characters`
    case 'maxLength':
      return `must have at most ${String(want)} characters`
    case 'maxItems':
      return `must have at most ${String(want)} entries`
    case 'pattern':
      return `must match ${String(want)}`
    default:
      return `does not fit ${keyword}`
  }
}
