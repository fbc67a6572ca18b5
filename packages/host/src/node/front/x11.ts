/** Watches which window of an X display is in front, and remembers which were before (D-27). */
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type FrontMoment, type FrontSight, type FrontSource, remember } from '../../elements/front.js'
import { windowOwner } from '../../elements/window-owner.js'
import { processFacts } from '../system-facts.js'
import { connectX11, type X11Connection } from './x11-connection.js'

/** Which display; without one, that of the environment. */
export type X11Options = { display?: string }

type Now = FrontMoment | { kind: 'nothing' }

/**
 * Watches an X display.
 *
 * Shape   connects at once and, after the server went away, at the next look; the history begins with the windows as
 *         they lie on each other, and is bounded.
 * Errors  none: a server that can't be reached, a display without a window manager and a window that belongs to no
 *         process of this machine are `unknown`, each with its reason.
 * Source  EWMH `_NET_ACTIVE_WINDOW`, `_NET_CLIENT_LIST_STACKING`, `_NET_WM_PID`, `_NET_SUPPORTING_WM_CHECK`
 */
export function openX11Front({ display = process.env.DISPLAY ?? '' }: X11Options = {}): FrontSource {
  let watch = openWatch(display)
  let isClosed = false
  return {
    look: async () => {
      const current = await watch
      const isLost = current === undefined || !current.isOpen()
      if (isLost && !isClosed) watch = openWatch(display)
      const watching = isLost ? await watch : current
      return watching ? watching.look() : { kind: 'unknown', why: 'no-display' }
    },
    close: () => {
      isClosed = true
      void watch.then(current => current?.close())
    },
  }
}

type Watch = { isOpen: () => boolean; look: () => Promise<FrontSight>; close: () => void }

async function openWatch(display: string): Promise<Watch | undefined> {
  if (display === '') return undefined
  let history: FrontMoment[] = []
  let changed = () => {}
  let wakeUp = () => {}
  const x11 = await connectX11(display, [ACTIVE], () => {
    changed()
    wakeUp()
  })
  if (!x11) return undefined
  const isOneSystem = await seesSameProcesses(x11)
  const note = (now: Now | undefined) => {
    if (now && now.kind !== 'nothing' && !isGone(now)) history = remember(history, now)
  }
  history = isOneSystem ? await stacked(x11) : []
  changed = inSequence(async () => note(await activeNow(x11)))
  note(await activeNow(x11))
  return {
    isOpen: x11.isOpen,
    close: x11.close,
    look: async () => {
      if (!isOneSystem) return { kind: 'unknown', why: 'other-namespace' }
      const now = await settled(x11, () => new Promise<void>(resolve => (wakeUp = resolve)))
      if (!x11.isOpen() || !now) return { kind: 'unknown', why: 'no-display' }
      if (!(await isManaged(x11))) return { kind: 'unknown', why: 'no-window-manager' }
      note(now)
      return {
        kind: 'seen',
        now,
        before: await stillThere(x11, now === history[0] ? history.slice(1) : history),
      }
    },
  }
}

const ACTIVE = '_NET_ACTIVE_WINDOW'
const STACKING = '_NET_CLIENT_LIST_STACKING'
const CHECK = '_NET_SUPPORTING_WM_CHECK'

/** Runs the work again for what happened meanwhile, once. */
function inSequence(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  return () => {
    again = true
    if (running) return
    running = true
    void (async () => {
      while (again) {
        again = false
        await work().catch(() => {})
      }
      running = false
    })()
  }
}

/**
 * What is in front once the switch from one window to another is over.
 *
 * Shape   a window that does not exist is nothing: some window managers go on naming the last one that closed.
 */
