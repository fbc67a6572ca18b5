/** `copane where`: where one element is on screen, at this moment. */
import { locateInApp } from '@copane/host/node'
import { findApp } from '../find-app.js'
import type { ExitCode, Io } from '../io.js'
import { APP_OPTIONS, readOptions, wrongUse } from '../options.js'
import { appFacts } from '../render/apps.js'
import { drawingLines } from '../render/drawing.js'
import { findingLines, jsonLines } from '../render/lines.js'
import { locationLines } from '../render/location.js'
import { ASK_MS, noReplyLine } from '../render/no-reply.js'

const EXAMPLE = 'copane where sel-4 --app Editor'

/** Asks for the place of an id exactly as given (EL-9.2-id-unchanged). */
export async function where(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, APP_OPTIONS, ['the id of an element'])
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const found = await findApp(io, given.values, EXAMPLE)
  if (found.kind === 'none') return found.exit
  const [id = ''] = given.words
  const { name } = found.app.descriptor
  const outcome = await io.during(`waiting for ${name}`, locateInApp(found.app, id, { timeoutMs: ASK_MS }))
  const { json } = given.values
  if (json) io.out(jsonLines({ app: appFacts(found.app), id, ...outcome }))
  switch (outcome.kind) {
    case 'location':
      if (!json) io.out([...locationLines(outcome.location), ...drawingLines(outcome.location)])
      io.tell(findingLines(outcome.findings))
      return outcome.findings.length > 0 ? 1 : 0
    case 'refused':
      io.tell(findingLines(outcome.findings))
      return 1
    case 'unknown':
      io.tell([
        `copane: ${name} can't say where that is: it did not issue the id in this run, or can't place it`,
      ])
      return 1
    case 'late':
    case 'gone':
      io.tell([`copane: ${noReplyLine(outcome, name)}`])
      return 2
    default:
      return outcome satisfies never
  }
}
