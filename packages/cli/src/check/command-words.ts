/** The words of a command that was given as one text. */
import type { CommandTarget } from '@copane/conformance/node'

/** The command, or what is wrong with the text. */
export type CommandWords = { kind: 'command'; target: CommandTarget } | { kind: 'wrong'; message: string }

/** Splits at spaces; what stands in single or double quotes is one word, as it is. No shell, no variables. */
export function commandWords(text: string): CommandWords {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  const rest = text.replace(/(?:[^\s"']|"[^"]*"|'[^']*')+/g, '').trim()
  if (rest !== '') return { kind: 'wrong', message: 'has a quote that does not end' }
  const [command, ...args] = words.map(word =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  )
  return command === undefined
    ? { kind: 'wrong', message: 'is empty' }
    : { kind: 'command', target: { command, args } }
}
