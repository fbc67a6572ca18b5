/** Frozen states: code that writes into one throws where it does so (D-36). */

/** Freezes a value and the plain objects and lists in it; what is frozen already is not walked again. */
export function freezeDeep<Value>(value: Value): Value {
  const pending: unknown[] = [value]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (!isPlain(at) || Object.isFrozen(at)) continue
    Object.freeze(at)
    for (const inner of Object.values(at)) if (isPlain(inner)) pending.push(inner)
  }
  return value
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
