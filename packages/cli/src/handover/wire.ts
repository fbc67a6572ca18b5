/** One question and one answer between two processes of one user, each a line of JSON. */
import { connect, type Socket } from 'node:net'

/** The most that one line may hold: a text within a budget, and some images. Units: bytes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024
/** The other side is a process of ours on this machine. */
const WAIT_MS = 2000

/** The first line that comes, parsed; undefined for no line in time, one too long, or no JSON. Never rejects. */
export function readLine(socket: Socket): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const parts: Buffer[] = []
  let bytes = 0
  const timer = setTimeout(() => resolve(undefined), WAIT_MS)
  const onData = (chunk: Buffer) => {
    const end = chunk.indexOf(0x0a)
    parts.push(end < 0 ? chunk : chunk.subarray(0, end))
    bytes += chunk.length
    if (bytes > MAX_LINE_BYTES) resolve(undefined)
    else if (end >= 0) resolve(parsed(Buffer.concat(parts).toString('utf8')))
  }
  socket.on('data', onData)
  socket.on('error', () => resolve(undefined))
  socket.on('close', () => resolve(undefined))
  return promise.finally(() => {
    clearTimeout(timer)
    // What comes after the line, or instead of one, is held nowhere.
    socket.off('data', onData)
    socket.resume()
    parts.length = 0
  })
}

/** Writes a line. */
export const writeLine = (socket: Socket, value: unknown): void =>
  void socket.write(`${JSON.stringify(value)}\n`)

/** Asks at an address; undefined where nobody answers. Never rejects. */
export async function askAt(address: string, question: unknown): Promise<unknown> {
  const socket = connect(address)
  const answer = readLine(socket)
  writeLine(socket, question)
  try {
    return await answer
  } finally {
    socket.destroy()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
