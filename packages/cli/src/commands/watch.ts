/** `copane watch`: the windows of one app, and every change of them as it happens. */
import type { Session, SnapshotOutcome } from '@copane/host'
import type { SeenSnapshot } from '@copane/protocol/bridge'
import type { ExitCode, Io } from '../io.js'
import { withWindows } from '../open-windows.js'
import { APP_OPTIONS, readOptions, wrongUse } from '../options.js'
import { changeLines } from '../render/changes.js'
import { findingLines } from '../render/lines.js'
import { noReplyLine } from '../render/no-reply.js'
import { blockedLines } from '../render/windows.js'

const EXAMPLE = 'copane watch --app Editor'

/** Watches until Ctrl-C, which ends it with 0, or until the app is gone. */
export async function watch(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, APP_OPTIONS)
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values } = given
  const signal = io.interrupted()
  return withWindows(io, values, EXAMPLE, (session, name) =>
    follow(session, { io, name, json: values.json === true, signal }),
  )
}

type Followed = { io: Io; name: string; json: boolean; signal: AbortSignal }

async function follow(session: Session, { io, name, json, signal }: Followed): Promise<ExitCode> {
  const { promise, resolve } = Promise.withResolvers<ExitCode>()
  signal.addEventListener('abort', () => resolve(0), { once: true })
  let before: SeenSnapshot | undefined
  const hear = (outcome: SnapshotOutcome) => {
    if (signal.aborted) return
    const time = new Date()
    if (json) io.out([JSON.stringify({ time: time.toISOString(), ...outcome })])
    if (outcome.kind === 'snapshot') {
      const { snapshot } = outcome
      if (!json) io.out(changeLines(before, snapshot, time.toTimeString().slice(0, 8)))
      io.tell(blockedLines(snapshot, name))
      before = snapshot
    } else if (outcome.kind === 'refused') io.tell(findingLines(outcome.findings))
    else io.tell([`copane: ${noReplyLine(outcome, name)}`])
    if (outcome.kind === 'gone' || outcome.kind === 'denied') resolve(2)
  }
  const watching = await session.watch(hear, signal)
  if (watching.kind !== 'watching') {
    io.tell([`copane: ${noReplyLine(watching, name)}`])
    return 2
  }
  io.tell([
    watching.isTold
      ? `copane: watching ${name}; Ctrl-C ends it`
      : `copane: watching ${name}, which does not tell of changes: it is read now and then; Ctrl-C ends it`,
  ])
  const exit = signal.aborted ? 0 : await promise
  await watching.stop()
  return exit
}
