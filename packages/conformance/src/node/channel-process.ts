/** Runs a program that speaks MCP on its stdin and stdout. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Channel } from '../wire/channel.js'

/** A command that serves MCP on stdio. */
export type CommandTarget = {
  command: string
  args?: readonly string[]
  env?: { readonly [name: string]: string | undefined }
}

/** How long a program may take to end after its stdin did. Units: milliseconds. */
const END_MS = 5000

/** Starts it; what it writes to stderr goes nowhere. */
export function startChannel({ command, args = [], env = {} }: CommandTarget): Channel {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // A program that ended can't be written to; `ended` says so.
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })
  return {
    send: line => void child.stdin.write(`${line}\n`),
    onLine: hear => void lines.on('line', hear),
    ended,
    async close() {
      child.stdin.end()
      const late = setTimeout(() => void child.kill('SIGKILL'), END_MS)
      await ended
      clearTimeout(late)
    },
  }
}
