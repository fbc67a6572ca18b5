/** Processes that are started here, spoken to in lines, and all gone at the end, however it comes. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of ours in a process of its own. */
export type Child = {
  pid: number
  /** Asks it for something; rejects when it ends before it answers. */
  ask<Result>(command: string, argument?: unknown): Promise<Result>
  /** Ends it at once and waits until it is gone. */
  kill(): Promise<void>
}

/** What a child is asked, and what it answers. */
type Question = { id: number; command: string; argument: unknown }
type Answer = { id: number; result?: unknown; error?: string }

const running = new Set<ChildProcess>()
/** Processes that others of ours started: the pid, and the start that tells it from a later one. */
const adopted = new Map<number, string>()

/** A folder for everything of this run, its providers too. */
export const folder = mkdtempSync(join(tmpdir(), 'copane-torture-'))
/** Where the providers of this run say that they are there. */
export const providersFolder = join(folder, 'providers')
process.env.COPANE_PROVIDERS_DIR = providersFolder

process.once('exit', endAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 500).unref()

/** Starts one of our programs; `options` is what it finds as its first argument. */
export function startChild(script: string, options: object, fork_: ForkOptions = {}): Child {
  const child = fork(script, [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...fork_,
  })
  running.add(child)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const exited = once(child, 'exit').then(() => {
    running.delete(child)
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended before it answered`))
    waiting.clear()
  })
  child.on('message', (text: unknown) => {
    const { id, result, error }: Answer = JSON.parse(String(text))
    const question = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) question?.resolve(result)
    else question?.reject(new Error(error))
  })
  return {
    pid: child.pid ?? 0,
    ask<Result>(command: string, argument?: unknown): Promise<Result> {
      const question: Question = { id: ++last, command, argument }
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      if (!running.has(child)) return Promise.reject(new Error(`${script} has ended`))
      waiting.set(question.id, {
        promise,
        reject,
        resolve: value => resolve(JSON.parse(JSON.stringify(value ?? null))),
      })
      child.send(JSON.stringify(question), error => error && reject(error))
      return promise
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Has a process that another one of ours started ended with all others. */
export function adopt(pid: number): void {
  adopted.set(pid, startOf(pid) ?? '')
}

/** Registers a process that was not forked here, so that it is ended with all others. */
export function own(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Whether a process runs; a zombie does not. */
export const isRunning = (pid: number): boolean => startOf(pid) !== undefined

function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
  for (const [pid, start] of adopted) if (start !== '' && startOf(pid) === start) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
