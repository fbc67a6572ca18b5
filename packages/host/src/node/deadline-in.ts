/** Deadlines by the clock. */

/** The longest that a timer takes. Units: milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/** A deadline so many milliseconds from now, whatever number that is; at once for what is none. */
export const deadlineIn = (ms: number): AbortSignal =>
  AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms) || 0)))
