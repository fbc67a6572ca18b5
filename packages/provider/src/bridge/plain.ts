/** Whether a value is JSON that can be sent, and the copy of it that is. */
import { type Json, LIMITS } from '@copane/protocol/elements'

/** A copy that nobody else holds, or that there is none. */
export type Plain = { kind: 'plain'; value: Json } | { kind: 'odd' }

/**
 * Copies a value as JSON.
 *
 * Shape   a field that is `undefined` is left out. Odd: what JSON can't say or would change (a ring, a BigInt, a
 *         function, NaN, a Date, `undefined` in a list), what throws when read, and what is deeper than 64 or
 *         larger than 4 MiB (D-16).
 */
export function plainJson(value: unknown): Plain {
  const budget = { left: LIMITS.maxBytes }
  try {
    return { kind: 'plain', value: copied(value, LIMITS.maxDepth, budget) }
  } catch {
    return { kind: 'odd' }
  }
}

function copied(value: unknown, depth: number, budget: { left: number }): Json {
  budget.left -= typeof value === 'string' ? value.length + 2 : 4
  if (budget.left < 0) throw new Error('too large')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value !== 'object' || depth < 1) throw new Error('no JSON, or too deep')
  if (Array.isArray(value)) return Array.from(value, inner => copied(inner, depth - 1, budget))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new Error('no plain object')
  const copy: { [name: string]: Json } = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    budget.left -= name.length + 3
    Object.defineProperty(copy, name, {
      value: copied(inner, depth - 1, budget),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy
}
