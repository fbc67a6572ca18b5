/** How deep a value is nested, found with a loop: what comes over the wire may be a million deep. */
import { isRecord } from '../findings/shape.js'

/**
 * True when a value holds lists or objects inside each other beyond a depth.
 *
 * Shape   a string, number, boolean or null has depth 0, a list or object one more than what it holds.
 */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth < 1) return true
  if (isFlat(value)) return false
  const within: object[] = [value]
  const levels = [1]
  for (let at = within.pop(); at; at = within.pop()) {
    const level = (levels.pop() ?? 0) + 1
    const values: readonly unknown[] = Array.isArray(at) ? at : Object.values(at)
    for (let index = 0; index < values.length; index++) {
      const inner = values[index]
      if (typeof inner !== 'object' || inner === null) continue
      if (level > depth) return true
      within.push(inner)
      levels.push(level)
    }
  }
  return false
}

/** Not deeper than a depth; most values are no list or object, which is seen at once. */
export const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' || value === null || !isDeeperThan(value, depth)

/** True for an object that holds no list or object: most are so, and need no stack. */
function isFlat(value: object): boolean {
  if (!isRecord(value)) return false
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) return false
  }
  return true
}