async function settled(x11: X11Connection, change: () => Promise<void>): Promise<Now | undefined> {
  for (const end = performance.now() + SETTLE_MS; ; ) {
    const waiting = change()
    const now = await activeNow(x11)
    const isBetween = now !== undefined && (now.kind === 'nothing' || isGone(now))
    const leftMs = end - performance.now()
    if (!isBetween) return now
    if (leftMs <= 0) return { kind: 'nothing' }
    await Promise.race([waiting, pause(leftMs)])
  }
}

const isGone = (moment: FrontMoment): boolean => moment.kind === 'unknown' && moment.why === 'window-gone'

/** How long a window manager may take from one window to the next. Units: milliseconds. */
const SETTLE_MS = 60

async function activeNow(x11: X11Connection): Promise<Now | undefined> {
  const [window] = (await x11.numbers(x11.root, ACTIVE)) ?? []
  if (!x11.isOpen()) return undefined
  return window === undefined || window === 0 ? { kind: 'nothing' } : momentOf(x11, window, 'seen')
}

async function momentOf(x11: X11Connection, window: number, order: 'seen' | 'stacked'): Promise<FrontMoment> {
  const [pids, machine, connected] = await Promise.all([
    x11.numbers(window, '_NET_WM_PID'),
    x11.text(window, 'WM_CLIENT_MACHINE'),
    x11.processOf(window),
  ])
  if (!pids) return { kind: 'unknown', why: 'window-gone', window }
  const owner = windowOwner({ named: pids[0], connected, machine, hostname: hostname() })
  if (owner.kind === 'unknown') return { ...owner, window }
  const facts = processFacts(owner.pid)
  return { ...owner, window, order, start: facts.kind === 'stat' ? facts.stat.start : undefined }
}

/** The windows that a user can see, topmost first: what was in front before this program started. */
async function stacked(x11: X11Connection): Promise<FrontMoment[]> {
  const windows = ((await x11.numbers(x11.root, STACKING)) ?? []).toReversed().slice(0, MAX_STACKED)
  const moments = await Promise.all(
    windows.map(async window =>
      (await isOrdinary(x11, window)) ? momentOf(x11, window, 'stacked') : undefined,
    ),
  )
  return moments.filter(moment => moment !== undefined).reduceRight<FrontMoment[]>(remember, [])
}

const MAX_STACKED = 64

/** Neither put away nor part of the desktop. */
async function isOrdinary(x11: X11Connection, window: number): Promise<boolean> {
  const [types, states] = await Promise.all([
    x11.atoms(window, '_NET_WM_WINDOW_TYPE', FURNITURE),
    x11.atoms(window, '_NET_WM_STATE', [HIDDEN]),
  ])
  return types.length === 0 && states.length === 0
}

const FURNITURE = ['DOCK', 'DESKTOP', 'SPLASH', 'NOTIFICATION', 'TOOLTIP'].map(
  type => `_NET_WM_WINDOW_TYPE_${type}`,
)
const HIDDEN = '_NET_WM_STATE_HIDDEN'

/** An unknown app whose window has closed is no longer there to be read; where it has not, nobody may be put in its place. */
async function stillThere(x11: X11Connection, moments: readonly FrontMoment[]): Promise<FrontMoment[]> {
  const kept = await Promise.all(
    moments.map(async moment => {
      if (moment.kind === 'process' || moment.window === undefined) return moment
      return (await x11.numbers(moment.window, '_NET_WM_PID')) ? moment : undefined
    }),
  )
  return kept.filter(moment => moment !== undefined)
}

/** A window manager proves that it lives by a window that names itself. */
async function isManaged(x11: X11Connection): Promise<boolean> {
  const [window] = (await x11.numbers(x11.root, CHECK)) ?? []
  if (window === undefined) return false
  const [same] = (await x11.numbers(window, CHECK)) ?? []
  return same === window
}

/** False where the server numbers processes otherwise than this one, as from outside of a container. */
async function seesSameProcesses(x11: X11Connection): Promise<boolean> {
  const own = await x11.processOf(x11.ownWindow)
  return own === undefined || own === process.pid
}
