/** Calls of an app's own functions: each has a value, a failure, or nothing within its time (EL-9.2-never-wait). */
import type { After } from '../bridge/queue.js'

/** The outcome of one call. */
export type InTime<Value> = { kind: 'done'; value: Value } | { kind: 'failed' } | { kind: 'late' }

/** Runs a function of the app. */
export type CallInTime = <Value>(run: () => Value | Promise<Value>, timeMs: number) => Promise<InTime<Value>>

/**
 * Makes the way to call an app.
 *
 * Shape   while `most` calls have not ended, another one is late at once: a function that hangs piles nothing up.
 * Errors  never rejects; what was thrown is not kept, since it may quote the app (D-08); what arrives later is dropped.
 */
export function createCalls(after: After | undefined, most = 32): CallInTime {
  let running = 0
  return (run, timeMs) =>
    new Promise(resolve => {
      if (running >= most) return resolve({ kind: 'late' })
      running++
      let value: ReturnType<typeof run>
      try {
        value = run()
      } catch {
        running--
        return resolve({ kind: 'failed' })
      }
      const callOff = after?.(timeMs, () => resolve({ kind: 'late' }))
      const end = () => {
        running--
        callOff?.()
      }
      Promise.resolve(value).then(
        done => {
          end()
          resolve({ kind: 'done', value: done })
        },
        () => {
          end()
          resolve({ kind: 'failed' })
        },
      )
    })
}
