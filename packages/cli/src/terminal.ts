/** The terminal that a command runs in: its streams, its user, and what it says of colour. */
import { createInterface } from 'node:readline'
import { type Answer, createIo, type Io, type Piped } from './io.js'

/** The Io of this process. */
export const terminalIo = (): Io =>
  createIo(
    written => process.stdout.write(written),
    written => process.stderr.write(written),
    {
      colour: { out: isColoured(process.stdout), tell: isColoured(process.stderr) },
      ask,
      interrupted,
      readInput,
    },
  )

/** NO_COLOR with any value turns colour off (no-color.org), and so does a terminal that is none. */
const isColoured = ({ isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

async function ask(question: string): Promise<Answer> {
  if (!process.stdin.isTTY) return { kind: 'nobody' }
  const lines = createInterface({ input: process.stdin, terminal: false })
  process.stderr.write(question)
  try {
    for await (const text of lines) return { kind: 'answer', text }
    process.stderr.write('\n')
    return { kind: 'none' }
  } finally {
    lines.close()
    process.stdin.pause()
  }
}

/** A second Ctrl-C ends the process as it would have without this. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

async function readInput(maxBytes: number): Promise<Piped> {
  if (process.stdin.isTTY) return { kind: 'none' }
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of process.stdin) {
      const bytes = Buffer.from(part)
      size += bytes.length
      if (size > maxBytes) return { kind: 'too-large' }
      parts.push(bytes)
    }
  } catch {
    return { kind: 'none' }
  }
  return { kind: 'text', text: Buffer.concat(parts).toString('utf8') }
}
