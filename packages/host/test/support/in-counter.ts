/** A host in a process of its own that does one thing over and over, and says what of it is left behind. */
import { getEventListeners } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const [, , dist = '', folder = ''] = process.argv
const { appsOf, discover, openWindows, readApp } = await import(dist)
const whole = new AbortController()

/** A limit keeps what it limits in memory until it has passed. Units: milliseconds. */
const LIMITS = { timeoutMs: 5000, readMs: 5000, callMs: 5000 }
const SETTLE_MS = 20_000

/** What is done; gives the kind of what came of it. */
const DEEDS = {
  read: async () => {
    const [app] = appsOf(await discover({ folder, timeoutMs: 20_000 }))
    const { kind } = await readApp(app, { timeoutMs: 20_000 })
    return kind
  },
  session: async (place: object, era: string) => {
    const opened = await openWindows(place, { ...LIMITS, era, signal: whole.signal })
    if (opened.kind !== 'session') return opened.kind
    const { session } = opened
    await session.watch(() => {}, whole.signal)
    const { kind, snapshot } = await session.snapshot(whole.signal)
    const [window] = snapshot.windows
    await session.call(window.id, 'write', { text: 'x' }, { signal: whole.signal, decide: () => undefined })
    await session.close()
    return kind
  },
} as const

createInterface({ input: process.stdin }).on('line', line => void count(JSON.parse(line)))

async function count({
  deed,
  times,
  most,
  place = {},
  era = 'auto',
}: {
  deed: keyof typeof DEEDS
  times: number
  /** Bytes each that count as nothing. */
  most: number
  place?: object
  era?: string
}): Promise<void> {
  const kinds = new Set<string>()
  const repeat = async (many: number) => {
    for (let at = 0; at < many; at++) kinds.add(await DEEDS[deed](place, era))
  }
  await repeat(Math.ceil(times / 10))
  const before = heapBytes()
  await repeat(times)
  const left = () => ({ bytesEach: Math.max(0, heapBytes() - before) / times, held: heldNow() })
  let { bytesEach, held } = left()
  // What was closed goes in its own time, and limits of time with their time.
  for (const until = performance.now() + SETTLE_MS; performance.now() < until; { bytesEach, held } = left()) {
    if (bytesEach < most && held.length === 0) break
    await pause(100)
  }
  const listeners = getEventListeners(whole.signal, 'abort').length
  console.log(JSON.stringify({ kinds: [...kinds], bytesEach, held, listeners }))
}

const heldNow = () =>
  process.getActiveResourcesInfo().filter(kind => kind === 'Timeout' || kind === 'TCPSocketWrap')

function heapBytes(): number {
  for (let at = 0; at < 3; at++) Reflect.get(globalThis, 'gc')?.()
  return process.memoryUsage().heapUsed
}
