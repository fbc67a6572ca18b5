/** The arguments of a call, from words of a command line. */
import { isRecord } from '@copane/protocol/findings'

/** The arguments, or the first word that is none. */
export type ReadArguments =
  | { kind: 'arguments'; args: { [name: string]: unknown } }
  | { kind: 'wrong'; message: string }

/**
 * Reads `key=value` words, or one JSON object.
 *
 * Shape   a value is JSON where it parses (`3`, `true`, `"3"`, `["a"]`), and the text itself where it does not, or where
 *         the parameter is one of `texts`; then only `"3"` in quotes is read as JSON.
 */
export function readArguments(
  pairs: readonly string[],
  json: string | undefined,
  texts: ReadonlySet<string> = new Set(),
): ReadArguments {
  if (json !== undefined) {
    if (pairs.length > 0) return { kind: 'wrong', message: `--args and "${pairs[0]}": give one or the other` }
    const value = parsed(json, undefined)
    return isRecord(value)
      ? { kind: 'arguments', args: value }
      : { kind: 'wrong', message: '--args takes one JSON object' }
  }
  const entries: [string, unknown][] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) return { kind: 'wrong', message: `"${pair}" is not key=value` }
    const [name, text] = [pair.slice(0, at), pair.slice(at + 1)]
    const value = parsed(text, text)
    entries.push([name, texts.has(name) && typeof value !== 'string' ? text : value])
  }
  const names = entries.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined
    ? { kind: 'arguments', args: Object.fromEntries(entries) }
    : { kind: 'wrong', message: `"${twice}" is given twice` }
}

/** The parameters that a tool's input schema declares as text and nothing else. */
export function textParameters(inputSchema: unknown): ReadonlySet<string> {
  const properties = isRecord(inputSchema) && isRecord(inputSchema.properties) ? inputSchema.properties : {}
  return new Set(
    Object.entries(properties).flatMap(([name, schema]) =>
      isRecord(schema) && schema.type === 'string' ? [name] : [],
    ),
  )
}

function parsed(text: string, otherwise: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
