/** Judges the arguments of a call by the few forms that the tool list uses, and reads them. */
import { isRecord } from '@copane/protocol/findings'

/** The arguments of a call, by name. */
export type Arguments = { readonly [name: string]: unknown }

/** What is wrong with one argument. */
export type Misfit = { field: string; error: string }

/**
 * What is wrong with arguments, by the schema of their tool.
 *
 * Shape   [] when they fit; a name that is unknown is told with the names that are known.
 */
export function misfitsOf(args: Arguments, schema: { readonly [name: string]: unknown }): Misfit[] {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const known = Object.keys(properties)
  const missing = known.filter(name => required.includes(name) && args[name] === undefined)
  return [
    ...missing.map(field => ({ field, error: 'is needed' })),
    ...Object.entries(args).flatMap(([field, value]) => {
      if (value === undefined) return []
      const rule = properties[field]
      const error = isRecord(rule) ? wrongWith(value, rule) : `is not known; there are: ${known.join(', ')}`
      return error === undefined ? [] : [{ field, error }]
    }),
  ]
}

function wrongWith(value: unknown, rule: { readonly [name: string]: unknown }): string | undefined {
  if (Array.isArray(rule.enum))
    return rule.enum.includes(value) ? undefined : `is one of ${rule.enum.join(', ')}`
  switch (rule.type) {
    case 'string':
      return typeof value === 'string' ? undefined : 'is a string'
    case 'integer': {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rule
      const isFitting =
        typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        value >= Number(minimum) &&
        value <= Number(maximum)
      return isFitting
        ? undefined
        : 'minimum' in rule
          ? `is a whole number from ${String(minimum)} to ${String(maximum)}`
          : 'is a whole number'
    }
    case 'array':
      return Array.isArray(value) && value.every(item => typeof item === 'string')
        ? undefined
        : 'is a list of strings'
    default:
      return isRecord(value) ? undefined : 'is an object'
  }
}

/** An argument that is text. */
export const textOf = (args: Arguments, name: string): string | undefined => {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

/** An argument that is a number. */
export const numberOf = (args: Arguments, name: string): number | undefined => {
  const value = args[name]
  return typeof value === 'number' ? value : undefined
}

/** An argument that is a list of words. */
export const wordsOf = (args: Arguments, name: string): string[] | undefined => {
  const value = args[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : undefined
}
