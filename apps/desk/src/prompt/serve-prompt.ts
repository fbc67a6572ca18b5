/** A small prompt at which a person is the desk's user. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { parseAnswer, printOutline } from '@copane/protocol/elements'
import type { ActOutcome } from '../model/index.js'
import type { RunningDesk } from '../start-desk.js'
import { PROMPT_HELP, readLine, type Wish } from './read-line.js'

/**
 * Serves the prompt until `quit`, or until its input ends.
 *
 * Shape   every line goes through `inert` before it reaches the terminal: agents write what is shown here (FR-39).
 */
export async function servePrompt(
  running: RunningDesk,
  input: Readable,
  output: Writable,
  inert: (line: string) => string,
): Promise<void> {
  const { desk } = running
  const lines = createInterface({ input, output, prompt: 'desk> ' })
  const say = (text: string) =>
    void output.write(`${text.replace(/\n$/, '').split('\n').map(inert).join('\n')}\n`)
  const stop = desk.store.watch(({ by }) => {
    if (by.kind !== 'client') return
    say(`\n(${JSON.stringify(by.name)} changed something; see: windows)`)
    lines.prompt(true)
  })
  lines.prompt()
  for await (const line of lines) {
    const wish = readLine(line, desk.store.read())
    if (wish.kind === 'quit') break
    if (wish.kind === 'act') say(wordsFor(desk.act(wish.act)))
    else if (wish.kind === 'wrong') say(wish.message)
    else if (wish.kind === 'show') say(await shown(running, wish.what))
    lines.prompt()
  }
  stop()
  lines.close()
}

async function shown(
  { desk, elements, page }: RunningDesk,
  what: (Wish & { kind: 'show' })['what'],
): Promise<string> {
  switch (what) {
    case 'help':
      return PROMPT_HELP
    case 'address':
      return page.mintUrl()
    case 'tree': {
      const answer = parseAnswer(await elements.currentText())
      return answer.kind === 'answer' ? printOutline(answer.root) : 'The tree is broken.'
    }
    case 'windows':
      return windows(desk)
    default:
      return what satisfies never
  }
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
