/** Starts the pad of the twenty lines and an agent, types as its user while the agent thinks, and loses nothing. */
import { equal } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { appsOf, discover, openApp } from '@copane/host/node'

const home = mkdtempSync(join(tmpdir(), 'beside-the-user-'))
const providers = join(home, 'providers')
const env = { ...process.env, COPANE_PROVIDERS_DIR: providers, COPANE_CONFIG_DIR: join(home, 'config') }
const pad = start('../twenty-lines/pad.ts')
try {
  equal(await next(linesOf(pad)), 'Pad can be found.')
  const agent = start('agent.ts')
  const ended = once(agent, 'exit')
  const lines = linesOf(agent)
  await show(lines, 'read   Hello')
  await show(lines, 'heard  Hello')
  await type('Hello, agent.')
  await show(lines, 'heard  Hello, agent.')
  agent.stdin?.end('\n')
  for (let line = await next(lines); line !== undefined; line = await next(lines))
    if (!line.startsWith('heard')) console.log(line)
  equal((await ended)[0], 0)
  await withPad((_, __, text) => equal(text, 'Hello, agent. Bye.', 'the words of both are there'))
} finally {
  pad.kill('SIGTERM')
  await once(pad, 'exit')
  rmSync(home, { recursive: true })
}

async function show(lines: AsyncIterator<string>, wanted: string): Promise<void> {
  const line = await next(lines)
  equal(line, wanted)
  console.log(line)
}

/** What the user of the pad does: another session, as the pad has no page. */
async function type(text: string): Promise<void> {
  await withPad(async (session, id) => equal((await session.call(id, 'write', { text })).kind, 'done'))
}

type Session = Extract<Awaited<ReturnType<typeof openApp>>, { kind: 'session' }>['session']

async function withPad(work: (session: Session, id: string, text: string) => unknown): Promise<void> {
  const [app] = appsOf(await discover({ folder: providers, timeoutMs: 5000 }))
  const opened = app && (await openApp(app))
  if (opened?.kind !== 'session') throw new Error('the pad was not opened')
  const read = await opened.session.snapshot()
  const window = read.kind === 'snapshot' ? read.snapshot.windows[0] : undefined
  const [block] = window?.blocks ?? []
  await work(opened.session, window?.id ?? '', block?.type === 'text' ? block.text : '')
  await opened.session.close()
}

function start(file: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

function linesOf({ stdout }: ChildProcess): AsyncIterator<string> {
  if (!stdout) throw new Error('no output')
  return createInterface({ input: stdout })[Symbol.asyncIterator]()
}

async function next(lines: AsyncIterator<string>): Promise<string | undefined> {
  const { done, value } = await lines.next()
  return done ? undefined : value
}
