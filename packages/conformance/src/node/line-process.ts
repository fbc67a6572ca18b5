/** Runs a command that answers a JSON line for a JSON line (spec/driver.md, spec/host-driver.md). */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isRecord } from '@copane/protocol/findings'
import type { Fields } from '../wire/era.js'

/** A command that runs. Shape: `first` is its first line; `log` is what it wrote to stderr, the latest part. */
export type LineProcess = {
  first: Fields
  ask: (order: object) => Promise<unknown>
  log: () => string
  stop: () => Promise<void>
}

/** What starting one came to; a reason holds nothing that the command wrote. */
export type LineOutcome = { kind: 'started'; process: LineProcess } | { kind: 'refused'; reason: string }

/** How it is started. Units: milliseconds until its first line. */
export type DriverLaunch = {
  command: string
  args?: readonly string[]
  env?: { readonly [name: string]: string | undefined }
  readyMs?: number
}

const MAX_LOG = 4 * 1024 * 1024

/**
 * Starts a command and waits for its first line.
 *
 * Errors  none thrown: a command that can't be run, or says nothing in time, is refused; one that ended answers nothing.
 */
export async function startLines(launch: DriverLaunch): Promise<LineOutcome> {
  const { command, args = [], env = {}, readyMs = 30_000 } = launch
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG)
  })
  child.stdin.on('error', () => {})
  const waiting: ((answer: unknown) => void)[] = []
  const ready = Promise.withResolvers<unknown>()
  waiting.push(ready.resolve)
  createInterface({ input: child.stdout }).on('line', line => waiting.shift()?.(parse(line)))
  let ending: string | undefined
  const gone = new Promise<void>(resolve => {
    const end = (how: string) => {
      ending ??= how
      resolve()
    }
    child.once('exit', code => end(`ended with ${code === null ? 'a signal' : `code ${code}`}`))
    child.once('error', error =>
      end(`could not be run (${'code' in error ? String(error.code) : error.name})`),
    )
  })
  void gone.then(() => {
    for (const answer of waiting.splice(0)) answer(undefined)
  })
  const timer = setTimeout(() => {
    ending ??= `wrote nothing within ${readyMs} ms`
    ready.resolve(undefined)
  }, readyMs)
  const first = await ready.promise
  clearTimeout(timer)
  if (!isRecord(first)) {
    const how = ending ?? 'began with something else'
    child.kill('SIGKILL')
    await gone
    return { kind: 'refused', reason: `${command} ${how}; a JSON object is wanted as its first line` }
  }
  return {
    kind: 'started',
    process: {
      first,
      log: () => log,
      stop: async () => {
        child.stdin.end()
        const late = setTimeout(() => void child.kill('SIGKILL'), 5000)
        await gone
        clearTimeout(late)
      },
      async ask(order) {
        if (child.exitCode !== null || child.signalCode !== null) return undefined
        const { promise, resolve } = Promise.withResolvers<unknown>()
        waiting.push(resolve)
        child.stdin.write(`${JSON.stringify(order)}\n`)
        return promise
      },
    },
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
