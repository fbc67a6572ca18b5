/** Providers killed in the middle of things, and the next one started where the last one was (FR-22, FR-26). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { UsedDescriptor } from '@copane/host'
import { appsOf, discover, openApp, readApp } from '@copane/host/node'
import { providersFolder } from '../lib/children.ts'
import { within } from '../lib/deadline.ts'
import { type Server, startServer } from '../lib/server.ts'

/** What came of all kills. Units: milliseconds. */
export type Kills = {
  kills: number
  hangs: number
  /** A host took an answer of one run for that of another, or did not find the one that runs. */
  confused: number
  /** Descriptors of the dead that the next start left. */
  left: number
  /** How long a host took over a folder with all the dead in it, and how many of them it wanted to use. */
  discoverMs: number
  usedDead: number
  notes: string[]
}

const LIMIT_MS = 5000
const CHAINS = 2

/** A run that ended: what a host may still hold of it. */
type Dead = { app: UsedDescriptor; port: number; file: string; text: string }

/** Kills in two chains side by side; in each, the next provider takes the port of the one before. */
export async function kill(times: number): Promise<Kills> {
  const outcome: Kills = { kills: 0, hangs: 0, confused: 0, left: 0, discoverMs: 0, usedDead: 0, notes: [] }
  const dead: Dead[] = []
  const chain = async (): Promise<void> => {
    let before: Dead | undefined
    for (let round = 0; round < times / CHAINS; round++) {
      const server = await startServer(before ? { port: before.port } : {})
      try {
        const app = await findApp(server)
        if (!app) {
          confuse(outcome, 'the running one was not found')
          continue
        }
        if (before) await judgeNext(outcome, before, app)
        const text = readFileSync(server.file, 'utf8')
        await killInTheMiddle(outcome, server, app)
        before = { app, port: server.port, file: server.file, text }
        dead.push(before)
      } finally {
        await server.kill()
      }
    }
  }
  await Promise.all(Array.from({ length: CHAINS }, chain))
  await judgePile(outcome, dead)
  return outcome
}

async function findApp({ descriptor }: Server): Promise<UsedDescriptor | undefined> {
  const found = appsOf(await discover({ folder: providersFolder, timeoutMs: LIMIT_MS }))
  return found.find(app => app.descriptor.instance === descriptor.instance)
}

/** The port is another's now: whoever holds what was said of the dead must not take its answer. */
async function judgeNext(outcome: Kills, before: Dead, now: UsedDescriptor): Promise<void> {
  if (readdirSync(providersFolder).includes(basename(before.file))) outcome.left++
  const own = await within(LIMIT_MS, readApp(now, { timeoutMs: LIMIT_MS }))
  if (own === 'late') outcome.hangs++
  else if (own.kind !== 'answer') confuse(outcome, `the running one answered ${own.kind}`)

  const old = await within(LIMIT_MS, readApp(before.app, { timeoutMs: LIMIT_MS }))
  if (old === 'late') outcome.hangs++
  else if (old.kind === 'answer') confuse(outcome, 'an answer to the token of the dead was taken')

  // Even if the token were the same: the answer names another run.
  const { endpoint, token } = now.descriptor
  const held = { ...before.app, descriptor: { ...before.app.descriptor, endpoint, token } }
  const foreign = await within(LIMIT_MS, readApp(held, { timeoutMs: LIMIT_MS }))
  if (foreign === 'late') outcome.hangs++
  else if (
    foreign.kind !== 'refused' ||
    !foreign.findings.some(({ requirement }) => requirement === 'EL-8-answer-matches')
  )
    confuse(outcome, `the answer of another run was ${foreign.kind}`)

  const windows = await within(LIMIT_MS, openApp(before.app, { timeoutMs: LIMIT_MS }))
  if (windows === 'late') outcome.hangs++
  else if (windows.kind === 'session') {
    confuse(outcome, 'the windows of the dead were opened')
    await windows.session.close()
  }
}

/** Kills it while a session watches and a read is under way; both must come to an end. */
async function killInTheMiddle(outcome: Kills, server: Server, app: UsedDescriptor): Promise<void> {
  const era = outcome.kills % 2 === 0 ? 'modern' : 'legacy'
  const opened = await openApp(app, { timeoutMs: LIMIT_MS, era })
  if (opened.kind !== 'session') return confuse(outcome, `the windows of the running one: ${opened.kind}`)
  const { session } = opened
  const watching = await session.watch(() => {})
  const reading = session.snapshot()
  await server.kill()
  outcome.kills++
  if ((await within(LIMIT_MS, reading)) === 'late') outcome.hangs++
  const next = await within(LIMIT_MS, session.snapshot())
  if (next === 'late') outcome.hangs++
  else if (next.kind === 'snapshot') confuse(outcome, 'a dead one answered')
  if (watching.kind === 'watching' && (await within(LIMIT_MS, watching.stop())) === 'late') outcome.hangs++
  if ((await within(LIMIT_MS, session.close())) === 'late') outcome.hangs++
  if (await findApp(server)) confuse(outcome, 'a dead one was found')
}

/** All descriptors of the dead in one folder: a host ignores them, and the next start removes them. */
async function judgePile(outcome: Kills, dead: readonly Dead[]): Promise<void> {
  for (const { file, text } of dead)
    writeFileSync(join(providersFolder, basename(file)), text, { mode: 0o600 })
  const start = performance.now()
  outcome.usedDead = (await findAll()).length
  outcome.discoverMs = performance.now() - start
  const server = await startServer()
  try {
    const files = readdirSync(providersFolder).filter(name => name.endsWith('.json'))
    outcome.left += files.filter(name => name !== basename(server.file)).length
  } finally {
    await server.ask('stop')
    await server.kill()
  }
  outcome.left += readdirSync(providersFolder).length
}

const findAll = async (): Promise<UsedDescriptor[]> =>
  appsOf(await discover({ folder: providersFolder, timeoutMs: LIMIT_MS }))

function confuse(outcome: Kills, note: string): void {
  outcome.confused++
  outcome.notes.push(note)
}
