/** `copane doctor`: what works here, what does not, and what to do about each. */
import { appsOf } from '@copane/host/node'
import {
  checkAgents,
  checkApp,
  checkBrowser,
  checkClients,
  checkDisplay,
  checkFolder,
  checkIgnored,
  checkProxy,
  checkReceipts,
  checkSettings,
  type Diagnosis,
} from '../doctor/checks.js'
import { findAll } from '../find-app.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { jsonLines, marked, table } from '../render/lines.js'

/** Looks at everything, changes nothing. */
export async function doctor(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { json: { type: 'boolean' } })
  if (given.kind === 'wrong') return wrongUse(io, given.message, 'copane doctor')
  const discovery = await findAll(io)
  const all = [
    ...checkFolder(discovery, process.env.COPANE_PROVIDERS_DIR),
    ...checkIgnored(discovery),
    ...(await io.during('asking the apps', Promise.all(appsOf(discovery).map(checkApp)))),
    ...(await io
      .during(
        'looking at settings, clients and the display',
        Promise.all([
          checkSettings(),
          checkReceipts(),
          checkAgents(),
          checkClients(),
          checkDisplay(),
          checkBrowser(),
        ]),
      )
      .then(found => found.flat())),
    checkProxy(name => process.env[name]),
  ]
  if (given.values.json) io.out(jsonLines({ node: process.version, checks: all }))
  else
    io.out(
      marked(
        table(all.map(({ grade, about, words, remedy }) => [grade, about, wordsOf(words, remedy)])),
        all.map(({ grade }) => TONES[grade]),
      ),
    )
  const bad = all.filter(({ grade }) => grade === 'bad').length
  const care = all.filter(({ grade }) => grade === 'care').length
  io.tell([bad + care === 0 ? 'copane: all is well' : `copane: ${bad} bad, ${care} to know of`])
  return bad > 0 ? 1 : 0
}

const TONES = { ok: 'good', care: 'care', bad: 'bad' } as const

const wordsOf = (words: string, remedy: Diagnosis['remedy']): string =>
  remedy === undefined ? words : `${words} → ${remedy}`
