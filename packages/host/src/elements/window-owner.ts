/** Whose process an X window belongs to (EL-8-by-pid: never that of another app). */
import type { UnknownFront } from './front.js'

/**
 * What is known of a window's owner.
 *
 * Shape   `named` is `_NET_WM_PID`, written by the window's program; `connected` is the process at the other end of
 *         its connection, as the X server knows it; `machine` is `WM_CLIENT_MACHINE`. Each undefined where absent.
 */
export type WindowFacts = {
  named: number | undefined
  connected: number | undefined
  machine: string | undefined
  hostname: string
}

/**
 * The process of a window, or why it can't be told.
 *
 * Shape   what a program says of itself counts only where nothing speaks against it: a program in a container
 *         names its id in there, which is another process out here.
 */
export function windowOwner({
  named,
  connected,
  machine,
  hostname,
}: WindowFacts): { kind: 'process'; pid: number } | { kind: 'unknown'; why: UnknownFront } {
  if (machine !== undefined && !isSameMachine(machine, hostname))
    return { kind: 'unknown', why: 'other-machine' }
  if (connected !== undefined)
    return named === undefined || named === connected
      ? { kind: 'process', pid: connected }
      : { kind: 'unknown', why: 'other-namespace' }
  // EWMH: a window with a pid names its machine too; without it the pid could be one of any machine.
  if (named === undefined || machine === undefined) return { kind: 'unknown', why: 'no-process' }
  return { kind: 'process', pid: named }
}

/** A host name counts with and without its domain. */
function isSameMachine(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
