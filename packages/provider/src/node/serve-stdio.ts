/** A program that an agent starts itself: served on its own stdin and stdout until the agent is gone (D-05, FR-56). */
import { type Readable, Writable } from 'node:stream'
import type { OnAccess } from '../mcp/access.js'
import type { BridgeIdentity } from '../mcp/bridge-server.js'
import { openStdioFace, type StdioFace } from '../mcp/stdio-face.js'
import { harmless } from '../mcp/told.js'

/** Why serving ended; the app goes then. */
export type StdioEnd =
  /** The peer closed its end. */
  | 'ended'
  /** Reading or writing failed. */
  | 'broken'
  /** The signal that was given fired. */
  | 'closed'
  /** The process that started this one is gone, and left the streams open. */
  | 'orphaned'

/** What serving on stdio needs: who the app is, and its bridge or its elements. */
export type StdioOptions = StdioFace & {
  app: BridgeIdentity
  onAccess?: OnAccess
  /** Ends serving from this side. */
  signal?: AbortSignal
  /** Other streams than stdin and stdout; then no parent is watched and nothing is diverted. */
  streams?: { input: Readable; output: Writable }
}

/**
 * Serves one peer and resolves when it is gone, whatever timers and sockets are open.
 *
 * Shape   both eras, chosen by the first message; anything else that comes first is answered and changes nothing. While
 *         it serves, what others print on stdout goes to stderr. It handles no signal and ends no process: the app
 *         does, in the line after.
 * Units   half a second at most until a vanished parent is noticed.
 * Source  GB §3 · FR-56
 */
export function serveStdio(options: StdioOptions): Promise<StdioEnd> {
  const { app, onAccess = () => {} } = options
  return holdStdio(
    (input, output) => openStdioFace({ face: options, app, onAccess: harmless(onAccess), input, output }),
    options,
  )
}

/** What is open on two streams: how it ends by itself, and what ends it from this side. */
export type OnStreams = { ended: Promise<StdioEnd>; close(): Promise<void> }

/**
 * Holds stdin and stdout for whatever speaks there, and resolves when its peer is gone.
 *
 * Shape   as `serveStdio`: stdout carries nothing else, and a vanished parent is noticed.
 * Source  FR-56
 */
export async function holdStdio(
  open: (input: Readable, output: Writable) => OnStreams,
  { signal, streams }: Pick<StdioOptions, 'signal' | 'streams'> = {},
): Promise<StdioEnd> {
  const own = streams ? undefined : takeStdio()
  const { input, output } = streams ?? { input: process.stdin, output: own?.output ?? process.stdout }
  const face = open(input, output)
  const closed = Promise.withResolvers<StdioEnd>()
  const close = () => closed.resolve('closed')
  if (signal?.aborted) close()
  signal?.addEventListener('abort', close, { once: true })
  const stopWatching = own ? watchParent(() => closed.resolve('orphaned')) : () => {}
  const end = await Promise.race([face.ended, closed.promise])
  stopWatching()
  signal?.removeEventListener('abort', close)
  await face.close()
  own?.giveBack()
  return end
}

/** Keeps stdout for messages alone: what anyone else writes there goes to stderr until it is given back. */
function takeStdio(): { output: Writable; giveBack: () => void } {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const { write: before } = stdout
  const output = new Writable({
    write: (chunk, _encoding, done) => void write(chunk, done),
  })
  const onError = (error: Error) => void output.destroy(error)
  stdout.on('error', onError)
  stdout.write = stderr.write.bind(stderr)
  return {
    output,
    giveBack() {
      stdout.write = before
      // `onError` stays: what fails late must not fell the process.
    },
  }
}

const PARENT_MS = 500

/** Noted when the program is loaded: a parent that dies before the serving begins is missed as well. */
const PARENT = process.ppid

/** A process whose parent dies gets another one; on Windows it does not, and only the streams tell. */
function watchParent(onGone: () => void): () => void {
  const timer = setInterval(() => {
    if (process.ppid !== PARENT) onGone()
  }, PARENT_MS)
  timer.unref()
  return () => clearInterval(timer)
}
