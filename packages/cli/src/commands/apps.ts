/** `copane apps`: every app that offers itself, and every file that is ignored with the reason. */
import { appsOf } from '@copane/host/discovery/node'
import { findAll, nothingLines } from '../find-app.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { appFacts, appLines } from '../render/apps.js'
import { jsonLines } from '../render/lines.js'

/** Lists the apps; a folder that can't be used is no connection. */
export async function apps(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { json: { type: 'boolean' } })
  if (given.kind === 'wrong') return wrongUse(io, given.message, 'copane apps --json')
  const discovery = await findAll(io)
  const found = appsOf(discovery).map(appFacts)
  const ignored = discovery.kind === 'read' ? discovery.results.filter(each => each.kind === 'ignored') : []
  if (given.values.json) io.out(jsonLines({ folder: discovery.folder, apps: found, ignored }))
  else io.out(appLines(found, ignored))
  const [nothing = ''] = nothingLines(discovery)
  if (found.length === 0)
    io.tell([nothing, ...(ignored.length > 0 ? ['what to do about each file: copane doctor'] : [])])
  return discovery.kind === 'refused' || discovery.kind === 'late' ? 2 : 0
}
