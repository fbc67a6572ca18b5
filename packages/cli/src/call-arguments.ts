/** The arguments of a call, from words of a command line. */
import { isRecord } from '@copane/protocol/findings'

/** The arguments, or the first word that is none. */
export type ReadArguments =
  | { kind: 'arguments'; args: { [name: string]: unknown } }
  | { kind: 'wrong'; message: string }

/**
 * Reads `key=value` words, or one JSON object.
 *
 * Shape   a value is JSON where it parses (`3`, `true`, `"3"`, `["a"]`), and the text itself where it does not.
 */
export function readArguments(pairs: readonly string[], json: string | undefined): ReadArguments {
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
    const text = pair.slice(at + 1)
    entries.push([pair.slice(0, at), parsed(text, text)])
  }
  const names = entries.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined
    ? { kind: 'arguments', args: Object.fromEntries(entries) }
    : { kind: 'wrong', message: `"${twice}" is given twice` }
}

function parsed(text: string, otherwise: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
