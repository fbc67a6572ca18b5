/** Runs a program that speaks MCP on its stdin and stdout. */
import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
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
  let hear: (line: string) => void = () => {}
  const take = createLines(line => hear(line))
  child.stdout.on('data', (chunk: Buffer) => {
    if (!take(chunk)) child.kill('SIGKILL')
  })
  return {
    send: line => void child.stdin.write(`${line}\n`),
    onLine: next => {
      hear = next
    },
    ended,
    async close() {
      child.stdin.end()
      const late = setTimeout(() => void child.kill('SIGKILL'), END_MS)
      await ended
      clearTimeout(late)
    },
  }
}

/** A line longer than this ends the program: it would fill our memory. Units: UTF-16 code units. */
const MAX_LINE = 64 * 1024 * 1024

/** Takes what a program writes and hands on its lines; false when one is too long. */
function createLines(hear: (line: string) => void): (chunk: Buffer) => boolean {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  return chunk => {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    pieces.push(first)
    length += first.length
    for (const next of others) {
      hear(pieces.join('').replace(/\r$/, ''))
      pieces = [next]
      length = next.length
    }
    return length <= MAX_LINE
  }
}
