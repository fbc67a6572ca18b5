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
  const { errors } = validatorOf(action.inputSchema).validate(args)
  const found = new Map<string, string>()
  for (const { keyword, keywordLocation, instanceLocation, error } of errors) {
    const at = instanceLocation.split('/').slice(1).map(unescape)
    if (keyword === 'required') at.push(quoted(error) ?? '')
    if (keyword === 'additionalProperties' && at.length === 0) at.push(quoted(error) ?? '')
    const field = at.join('.')
    if (field !== '' && !found.has(field))
      found.set(field, wordsFor(keyword, valueAt(action.inputSchema, keywordLocation)))
  }
  return [...found].map(([field, error]) => ({ field, error }))
}

const validators = new WeakMap<JsonSchema, Validator>()

function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = new Validator({ ...schema }, '2020-12', false)))
  return validator
}

const unescape = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')

/** The property that the validator names; it stands in quotes in its message and nowhere else. */
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
      return 'is no parameter of this action'
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
