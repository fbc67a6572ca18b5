/** Whether two JSON values are equal. */
import { isRecord } from '../findings/shape.js'

type Pair = { a: unknown; b: unknown; depth: number }

/** As deep as JSON.stringify goes: what lies deeper can't be served. */
const MOST_DEPTH = 10_000

/**
 * True when two JSON values are equal; the order of an object's fields has no meaning.
 *
 * Shape   values that are not the same object and differ only below a depth of 10,000 count as different.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  const pairs: Pair[] = [{ a, b, depth: 0 }]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) if (!sameOutside(pair, pairs)) return false
  return true
}

/** Compares one level; what is inside is put off. */
function sameOutside({ a, b, depth }: Pair, pairs: Pair[]): boolean {
  const putOff = (x: unknown, y: unknown): boolean =>
    x === y || pairs.push({ a: x, b: y, depth: depth + 1 }) > 0
  if (a === b) return true
  if (depth > MOST_DEPTH) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((x, at) => putOff(x, b[at]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(name => Object.hasOwn(b, name) && putOff(a[name], b[name]))
  )
}
