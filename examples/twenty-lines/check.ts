/** Starts the pad and is its agent: reads it, writes, is refused when it knew too little, answers its question. */
import { deepEqual, equal } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CallOutcome } from '@copane/host'
import { findApps, openApp, readApp } from '@copane/host/node'
import { printOutline } from '@copane/protocol/elements'

const home = mkdtempSync(join(tmpdir(), 'twenty-lines-'))
const providers = join(home, 'providers')
const env = { ...process.env, COPANE_PROVIDERS_DIR: providers, COPANE_CONFIG_DIR: join(home, 'config') }
const pad = spawn(process.execPath, [join(import.meta.dirname, 'pad.ts')], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(pad, 'exit')
try {
  const [line] = await Promise.race([once(createInterface({ input: pad.stdout }), 'line'), ended])
  equal(line, 'Pad can be found.')
  await beAgent()
} finally {
  pad.kill('SIGTERM')
  const [code] = await ended
  equal(code, 0, 'the pad ends when it is asked to')
  deepEqual(readdirSync(providers), [], 'its descriptor is gone')
  rmSync(home, { recursive: true })
}

async function beAgent(): Promise<void> {
  const { apps } = await findApps({ folder: providers, timeoutMs: 5000 })
  const [app] = apps
  if (!app) throw new Error('the pad was not found')
  say('found', `${app.descriptor.name} ${app.descriptor.version}`)

  const answer = await readApp(app, { timeoutMs: 5000 })
  if (answer.kind !== 'answer') throw new Error(`the pad was not read: ${answer.kind}`)
  say('elements', printOutline(answer.root))

  const [agent, other] = [await sessionOf(app), await sessionOf(app)]
  const windows = await windowsOf(agent)
  const main = windows[0]?.id ?? ''
  say('window', `${windows[0]?.title}, version ${windows[0]?.version}`)
  equal(answer.root.children?.[0]?.id, main, 'what is pointed at is what can be operated')

  say('write', saidOf(await agent.call(main, 'write', { text: 'Hello, pad' })))
  await windowsOf(other)
  await windowsOf(agent)
  say('other', saidOf(await other.call(main, 'write', { text: 'Hello from another agent' })))
  const stale = await agent.call(main, 'write', { text: 'and overwrites it' })
  equal(stale.kind === 'failed' && stale.error.code, 'stale_state')
  say('too late', saidOf(stale))

  await windowsOf(agent)
  const asked = await agent.call(main, 'clear')
  const [question = ''] = (asked.kind === 'done' && asked.openedWindowIds) || []
  say('clear', saidOf(asked))
  say('question', (await windowsOf(agent)).find(({ id }) => id === question)?.title ?? 'none')
  const blocked = await agent.call(main, 'write', { text: 'past the question' })
  deepEqual(blocked.kind === 'blocked' && blocked.by, [question])
  say('write', saidOf(blocked))
  say('yes', saidOf(await agent.call(question, 'yes')))
  deepEqual(
    (await windowsOf(agent)).map(({ id, blocks }) => ({ id, blocks })),
    [{ id: main, blocks: [{ type: 'text', id: 'text', text: '' }] }],
  )
  await Promise.all([agent.close(), other.close()])
}

type App = Parameters<typeof openApp>[0]
type Session = Awaited<ReturnType<typeof sessionOf>>

async function sessionOf(app: App) {
  const opened = await openApp(app)
  if (opened.kind !== 'session') throw new Error(`the windows were not opened: ${opened.kind}`)
  return opened.session
}

async function windowsOf(session: Session) {
  const outcome = await session.snapshot()
  if (outcome.kind !== 'snapshot') throw new Error(`the windows were not read: ${outcome.kind}`)
  return outcome.snapshot.windows
}

function saidOf(outcome: CallOutcome): string {
  if (outcome.kind === 'done') return outcome.message
  if (outcome.kind === 'failed') return `${outcome.error.code}: ${outcome.error.message}`
  return outcome.kind === 'blocked' ? `blocked: ${outcome.message}` : outcome.kind
}

function say(what: string, text: string): void {
  console.log(`${what.padEnd(10)}${text.replaceAll('\n', `\n${' '.repeat(10)}`)}`)
}
