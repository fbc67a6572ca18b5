/** Plain copies of what an app put into an element: JSON and nothing else, whatever it was (D-16). */
import type { Json } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'

/** A value that can't be copied: a function, a bigint, a ring, too deep or too much. */
export const NO_JSON = Symbol('no JSON')

/** How much of a value is copied. */
export type CopyLimits = { maxDepth: number; maxValues: number; maxChars: number }

/**
 * A copy of a value as JSON has it.
 *
 * Shape   fields without a value are left out, as in JSON.stringify; a number that is not finite is null.
 * Errors  NO_JSON for what JSON can't say or what is over a limit, and for what throws when it is read.
 */
export function jsonCopy(value: unknown, limits: CopyLimits): Json | typeof NO_JSON {
  try {
    return copyOf(value, limits.maxDepth, { left: limits.maxValues, chars: limits.maxChars })
  } catch {
    return NO_JSON
  }
}

type Budget = { left: number; chars: number }

/** Recursion ends with the depth, which is a limit and not the app's. */
function copyOf(value: unknown, depth: number, budget: Budget): Json | typeof NO_JSON {
  if (typeof value === 'string') return (budget.chars -= value.length) < 0 ? NO_JSON : value
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || depth < 1) return NO_JSON
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) {
    const list: Json[] = []
    for (const each of value) {
      const copy = --budget.left < 0 ? NO_JSON : copyOf(each, depth - 1, budget)
      if (copy === NO_JSON) return NO_JSON
      list.push(copy)
    }
    return list
  }
  const fields: { [name: string]: Json } = {}
  for (const name of Object.keys(value)) {
    const each: unknown = isRecord(value) ? value[name] : undefined
    if (each === undefined) continue
    const copy = --budget.left < 0 ? NO_JSON : copyOf(each, depth - 1, budget)
    if (copy === NO_JSON) return NO_JSON
    setField(fields, name, copy)
  }
  return fields
}

/** Sets a field of a copy; one called `__proto__` is data like any other. */
export function setField(fields: { [name: string]: Json }, name: string, value: Json): void {
  if (name !== '__proto__') fields[name] = value
  else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
}
