/** Runs one command line. */
import { COMMANDS } from './commands/index.js'
import type { ExitCode, Io } from './io.js'
import { wrongUse } from './options.js'
import { table } from './render/lines.js'

/**
 * Runs what the arguments say.
 *
 * Shape   help that was asked for is data; help after wrong use is talk.
 */
export async function run(args: readonly string[], io: Io, version: string): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined) {
    io.tell(overview())
    return 2
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    io.out(overview())
    return 0
  }
  if (name === '--version') {
    io.out([version])
    return 0
  }
  const [asked, ...others] = name === 'help' ? [...rest, '--help'] : args
  const command = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined
  if (!command || asked === undefined) {
    const names = Object.keys(COMMANDS)
    const near = names.find(name => isNear(name, asked ?? ''))
    return wrongUse(
      io,
      `no command "${asked ?? ''}"; there are ${names.join(', ')}`,
      near === undefined ? 'copane --help' : `copane ${near}`,
    )
  }
  if (wantsHelp(others)) {
    io.out([`copane ${asked} ${command.usage}`, `  ${command.summary}`, '', ...command.help])
    return 0
  }
  return command.run(others, io)
}

/** One letter more, less, wrong or swapped, or the beginning of it. */
function isNear(name: string, typed: string): boolean {
  if (typed.length < 2) return false
  if (name.startsWith(typed)) return true
  let start = 0
  while (start < name.length && name[start] === typed[start]) start++
  const [left, more] = [name.slice(start), typed.slice(start)]
  const isSwapped = left[0] === more[1] && left[1] === more[0] && left.slice(2) === more.slice(2)
  return isSwapped || left.slice(1) === more || left === more.slice(1) || left.slice(1) === more.slice(1)
}

/** After `--`, a word is a word. */
const wantsHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some(word => word === '--help' || word === '-h')
}

const overview = (): string[] => [
  'copane: see what a user points at, and work in app windows beside them',
  '',
  ...table(Object.entries(COMMANDS).map(([name, { summary }]) => [`  copane ${name}`, summary])),
  '',
  'copane COMMAND --help shows the options of one',
  'exit: 0 clean, 1 findings or a refused call, 2 wrong use or no connection',
]
