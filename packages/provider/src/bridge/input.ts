/** What an action takes: the schema that a tool shows, and how sent arguments are read (GB §5.5, §7.3 · D-44). */
import type { FieldError, JsonSchema } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { Arguments } from './action.js'
import { misfitsOf, unknownNames } from './judge-arguments.js'
import { plainJson } from './plain.js'
import { judgeWith, type StandardSchema } from './standard-schema.js'

/** Arguments that fit, or what does not. */
export type Read<Args> =
  | { kind: 'fits'; args: Args }
  | { kind: 'unfit'; fields: FieldError[] }
  | { kind: 'broken'; fault: 'schema-threw' | 'schema-async'; error?: unknown }

/** The input of an action. */
export type Input<Args> = { schema: JsonSchema; read: (sent: { [name: string]: unknown }) => Read<Args> }

/** The input that JSON Schema describes. */
export function jsonInput(said: {
  input?: JsonSchema | undefined
  parameters?: { [name: string]: JsonSchema } | undefined
  required?: readonly string[] | undefined
}): Input<Arguments> {
  const { input, parameters = {}, required = [] } = said
  if (input && said.parameters) throw new Error('an action takes parameters, or one input; not both')
  const schema = shown(
    input ?? {
      type: 'object',
      properties: parameters,
      ...(required.length > 0 ? { required: [...required] } : {}),
    },
  )
  return {
    schema,
    read(sent) {
      try {
        const fields = misfitsOf(schema, sent)
        return fields.length > 0 ? { kind: 'unfit', fields } : argumentsOf(sent)
      } catch (error) {
        return { kind: 'broken', fault: 'schema-threw', error }
      }
    },
  }
}

/**
 * The input that a library's schema describes: it decides, the JSON Schema finds the words.
 *
 * Errors  throws where no JSON Schema can be had: a bug of the calling code.
 */
export function schemaInput<Args extends object>(said: {
  input: StandardSchema<unknown, Args>
  jsonSchema?: JsonSchema | undefined
}): Input<Args> {
  const { input } = said
  const schema = shown(said.jsonSchema ?? inputSchemaOf(input))
  return {
    schema,
    read(sent) {
      const unknown = unknownNames(schema, sent)
      const judged = judgeWith(input, sent)
      switch (judged.kind) {
        case 'fits':
          return unknown.length > 0
            ? { kind: 'unfit', fields: unknown }
            : { kind: 'fits', args: judged.value }
        case 'unfit':
          return { kind: 'unfit', fields: fieldsOf(judged.paths, schema, sent, unknown) }
        case 'broken':
          return judged
        default:
          return judged satisfies never
      }
    },
  }
}

/** What a JSON Schema library says of the arguments of a call. */
export const jsonOf = (schema: { [name: string]: unknown }): JsonSchema | undefined => {
  const { $schema: _, ...own } = schema
  const plain = plainJson(own)
  return plain.kind === 'plain' && isJsonObject(plain.value) ? plain.value : undefined
}

const isJsonObject = (value: unknown): value is JsonSchema => isRecord(value)

const NO_JSON_SCHEMA =
  'this input can not be shown as JSON Schema by its library; give the JSON Schema beside it as jsonSchema'

function inputSchemaOf(input: StandardSchema<unknown, unknown>): JsonSchema {
  let said: JsonSchema | undefined
  try {
    const found = input['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
    said = found && jsonOf(found)
  } catch (cause) {
    throw new Error(NO_JSON_SCHEMA, { cause })
  }
  if (!said) throw new Error(NO_JSON_SCHEMA)
  return said
}

/** The schema as a tool shows it: one object, and closed unless it says otherwise, so that a typing error is told. */
function shown(schema: JsonSchema): JsonSchema {
  if (
    schema.type !== 'object' ||
    'anyOf' in schema ||
    'oneOf' in schema ||
    'allOf' in schema ||
    '$ref' in schema
  )
    throw new Error(
      'the input of an action is one object schema, without a choice at its top: many agents take no other tool',
    )
  const properties = isRecord(schema.properties) ? schema.properties : {}
  if (Object.hasOwn(properties, 'expectedVersion'))
    throw new Error('expectedVersion is a parameter of every write already; leave it out of the input')
  return { additionalProperties: false, ...schema }
}

/** What came over the wire as an object is a JSON object; the handler's copy is its own. */
function argumentsOf(sent: { [name: string]: unknown }): Read<Arguments> {
  const plain = plainJson(sent)
  return plain.kind === 'plain' && isArguments(plain.value)
    ? { kind: 'fits', args: plain.value }
    : { kind: 'unfit', fields: wholeOf(Object.keys(sent), 'is too deep, too large or no JSON') }
}

const isArguments = (value: unknown): value is Arguments => isRecord(value)

const wholeOf = (names: readonly string[], error: string): FieldError[] =>
  names.map(field => ({ field, error }))

/**
 * The fields of a library's issues in our words.
 *
 * Shape   an issue takes the words of the JSON Schema at its place or below it; one about the arguments as a whole
 *         goes to every parameter that was sent, or could have been.
 */
function fieldsOf(
  paths: readonly string[][],
  schema: JsonSchema,
  sent: { [name: string]: unknown },
  unknown: readonly FieldError[],
): FieldError[] {
  const words = misfitsWords(schema, sent)
  const found = new Map(unknown.map(({ field, error }) => [field, error]))
  const add = (field: string, error: string) => {
    if (!found.has(field)) found.set(field, error)
  }
  for (const path of paths) {
    const place = path.join('.')
    const inside = words.filter(
      ({ field }) => place === '' || field === place || field.startsWith(`${place}.`),
    )
    for (const { field, error } of inside) add(field, error)
    if (inside.length > 0) continue
    if (place !== '') add(place, wordsAt(schema, path))
    else if (found.size === 0) for (const name of parametersOf(schema, sent)) add(name, TOGETHER)
  }
  return [...found].map(([field, error]) => ({ field, error }))
}

const TOGETHER = 'does not fit together with the other parameters: see the description of the action'

function misfitsWords(schema: JsonSchema, sent: { [name: string]: unknown }): FieldError[] {
  try {
    return misfitsOf(schema, sent)
  } catch {
    return []
  }
}

/** What the app itself says of a parameter is the best there is to say of one that its own code refused. */
function wordsAt(schema: JsonSchema, path: readonly string[]): string {
  let at: unknown = schema
  for (const step of path) {
    const inside: unknown = isRecord(at)
      ? isRecord(at.properties)
        ? at.properties[step]
        : at.items
      : undefined
    at = inside
  }
  const description = isRecord(at) && typeof at.description === 'string' ? at.description : undefined
  return description === undefined
    ? 'does not fit what the action takes: see its description'
    : `does not fit: ${description}`
}

function parametersOf(schema: JsonSchema, sent: { [name: string]: unknown }): string[] {
  const names = Object.keys(sent)
  return names.length > 0 ? names : Object.keys(isRecord(schema.properties) ? schema.properties : {})
}
