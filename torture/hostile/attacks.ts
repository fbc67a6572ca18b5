/** Every kind of attack: what it sends, how often or how many at a time. Each ends when it is told to. */
import { connect as openSocket, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { initialize, legacy, listen, modern, readWindows, type Sent, start, type Target } from '../lib/raw.ts'
import type { Prey } from './in-attackers.ts'

/**
 * One kind.
 *
 * Shape   at a rate, `burst` of them together; or `hold` of them at any time, each opened again when it ends.
 */
export type Attack = {
  name: string
  perSecond: number
  burst?: number
  hold?: number
  make: (prey: Prey, over: AbortSignal) => Promise<void>
}

/** All of them. */
export const ATTACKS: readonly Attack[] = [
  { name: 'idle sockets', perSecond: 0, hold: 256, make: (prey, over) => raw(prey, '', 0, over) },
  {
    name: 'half headers',
    perSecond: 0,
    hold: 64,
    make: (prey, over) => raw(prey, headOf(prey, 'x').slice(0, 60), 0, over),
  },
  {
    name: 'dripping bodies',
    perSecond: 0,
    hold: 64,
    make: (prey, over) => raw(prey, headOf(prey, 'content-length: 9999'), 250, over),
  },
  {
    name: 'slow readers',
    perSecond: 0,
    hold: 32,
    make: (prey, over) => raw(prey, textOf(prey, readWindows(prey)).repeat(20), 0, over),
  },
  {
    name: 'deaf streams',
    perSecond: 0,
    hold: 32,
    make: (prey, over) => raw(prey, textOf(prey, listen(prey)), 0, over),
  },
  {
    name: 'flood without token',
    perSecond: 200,
    burst: 40,
    make: (prey, over) => answered(prey, stranger(prey), over),
  },
  {
    name: 'flood of reads',
    perSecond: 60,
    burst: 20,
    make: (prey, over) => answered(prey, readWindows(prey), over),
  },
  { name: 'huge headers', perSecond: 10, make: (prey, over) => answered(prey, hugeHeader(prey), over) },
  {
    name: 'huge bodies',
    perSecond: 2,
    make: (prey, over) => answered(prey, { ...readWindows(prey), body: FIVE_MB }, over),
  },
  { name: 'bad JSON', perSecond: 50, make: (prey, over) => answered(prey, badJson(prey), over) },
  {
    name: 'deep JSON',
    perSecond: 2,
    make: (prey, over) => answered(prey, { ...readWindows(prey), body: DEEP }, over),
  },
  { name: 'cancelled calls', perSecond: 60, burst: 30, make: takenBack },
  { name: 'sessions left open', perSecond: 30, make: (prey, over) => answered(prey, initialize(prey), over) },
]

/** The stated load in words. */
export const statedLoad = (): { perSecond: number; held: number } => ({
  perSecond: ATTACKS.reduce((sum, { perSecond }) => sum + perSecond, 0),
  held: ATTACKS.reduce((sum, { hold = 0 }) => sum + hold, 0),
})

const FIVE_MB = `"${'x'.repeat(5 * 2 ** 20)}"`
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)
/** A held connection that nobody ends is opened anew after this. Units: milliseconds. */
const HELD_MS = 3000

const BAD = [
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":{},"method":7}',
  '\u0000\ufffd',
]
let turn = 0

const badJson = (prey: Prey): Sent => ({ ...legacy(prey, 'x'), body: BAD[turn++ % BAD.length] ?? '' })

const stranger = (prey: Prey): Sent => readWindows({ ...prey, token: 'x'.repeat(43) })

const hugeHeader = (prey: Prey): Sent => {
  const sent = readWindows(prey)
  return { ...sent, headers: { ...sent.headers, 'x-huge': 'x'.repeat(60_000) } }
}

const headOf = ({ port, path, token }: Target, more: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${more}\r\n\r\n`

const textOf = ({ port, path }: Target, { headers, body = '' }: Sent): string =>
  [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')

/** Sends something and never reads; `dripMs` sends a byte more so often. Ends with the attack, or when it is shut out. */
function raw(prey: Prey, text: string, dripMs: number, over: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket: Socket = openSocket({ host: '127.0.0.1', port: prey.port })
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
function answered(prey: Prey, sent: Sent, over: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = start(prey, sent)
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

/** Calls a tool and goes away before the answer. */
async function takenBack(prey: Prey): Promise<void> {
  const request = start(
    prey,
    modern(prey, 'tools/call', { name: prey.tool, arguments: { mark: 'hostile' } }, prey.tool),
  )
  request.on('error', () => {})
  await wait(turn++ % 6)
  request.destroy()
}
