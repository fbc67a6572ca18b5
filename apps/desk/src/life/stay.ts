/** How long the desk stays up, and how it goes: everything closed, nothing left behind. */
import { whenParentIsGone } from './parent.js'

/** How long closing may take before the process ends all the same, in milliseconds. */
const GRACE_MS = 3000

/**
 * Stays until Ctrl-C, a signal that asks to end, the loss of the parent, or `done`; then stops and exits.
 *
 * Shape   a second signal ends at once; the descriptor is removed on every road, also by the exit itself.
 */
export function stayUntilAsked(stop: () => Promise<void>, done?: Promise<void>): void {
  let ending = false
  const end = () => {
    if (ending) process.exit(0)
    ending = true
    setTimeout(() => process.exit(0), GRACE_MS).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  whenParentIsGone(end)
  void done?.then(end)
}
