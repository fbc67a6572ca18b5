/** JSON whose large integers are not lost to rounding (D-39). */

/** A parsed text, and the digits of each named field that a number can't hold, by the object that has it. */
export type ExactJson = { value: unknown; digits: ReadonlyMap<unknown, string> }

/**
 * Parses a text and keeps what was sent for fields of one name that are too large for a number.
 *
 * Shape   a text without a number of 16 digits is parsed as fast as ever; another costs several times as much. Where
 *         the runtime doesn't show what it parsed, `digits` is empty and such a number is no safe integer.
 * Errors  as JSON.parse.
 */
export function parseExactly(text: string, name: string): ExactJson {
  const digits = new Map<unknown, string>()
  if (!LONG_NUMBER.test(text)) return { value: JSON.parse(text), digits }
  const value: unknown = JSON.parse(
    text,
    function (this: unknown, key: string, found: unknown, ...more: unknown[]) {
      const source = key === name && typeof found === 'number' ? sourceIn(more[0]) : undefined
      if (source !== undefined && LONG.test(source) && String(found) !== source) digits.set(this, source)
      return found
    },
  )
  return { value, digits }
}

const LONG_NUMBER = /:\s*-?\d{16}/
const LONG = /^-?\d{16}/

/** What a reviver is told about a primitive value, in runtimes that tell it. */
function sourceIn(context: unknown): string | undefined {
  if (typeof context !== 'object' || context === null || !('source' in context)) return undefined
  return typeof context.source === 'string' ? context.source : undefined
}
