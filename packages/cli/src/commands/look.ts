/** `copane look`: what the user of one app points at, as an outline. */
import { readApp } from '@copane/host/node'
import { printOutline } from '@copane/protocol/elements'
import { findApp } from '../find-app.js'
import type { ExitCode, Io } from '../io.js'
import { APP_OPTIONS, readOptions, wrongUse } from '../options.js'
import { appFacts } from '../render/apps.js'
import { findingLines, jsonLines } from '../render/lines.js'
import { ASK_MS, noReplyLine } from '../render/no-reply.js'

const EXAMPLE = 'copane look --app Editor'

/** Reads `current` once and prints it; findings are talk, and make the exit 1. */
export async function look(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, APP_OPTIONS)
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const found = await findApp(io, given.values, EXAMPLE)
  if (found.kind === 'none') return found.exit
  const { app } = found
  const outcome = await io.during(`waiting for ${app.descriptor.name}`, readApp(app, { timeoutMs: ASK_MS }))
  const { json } = given.values
  if (json) io.out(jsonLines({ app: appFacts(app), ...outcome }))
  switch (outcome.kind) {
    case 'answer':
      if (!json) io.out(printOutline(outcome.root).split('\n'))
      io.tell(findingLines(outcome.findings))
      return outcome.findings.length > 0 ? 1 : 0
    case 'refused':
      io.tell(findingLines(outcome.findings))
      return 1
    case 'late':
    case 'gone':
      io.tell([`copane: ${noReplyLine(outcome, app.descriptor.name)}`])
      return 2
    default:
      return outcome satisfies never
  }
}
