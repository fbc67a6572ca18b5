/** Real desks, and copanes of the built command beside them, in folders of their own. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { type DeskProcess, startDeskProcess } from '../../../../../apps/desk/src/tour/desk-process.ts'
import { makeFolder } from '../../../../host/test/support/providers-folder.ts'

const DESK = fileURLToPath(new URL('../../../../../apps/desk/bin/desk.js', import.meta.url))
export const COPANE = fileURLToPath(new URL('../../../bin/copane.js', import.meta.url))

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Runs at the end of the test, the last one first. */
export const afterwards = (step: () => unknown): void => void undo.push(step)

/** The folders of one user, who has nothing else running. */
export type Stage = {
  env: { [name: string]: string }
  providers: string
  state: string
  config: string
  startDesk: () => Promise<DeskProcess>
}

/** Makes them. */
export function makeStage(): Stage {
  const root = makeFolder()
  afterwards(root.remove)
  const folder = (name: string) => {
    const path = join(root.path, name)
    mkdirSync(path, { mode: 0o700 })
    return path
  }
  const [providers, state, config] = [folder('p'), folder('s'), folder('c')]
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const env = {
    ...Object.fromEntries(inherited),
    COPANE_PROVIDERS_DIR: providers,
    COPANE_STATE_DIR: state,
    COPANE_CONFIG_DIR: config,
  }
  let desks = 0
  return {
    env,
    providers,
    state,
    config,
    startDesk: async () => {
      const desk = await startDeskProcess({
        program: DESK,
        args: [],
        state: folder(`d${++desks}`),
        folder: providers,
        readyMs: 30_000,
      })
      afterwards(desk.kill)
      return desk
    },
  }
}

/** A copane with its streams in our hands. */
export function startCopane(env: { [name: string]: string }, args: readonly string[] = ['gateway']) {
  const child = spawn(process.execPath, [COPANE, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  afterwards(() => child.kill('SIGKILL'))
  const lines: string[] = []
  let rest = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.on('error', () => {})
  const exit = new Promise<number | null>(resolve => child.on('exit', code => resolve(code)))
  return {
    child,
    lines,
    /** What is left on stdout without its end of line. */
    rest: () => rest,
    said: () => said,
    exit,
    send: (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    /** The answer to a request, once it is there. */
    answer: async (id: number): Promise<{ [name: string]: unknown }> => {
      for (;;) {
        const found = lines
          .map(line => JSON.parse(line))
          .find(message => message.id === id && !('method' in message))
        if (found) return found
        await Promise.race([new Promise(resolve => child.stdout.once('data', resolve)), exit])
        if (child.exitCode !== null && !lines.some(line => JSON.parse(line).id === id)) return {}
      }
    },
  }
}

export const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
