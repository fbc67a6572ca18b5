/** Reads the options of a command; wrong use is an outcome that names the option and shows what works. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { ExitCode, Io } from './io.js'

/** The options of a command, by name. */
export type OptionTable = NonNullable<ParseArgsConfig['options']>

/** What was given, or what was wrong with it. */
export type Given<Table extends OptionTable> =
  | { kind: 'given'; values: ReturnType<typeof parseArgs<{ options: Table }>>['values']; words: string[] }
  | { kind: 'wrong'; message: string }

/** The options of every command that asks one app. */
export const APP_OPTIONS = {
  app: { type: 'string' },
  pid: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies OptionTable

/** Reads arguments by a table; `names` are those of the words that must be there. */
export function readOptions<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  names: readonly string[] = [],
  mayHaveMore = false,
): Given<Table> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const missing = names[positionals.length]
    if (missing !== undefined) return { kind: 'wrong', message: `${missing} is missing` }
    const extra = positionals[names.length]
    if (extra !== undefined && !mayHaveMore)
      return { kind: 'wrong', message: `"${extra}" is one word too many` }
    return { kind: 'given', values, words: positionals }
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split(/\. |\n/) : []
    return { kind: 'wrong', message: sentence ?? 'the options cannot be read' }
  }
}

/** A whole number from an option; undefined when the option is not there, `wrong` when it is none. */
export function numberOf(value: string | undefined, least: number): number | undefined | 'wrong' {
  if (value === undefined) return undefined
  const number = Number(value)
  return /^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least ? number : 'wrong'
}

/** Says what was wrong and shows a command that works. */
export function wrongUse(io: Io, message: string, example: string): ExitCode {
  io.tell([`copane: ${message}`, `try: ${example}`])
  return 2
}
