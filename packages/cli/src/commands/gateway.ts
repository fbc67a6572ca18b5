/** `copane gateway`: every app for the agents of today, as an MCP server on stdio. */
import { serveGateway } from '../gateway/serve.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { leaveSoon, ownVersion } from '../own-process.js'

/** Serves until the client is gone; stdout belongs to the client alone. */
export async function gateway(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { only: { type: 'string', multiple: true } })
  if (given.kind === 'wrong') return wrongUse(io, given.message, 'copane gateway')
  const { only } = given.values
  const end = await serveGateway({
    version: ownVersion(),
    signal: io.interrupted(),
    ...(only === undefined ? {} : { only }),
    ...(io.folder === undefined ? {} : { folder: io.folder }),
  })
  leaveSoon()
  return end === 'broken' ? 2 : 0
}
