/** Which app is in front, from what a system tells (EL-9.2-front-app · D-27). */

/** Why nobody can say which app is in front; the words are for the user. */
export const UNKNOWN_FRONT = {
  wayland: 'a Wayland session tells nobody which window is in front',
  'no-source': 'nothing on this system tells which window is in front',
  'no-helper': 'install the package get-windows, which tells on this system which window is in front',
  untold:
    'the system tells of no window in front: there is none, or it belongs to a program with more rights',
  'no-display': 'the X server cannot be reached',
  'no-window-manager': 'no window manager tells which window is in front',
  'no-process': 'the window in front does not tell which process it belongs to',
  'other-machine': 'the window in front belongs to a program on another machine or in a container',
  'other-namespace': 'the window in front belongs to a process that cannot be seen from here',
  'window-gone': 'the window in front closed at this moment',
  ended: 'the process of the window in front has ended',
  'own-only': 'so far only this program or its terminal was in front',
  late: 'the system did not tell in time which window is in front',
  failed: 'asking which window is in front failed',
} as const

/** One of the reasons. */
export type UnknownFront = keyof typeof UNKNOWN_FRONT

/**
 * An app that is or was in front; `unknown` where there was one and its process can't be told.
 *
 * Shape   `start` tells a process from a later one with its id; `window` is the system's number. `order`:
 *         `seen` to be in front, or `stacked` below the windows that were (what a host that starts late goes by).
 */
export type FrontMoment = { window: number | undefined } & (
  | { kind: 'process'; pid: number; start: string | undefined; order: 'seen' | 'stacked' }
  | { kind: 'unknown'; why: UnknownFront }
)

/** What a system tells: what is in front, `nothing` for the bare desktop, and what was before, latest first. */
export type FrontSight =
  | { kind: 'seen'; now: FrontMoment | { kind: 'nothing' }; before: readonly FrontMoment[] }
  | { kind: 'unknown'; why: UnknownFront }

/** Tells which app is in front; one for each system. */
export type FrontSource = {
  /** What is so at this moment; never rejects. */
  look: () => Promise<FrontSight>
  close: () => void
}

/** The app whose user acted; `by` tells whether it is in front now or was before the host itself. */
export type Front =
  | { kind: 'front'; pid: number; start: string | undefined; window: number | undefined; by: FrontBy }
  | { kind: 'nothing' }
  | { kind: 'unknown'; why: UnknownFront; message: string }

/** How the front app is known. */
export type FrontBy = 'now' | 'before' | 'stacked'

/** What has to be known of the moments' processes. */
export type ProcessesNow = {
  /** The host itself or one that it descends from, such as its terminal. */
  isOwn: (pid: number) => boolean
  isRunning: (moment: { pid: number; start: string | undefined }) => Promise<boolean>
}

/**
 * The app in front; where that is the host or its terminal, the one before that still runs.
 *
 * Shape   an unknown app is never passed over for one that was in front earlier.
 * Source  D-27
 */
export async function chooseFront(sight: FrontSight, processes: ProcessesNow): Promise<Front> {
  if (sight.kind === 'unknown') return unknownFront(sight.why)
  const { now } = sight
  if (now.kind === 'nothing') return now
  if (now.kind === 'unknown') return unknownFront(now.why)
  if (!processes.isOwn(now.pid))
    return (await processes.isRunning(now)) ? frontOf(now, 'now') : unknownFront('ended')
  for (const moment of sight.before) {
    if (moment.kind === 'unknown') return unknownFront(moment.why)
    if (processes.isOwn(moment.pid) || !(await processes.isRunning(moment))) continue
    return frontOf(moment, moment.order === 'seen' ? 'before' : 'stacked')
  }
  return unknownFront('own-only')
}

/** An unknown front with its words. */
export const unknownFront = (why: UnknownFront): Front & { kind: 'unknown' } => ({
  kind: 'unknown',
  why,
  message: UNKNOWN_FRONT[why],
})

/** Puts the latest moment in front of a history; one entry an app, so many at most. */
export function remember(history: readonly FrontMoment[], moment: FrontMoment): FrontMoment[] {
  return [moment, ...history.filter(each => !isSameApp(each, moment))].slice(0, MAX_HISTORY)
}

/** Apps that a history holds. */
const MAX_HISTORY = 32

function isSameApp(one: FrontMoment, other: FrontMoment): boolean {
  if (one.kind === 'process' && other.kind === 'process')
    return one.pid === other.pid && one.start === other.start
  return one.kind === other.kind && one.window === other.window
}

/** What a process sees of the session it runs in. */
export type SessionFacts = {
  platform: string
  sessionType: string | undefined
  waylandDisplay: string | undefined
  display: string | undefined
}

/**
 * Which source a session has, or why it has none.
 *
 * Shape   a Wayland session has an X server too, which knows of some apps only and would name one of them.
 */
export function sessionOf({
  platform,
  sessionType,
  waylandDisplay,
  display,
}: SessionFacts): 'x11' | 'helper' | 'wayland' | 'no-source' {
  if (platform === 'darwin' || platform === 'win32') return 'helper'
  if (sessionType === 'wayland' || (waylandDisplay ?? '') !== '') return 'wayland'
  return (display ?? '') === '' ? 'no-source' : 'x11'
}

const frontOf = (
  { pid, start, window }: { pid: number; start: string | undefined; window: number | undefined },
  by: FrontBy,
): Front => ({ kind: 'front', pid, start, window, by })
