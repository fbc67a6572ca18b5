/** The loss of the process that started this one, which sends no signal when only npm is killed. */

/** Asks often enough that nobody waits for an orphan to go. */
const EVERY_MS = 250

/** Noted when the program is loaded: who dies while the desk is still starting must be missed as well. */
const PARENT = process.ppid

/**
 * Calls back once when the parent process is gone.
 *
 * Shape   a process that starts as nobody's child (parent 1) is a service and is left alone.
 */
export function whenParentIsGone(then: () => void): void {
  if (PARENT <= 1) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    then()
  }, EVERY_MS)
  timer.unref()
}
