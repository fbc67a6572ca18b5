/** `copane demo`: the desk with a prompt at which a person is its user. */
import { servePrompt, startDesk, stayUntilAsked } from '@copane/desk'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { inert } from '@copane/protocol/elements'

/** Starts the desk with throw-away data, or with data in a folder, and stays until `quit` or Ctrl-C. */
export async function demo(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { state: { type: 'string' } })
  if (given.kind === 'wrong') return wrongUse(io, given.message, 'copane demo')
  const { state } = given.values
  const outcome = await startDesk({
    ...(state === undefined ? {} : { state }),
    hint: 'Type <code>address</code> where <code>copane demo</code> runs; the address it prints works once.',
    onFault: line => io.tell([`desk: ${line}`]),
  })
  if (outcome.kind === 'refused') {
    io.tell([`copane: ${outcome.reason}`])
    return 2
  }
  const { running } = outcome
  io.tell([
    `The desk runs as process ${process.pid}; in another terminal: npx copane look --app Desk`,
    `Open it in a browser: ${running.page.url} (works once; the word "address" gives another)`,
    'Or be its user here. Try: open threads, then: select what it shows. All words: help',
  ])
  stayUntilAsked(running.stop, servePrompt(running, process.stdin, process.stdout, inert))
  return new Promise(() => {})
}
