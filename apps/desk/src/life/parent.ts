/** The loss of the process that started this one, which sends no signal when only npm is killed. */

/** Asks often enough that nobody waits for an orphan to go. */
const EVERY_MS = 250

/**
 * Calls back once when the parent process is gone.
 *
 * Shape   a process that starts as nobody's child (parent 1) is a service and is left alone.
 */
export function whenParentIsGone(then: () => void): void {
  const parent = process.ppid
  if (parent <= 1) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, EVERY_MS)
  timer.unref()
}
