/** `copane windows`: the windows of one app, with what can be done in them. */
import type { Session, SnapshotOutcome } from '@copane/host'
import { printWindows } from '@copane/protocol/bridge'
import type { ExitCode, Io } from '../io.js'
import { withWindows } from '../open-windows.js'
import { APP_OPTIONS, readOptions, wrongUse } from '../options.js'
import { findingLines, jsonLines } from '../render/lines.js'
import { noReplyLine } from '../render/no-reply.js'
import { actionLines, blockedLines } from '../render/windows.js'

const EXAMPLE = 'copane windows --app Editor'

/** Reads `app://windows` once and prints it, or the actions that can be called now. */
export async function windows(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, {
    ...APP_OPTIONS,
    window: { type: 'string' },
    actions: { type: 'boolean' },
  })
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values } = given
  return withWindows(io, values, EXAMPLE, (session, name) =>
    values.actions ? showActions(io, session, name, values) : showWindows(io, session, name, values),
  )
}

type Chosen = { window?: string | undefined; json?: boolean | undefined }

async function showWindows(
  io: Io,
  session: Session,
  name: string,
  { window, json }: Chosen,
): Promise<ExitCode> {
  const outcome = await io.during(`waiting for ${name}`, session.snapshot())
  if (outcome.kind !== 'snapshot') return tellNothing(io, outcome, name)
  const { snapshot, findings } = outcome
  const shown = snapshot.windows.filter(each => window === undefined || each.id === window)
  if (window !== undefined && shown.length === 0) {
    const ids = snapshot.windows.map(each => each.id).join(', ') || 'none'
    return wrongUse(io, `--window: ${name} has no window "${window}"; it has ${ids}`, EXAMPLE)
  }
  const part = { ...snapshot, windows: shown }
  if (json) io.out(jsonLines({ ...part, findings }))
  else if (shown.length > 0) io.out(printWindows(part).split('\n'))
  else io.tell([`${name} has no window open`])
  io.tell(blockedLines(snapshot, name))
  io.tell(findingLines(findings))
  return findings.length > 0 ? 1 : 0
}

async function showActions(
  io: Io,
  session: Session,
  name: string,
  { window, json }: Chosen,
): Promise<ExitCode> {
  const outcome = await io.during(`waiting for ${name}`, session.tools())
  if (outcome.kind !== 'tools') return tellNothing(io, outcome, name)
  const tools = outcome.tools.filter(tool => window === undefined || tool.window === window)
  if (json) io.out(jsonLines({ actions: tools }))
  else io.out(actionLines(tools))
  if (tools.length === 0) io.tell(['no action can be called there now'])
  return 0
}

function tellNothing(
  io: Io,
  outcome: Exclude<SnapshotOutcome, { kind: 'snapshot' }>,
  name: string,
): ExitCode {
  if (outcome.kind !== 'refused') {
    io.tell([`copane: ${noReplyLine(outcome, name)}`])
    return 2
  }
  io.tell(findingLines(outcome.findings))
  return 1
}
