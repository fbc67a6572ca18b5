/** How long to wait before trying again (D-53, GB-8.2-realign). */

const REOPEN_MS = [100, 300, 1000, 3000, 10_000]
const LIVED_MS = 10_000

/** How often a stream broke in a row, and when it is worth no further try. */
export type Breaks = { count: number; pauseMs: number | undefined }

/**
 * The pause before a broken stream is opened again.
 *
 * Units   milliseconds; undefined after five breaks in a row, none of which followed ten quiet seconds.
 */
export function afterBreak(before: number, livedMs: number): Breaks {
  const count = livedMs >= LIVED_MS ? 0 : before
  return { count: count + 1, pauseMs: REOPEN_MS[count] }
}

/** The pauses before the retries of a call whose window had changed: three, growing (D-53). Units: milliseconds. */
export const RETRY_PAUSES_MS: readonly number[] = [50, 200, 800]
