/** A small prompt at which a person is the desk's user. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { printOutline } from '@copane/protocol/elements'
import type { ActOutcome } from '../model/index.js'
import type { RunningDesk } from '../start-desk.js'
import { PROMPT_HELP, readLine } from './read-line.js'

/**
 * Serves the prompt until `quit`, or until its input ends.
 *
 * Shape   every line goes through `inert` before it reaches the terminal: agents write what is shown here (FR-39).
 */
export async function servePrompt(
  { desk }: RunningDesk,
  input: Readable,
  output: Writable,
  inert: (line: string) => string,
): Promise<void> {
  const lines = createInterface({ input, output, prompt: 'desk> ' })
  const say = (text: string) =>
    void output.write(`${text.replace(/\n$/, '').split('\n').map(inert).join('\n')}\n`)
  const stop = desk.store.watch(({ by }) => {
    if (by.kind !== 'client') return
    say(`\n(${JSON.stringify(by.name)} changed something; see: windows)`)
    lines.prompt()
  })
  lines.prompt()
  for await (const line of lines) {
    const wish = readLine(line, desk.store.read())
    if (wish.kind === 'quit') break
    if (wish.kind === 'act') say(wordsFor(desk.act(wish.act)))
    else if (wish.kind === 'wrong') say(wish.message)
    else if (wish.kind === 'show')
      say(
        wish.what === 'help'
          ? PROMPT_HELP
          : wish.what === 'tree'
            ? printOutline(desk.elements(desk.store.read()))
            : windows(desk),
      )
    lines.prompt()
  }
  stop()
  lines.close()
}

function wordsFor(outcome: ActOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.message
    case 'invalid':
      return outcome.fields.map(({ field, error }) => `${field}: ${error}`).join('\n')
    case 'unavailable':
      return outcome.reason
    case 'failed':
      return outcome.message
    default:
      return outcome satisfies never
  }
}

const windows = (desk: RunningDesk['desk']): string =>
  desk
    .view(desk.store.read())
    .windows.map(({ id, title, modal, summary }) => `${id}  ${modal ? 'dialog ' : ''}${title}: ${summary}`)
    .join('\n')
