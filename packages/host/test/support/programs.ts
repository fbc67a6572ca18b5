/** Programs of a test that answer in lines of JSON; they end with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { AppOptions } from './in-app.ts'

/** A program that is told things and answers. */
export type Program<Line> = {
  child: ChildProcess
  tell: (line: string) => void
  said: () => Promise<Line>
  ask: (line: string) => Promise<Line>
  /** Kills it and waits until it is gone. */
  kill: () => Promise<void>
}

/** Starts one. */
export function startProgram<Line>(command: string, args: string[]): Program<Line> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const { stdin, stdout } = child
  const lines: string[] = []
  let wake = () => {}
  createInterface({ input: stdout }).on('line', line => {
    lines.push(line)
    wake()
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  void ended.then(() => wake())
  const said = async () => {
    while (lines.length === 0) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended without a word')
      await new Promise<void>(resolve => (wake = resolve))
    }
    const line: Line = JSON.parse(lines.shift() ?? '')
    return line
  }
  const tell = (line: string) => void stdin.write(`${line}\n`)
  return {
    child,
    tell,
    said,
    ask: line => {
      tell(line)
      return said()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** An app of its own process, and where it is. */
export type App = Program<unknown> & { pid: number; port: number; path: string }

/** Starts an app; `wrap` goes before the command. */
export async function startApp(options: AppOptions, wrap: string[] = []): Promise<App> {
  const script = new URL('./in-app.ts', import.meta.url).pathname
  const [command, ...args] = [...wrap, process.execPath, script, JSON.stringify(options)]
  const program = startProgram<{ pid: number; port: number; path: string }>(command, args)
  return { ...program, ...(await program.said()) }
}
