/** When an app that says nothing is read all the same: a stream may have died without a sign (FR-58). */

/** How old what is known of a silent app may be. Units: milliseconds. */
export const SILENCE_MS = 30_000

const FIRST_MS = 2000

/** The pause before the next read of a silent app: doubled after each, up to the longest. Units: milliseconds. */
export const silenceAfter = (silentReads: number, longestMs: number): number =>
  Math.min(longestMs, FIRST_MS * 2 ** Math.min(silentReads, 20))
