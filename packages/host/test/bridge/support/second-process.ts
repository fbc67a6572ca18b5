/** Starts an app in a process of its own, and speaks to it as its user. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '../../../src/bridge/session.ts'
import { openWindows, type WindowsPlace } from '../../../src/bridge/node/open-windows.ts'

/** What the user of an app does. */
export type UserOrder = { at?: number; text?: string; more?: string; asking?: boolean; silently?: boolean }

/** An app that runs. */
export type SecondProcess = {
  child: ChildProcess
  place: { endpoint: string; token: string }
  windows: string[]
  /** The user does it; gives the texts that the app holds then. */
  user: (order: UserOrder) => Promise<string[]>
  /** Resolves when the app says a word of its own. */
  says: (word: string) => Promise<void>
  kill: () => Promise<void>
}

const ends: (() => Promise<unknown>)[] = []

/** Ends everything that was started and opened, the last first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/** Starts a program of this folder and waits until it can be reached. */
export async function startProcess(program: string, options: object): Promise<SecondProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'copane-session-'))
  const env = { ...process.env, COPANE_PROVIDERS_DIR: join(folder, 'providers') }
  const child = fork(join(import.meta.dirname, program), [JSON.stringify(options)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  ends.push(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const said = new Set<unknown>()
  child.on('message', message => said.add(message))
  const [first] = await Promise.race([once(child, 'message'), exited])
  const { ready, windows }: { ready: SecondProcess['place']; windows: string[] } = first
  let last = 0
  return {
    child,
    place: ready,
    windows,
    kill,
    user: order => {
      const id = ++last
      return new Promise(resolve => {
        const hear = (message: { id?: number; texts: string[] }) => {
          if (message.id !== id) return
          child.off('message', hear)
          resolve(message.texts)
        }
        child.on('message', hear)
        child.send({ id, at: 0, ...order })
      })
    },
    says: word =>
      new Promise(resolve => {
        if (said.has(word)) return resolve()
        child.on('message', message => void (message === word && resolve()))
      }),
  }
}

/** The program of this folder as a command that an agent starts. */
export const commandOf = (program: string, options: object): WindowsPlace => ({
  command: process.execPath,
  args: [join(import.meta.dirname, program), JSON.stringify(options)],
  stderr: 'inherit',
})

/** Opens a session that is closed in the end. */
export async function opened(
  place: WindowsPlace,
  options: Parameters<typeof openWindows>[1] = {},
): Promise<Session> {
  const outcome = await openWindows(place, { timeoutMs: 20_000, readMs: 20_000, ...options })
  if (outcome.kind !== 'session') throw new Error(`not opened: ${outcome.kind}`)
  ends.push(() => outcome.session.close())
  return outcome.session
}

/** The texts that the windows show, in their order. */
export async function textsOf(session: Session): Promise<unknown[]> {
  const outcome = await session.snapshot()
  if (outcome.kind !== 'snapshot') return [outcome.kind]
  return outcome.snapshot.windows.flatMap(({ blocks }) =>
    blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])),
  )
}
