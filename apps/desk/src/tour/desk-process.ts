/** A desk as a process of its own, with the tour's user at its driver. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isRecord } from '@copane/protocol/findings'
import type { UserAct } from '../model/index.js'
import type { Seen } from '../seen.js'

/** A running desk. */
export type DeskProcess = {
  pid: number
  /** The address at which a browser is let in once; absent on a desk that serves no page. */
  page?: string
  /** Does what a user does; gives what came of it. */
  act(act: UserAct): Promise<{ [name: string]: unknown }>
  /** What the user sees. */
  see(): Promise<Seen>
  /** What it wrote to stderr, the last megabyte of it. */
  said(): string
  /** Ends it without warning, and waits until it is gone. */
  kill(): Promise<void>
  /** Ends it as Ctrl-C would, and waits until it is gone. */
  end(): Promise<void>
}

/** How a desk is started: its program, and where it keeps things. */
export type DeskLaunch = {
  program: string
  args: readonly string[]
  state: string
  folder: string
  readyMs: number
}

/**
 * Starts a desk and waits until it can be found.
 *
 * Errors  throws when it ends or says nothing before the time is up, with what it wrote to stderr.
 */
export async function startDeskProcess({
  program,
  args,
  state,
  folder,
  readyMs,
}: DeskLaunch): Promise<DeskProcess> {
  const child = spawn(process.execPath, [program, '--driver', '--state', state, ...args], {
    env: { ...process.env, COPANE_PROVIDERS_DIR: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { stdout, stdin, stderr } = child
  let said = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID)
  })
  stdin.on('error', () => {})
  const waiting = new Map<number, (outcome: { [name: string]: unknown }) => void>()
  const ready = Promise.withResolvers<string | undefined>()
  createInterface({ input: stdout }).on('line', line => {
    const message: unknown = JSON.parse(line)
    if (!isRecord(message)) return
    if ('ready' in message) ready.resolve(typeof message.page === 'string' ? message.page : undefined)
    const { id, outcome } = message
    if (typeof id !== 'number' || !isRecord(outcome)) return
    waiting.get(id)?.(outcome)
    waiting.delete(id)
  })
  const gone = once(child, 'exit').then(() => {
    ready.reject(
      new Error(`the desk ended before it was ready: ${said.slice(-2000).trim() || 'it said nothing'}`),
    )
    for (const answer of waiting.values()) answer({ kind: 'gone' })
  })
  const timer = setTimeout(() => ready.reject(new Error(`the desk was not ready in ${readyMs} ms`)), readyMs)
  let page: string | undefined
  try {
    page = await ready.promise
  } catch (error) {
    await endWith(child, gone, 'SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
  let last = 0
  const ask = (question: { act: UserAct } | { see: true }) => {
    const { promise, resolve } = Promise.withResolvers<{ [name: string]: unknown }>()
    waiting.set(++last, resolve)
    stdin.write(`${JSON.stringify({ id: last, ...question })}\n`)
    return promise
  }
  return {
    pid: child.pid ?? 0,
    ...(page === undefined ? {} : { page }),
    act: act => ask({ act }),
    async see() {
      const seen = await ask({ see: true })
      return isSeen(seen) ? seen : { windows: [], panes: [], texts: {}, selected: [], stopped: [] }
    },
    said: () => said,
    kill: () => endWith(child, gone, 'SIGKILL'),
    end: () => endWith(child, gone, 'SIGTERM'),
  }
}

const MAX_SAID = 1_000_000

/** Our own program on the other end. */
const isSeen = (value: { [name: string]: unknown }): value is Seen => Array.isArray(value.panes)

async function endWith(child: ChildProcess, gone: Promise<void>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await gone
}
