/** Every kind of attack: what it sends, how often or how many at a time. Each ends when it is told to. */
import { setTimeout as wait } from 'node:timers/promises'
import { initialize, legacy, listen, modern, readWindows, type Sent, start, type Target } from '../lib/raw.ts'
import { answered, held as heldOpen } from './sending.ts'
import type { Prey } from './in-attackers.ts'

/**
 * One kind.
 *
 * Shape   `perSecond` are made, `burst` of them together; where they `hold`, no more than so many are there at any
 *         time, and each lasts three seconds. `requests` is how many of the app's requests one of them is.
 */
export type Attack = {
  name: string
  perSecond: number
  burst?: number
  hold?: number
  requests: number
  make: (prey: Prey, over: AbortSignal) => Promise<void>
}

/** All of them. */
export const ATTACKS: readonly Attack[] = [
  held('idle sockets', 256, 100, 0, prey => [prey, '']),
  held('half headers', 64, 25, 0, prey => [prey, headOf(prey, 'x').slice(0, 60)]),
  held('dripping bodies', 64, 25, 1, prey => [prey, headOf(prey, 'content-length: 9999'), 250]),
  held('slow readers', 16, 5, 20, prey => [prey, textOf(prey, readWindows(prey)).repeat(20)]),
  held('deaf streams', 32, 12, 1, prey => [prey, textOf(prey, listen(prey))]),
  flood('requests without a token', 200, 40, stranger),
  flood('reads', 60, 20, readWindows),
  flood('huge headers', 10, 1, hugeHeader),
  flood('huge bodies', 2, 1, prey => ({ ...readWindows(prey), body: FIVE_MB })),
  flood('bad JSON', 50, 1, badJson),
  flood('deep JSON', 2, 1, prey => ({ ...readWindows(prey), body: DEEP })),
  flood('sessions left open', 30, 1, initialize),
  { name: 'calls taken back', perSecond: 60, burst: 30, requests: 1, make: takenBack },
]

/** The stated load: requests a second, those of the held connections with it, and how many of these there are. */
export const statedLoad = (): { perSecond: number; held: number } => ({
  perSecond: ATTACKS.reduce((sum, { perSecond, requests }) => sum + perSecond * requests, 0),
  held: ATTACKS.reduce((sum, { hold = 0 }) => sum + hold, 0),
})

/** How many requests so many attacks were. */
export const requestsIn = (made: { [name: string]: { made: number } }): number =>
  ATTACKS.reduce((sum, { name, requests }) => sum + (made[name]?.made ?? 0) * requests, 0)

/** Connections that stay, opened anew when they end. */
function held(
  name: string,
  hold: number,
  perSecond: number,
  requests: number,
  what: (prey: Prey) => [prey: Prey, text: string, dripMs?: number],
): Attack {
  return { name, perSecond, hold, requests, make: (prey, over) => heldOpen(over, ...what(prey)) }
}

/** Requests at a rate, whose answers are read. */
function flood(name: string, perSecond: number, burst: number, what: (prey: Prey) => Sent): Attack {
  return { name, perSecond, burst, requests: 1, make: (prey, over) => answered(over, prey, what(prey)) }
}

const FIVE_MB = `"${'x'.repeat(5 * 2 ** 20)}"`
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)
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

function badJson(prey: Prey): Sent {
  return { ...legacy(prey, 'x'), body: BAD[turn++ % BAD.length] ?? '' }
}

function stranger(prey: Prey): Sent {
  return readWindows({ ...prey, token: 'x'.repeat(43) })
}

function hugeHeader(prey: Prey): Sent {
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
