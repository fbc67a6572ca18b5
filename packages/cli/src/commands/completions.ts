/** `copane completions`: the script by which a shell completes command lines. */
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { type Completable, completionLines, SHELLS } from '../render/completions.js'
import { jsonLines } from '../render/lines.js'

const EXAMPLE = 'copane completions bash'

/** Prints the script, or what it is made of. */
export function completions(args: readonly string[], io: Io, commands: readonly Completable[]): ExitCode {
  const given = readOptions(args, { json: { type: 'boolean' } }, ['the shell'])
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const [word = ''] = given.words
  const shell = SHELLS.find(name => name === word)
  if (!shell) return wrongUse(io, `no completions for "${word}"; there are ${SHELLS.join(', ')}`, EXAMPLE)
  io.out(given.values.json ? jsonLines({ shell, commands }) : completionLines(shell, commands))
  return 0
}
