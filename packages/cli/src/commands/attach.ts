/** `copane attach`: the stdio end of one running app. */
import { refuseOnStdio, serveAttached } from '../attach/serve.js'
import { findApp } from '../find-app.js'
import type { ExitCode, Io, Line } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { leaveSoon } from '../own-process.js'
import { plain } from '../render/lines.js'

const EXAMPLE = 'copane attach --app Editor'

/** Serves the bridge of the app that is named; what goes wrong is told on stderr and to the client. */
export async function attach(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { app: { type: 'string' }, pid: { type: 'string' } })
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const told: string[] = []
  const tell = (lines: readonly Line[]) => {
    told.push(...plain(lines))
    io.tell(lines)
  }
  const found = await findApp({ ...io, tell }, given.values, EXAMPLE)
  if (found.kind === 'app' && found.app.bridge.kind !== 'offered')
    tell([`copane: ${found.app.descriptor.name} offers no windows`])
  if (found.kind !== 'app' || found.app.bridge.kind !== 'offered') {
    await refuseOnStdio(told.join('; '))
    leaveSoon()
    return 2
  }
  const end = await serveAttached(found.app, found.app.bridge.endpoint, {
    onOver: why => io.tell([`copane: ${why}`]),
  })
  leaveSoon()
  return end === 'broken' ? 2 : 0
}
