/** Desks that are started, read and left again: each goes, whatever is open in it. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { appsOf, discover, openApp, readApp } from '@copane/host/node'
import { providersFolder } from '../lib/children.ts'
import { repeat, within } from '../lib/deadline.ts'
import { abandon, type Abandoned, type Cycles, noCycles, startBelow, type Way } from './abandon.ts'

const DESK = `${import.meta.dirname}/../../apps/desk/bin/desk.js`
const LIMIT_MS = 5000

/** Two at a time, left in turn by the end of their input and by the loss of their parent. */
export async function cycleDesks(times: number): Promise<Cycles> {
  const outcome = noCycles()
  await repeat(times, 2, async index => {
    const way = index % 2 === 0 ? 'input-ends' : 'parent-dies'
    const started = await startBelow(way, [DESK, '--fresh', '--driver'])
    if (!started || !(await started.nextLine()).includes('"ready":true')) return void outcome.hangs++
    try {
      await cycle(outcome, way, started, index % 4 < 2 ? 'modern' : 'legacy')
    } finally {
      started.child.kill('SIGKILL')
    }
  })
  outcome.left += readdirSync(providersFolder).length
  return outcome
}

async function cycle(outcome: Cycles, way: Way, started: Abandoned, era: 'modern' | 'legacy'): Promise<void> {
  const apps = appsOf(await discover({ folder: providersFolder, timeoutMs: LIMIT_MS }))
  const app = apps.find(({ descriptor }) => descriptor.pid === started.pid)
  if (!app) return void outcome.failed++
  const answer = await within(LIMIT_MS, readApp(app, { timeoutMs: LIMIT_MS, era }))
  const opened = await within(LIMIT_MS, openApp(app, { timeoutMs: LIMIT_MS, era }))
  if (answer === 'late' || opened === 'late') return void outcome.hangs++
  if (answer.kind !== 'answer' || opened.kind !== 'session') return void outcome.failed++
  // The stream stays open: an open connection is no reason to stay.
  await opened.session.watch(() => {})
  const isGone = await abandon(outcome, way, started)
  if ((await within(LIMIT_MS, opened.session.close())) === 'late') outcome.hangs++
  if (isGone && (await isListening(app.descriptor.endpoint))) outcome.left++
}

async function isListening(endpoint: string): Promise<boolean> {
  const socket = connect(Number(new URL(endpoint).port), '127.0.0.1')
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}
