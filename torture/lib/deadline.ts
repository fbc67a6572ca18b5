/** Waiting, never for ever. */
import { setTimeout as wait } from 'node:timers/promises'

/** What a promise gives, or `late`; what comes later is dropped. */
export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | 'late'> {
  const over = new AbortController()
  const late = wait(limitMs, 'late' as const, { signal: over.signal })
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

/** Asks often until something holds; false when it did not in time. */
export async function holds(limitMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + limitMs
  for (;;) {
    if (await condition()) return true
    if (performance.now() > end) return false
    await wait(5)
  }
}

/** Does a work so often, so many at a time. */
export async function repeat(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
