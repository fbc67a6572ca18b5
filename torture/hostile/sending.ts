/** The two ways to hold up a server: connections that stay, and requests that come. */
import { connect as openSocket, type Socket } from 'node:net'
import { type Sent, start, type Target } from '../lib/raw.ts'

/** A held connection that nobody ends is over after this. Units: milliseconds. */
const HELD_MS = 3000

/** Sends something and never reads; `dripMs` sends a byte more so often. Ends with the attack, or when it is shut out. */
export function held(over: AbortSignal, { port }: Target, text: string, dripMs = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket: Socket = openSocket({ host: '127.0.0.1', port })
  socket.pause()
  socket.on('connect', () => socket.write(text))
  const drip = dripMs > 0 ? setInterval(() => socket.write('x'), dripMs) : undefined
  const timer = setTimeout(() => socket.destroy(), HELD_MS)
  const end = (): void => void socket.destroy()
  over.addEventListener('abort', end, { once: true })
  socket.on('error', () => {})
  socket.once('close', () => {
    clearInterval(drip)
    clearTimeout(timer)
    over.removeEventListener('abort', end)
    resolve()
  })
  return promise
}

/** Sends a request and reads what comes, whatever it is. */
export function answered(over: AbortSignal, target: Target, sent: Sent): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = start(target, sent)
  const timer = setTimeout(() => request.destroy(), 5000)
  const end = (): void => void request.destroy()
  over.addEventListener('abort', end, { once: true })
  request.on('error', () => {})
  request.once('response', response => response.resume())
  request.once('close', () => {
    clearTimeout(timer)
    over.removeEventListener('abort', end)
    resolve()
  })
  return promise
}
