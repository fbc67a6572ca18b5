/** How deep a value is nested, found with a loop: what comes over the wire may be a million deep. */

/**
 * True when a value holds lists or objects inside each other beyond a depth.
 *
 * Shape   a string, number, boolean or null has depth 0, a list or object one more than what it holds.
 */
export function isDeeperThan(value: unknown, depth: number): boolean {
  const stack = [{ value, level: 1 }]
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (typeof at.value !== 'object' || at.value === null) continue
    if (at.level > depth) return true
    for (const inner of Object.values(at.value))
      if (typeof inner === 'object' && inner !== null) stack.push({ value: inner, level: at.level + 1 })
  }
  return false
}
