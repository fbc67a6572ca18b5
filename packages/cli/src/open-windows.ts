/** The windows of the one app that a command is for. */
import type { Session } from '@copane/host'
import { openApp } from '@copane/host/node'
import { findApp } from './find-app.js'
import type { ExitCode, Io } from './io.js'
import { noReplyLine } from './render/no-reply.js'

/** Opens a session, hands it on, and closes it however the work ends. */
export async function withWindows(
  io: Io,
  wanted: { app?: string | undefined; pid?: string | undefined },
  example: string,
  work: (session: Session, name: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const found = await findApp(io, wanted, example)
  if (found.kind === 'none') return found.exit
  const { name } = found.app.descriptor
  const opened = await io.during(`waiting for ${name}`, openApp(found.app))
  if (opened.kind !== 'session') {
    io.tell([
      `copane: ${opened.kind === 'no-bridge' ? `${name}: ${opened.message}` : noReplyLine(opened, name)}`,
    ])
    return 2
  }
  try {
    return await work(opened.session, name)
  } finally {
    await opened.session.close()
  }
}
