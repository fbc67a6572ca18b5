/** Waits for work no longer than a limit. */
import type { Bound } from '../run-checks.js'

/** Gives what the work gives, or `late`; the work itself goes on unheard. */
export const bound: Bound = async (work, timeMs) => {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), timeMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
