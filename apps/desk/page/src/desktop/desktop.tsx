/** The desktop: all windows where they lie, and what is there when none is open. */
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import type { Place } from '../../../src/model/state.js'
import type { PageState, PageWindow } from '../../../src/page/protocol.js'
import { useKnown, useParts } from '../wire/hooks.js'
import type { Touches } from '../wire/touches.js'
import { firstPlace, type Size, withinReach, withinSight } from './placing.js'
import { type FrameProps, WindowFrame } from './window-frame.js'

/** The windows, but for the app modal. */
export function Desktop({ touches, isBlocked }: { touches: Touches; isBlocked: boolean }): ReactNode {
  const desk = useKnown(known => known.desk)
  const isKnown = useKnown(known => known.isKnown)
  const touched = useSyncExternalStore(touches.subscribe, touches.read)
  const [size, measure] = useSize()
  const frames = framesOf(desk, size, touched)
  const isEmpty = isKnown && frames.every(({ isHidden }) => isHidden)
  return (
    <main className="desktop" ref={measure} inert={isBlocked} aria-label="Desktop">
      {isEmpty && <EmptyDesktop hasMinimised={frames.length > 0} />}
      {frames
        .filter(({ window }) => window.shown.kind !== 'sign-in')
        .map(frame => (
          <WindowFrame key={frame.window.id} {...frame} />
        ))}
    </main>
  )
}

/** The dialog that blocks everything, on a layer of its own. */
export function AppModal(): ReactNode {
  const desk = useKnown(known => known.desk)
  const [size, measure] = useSize()
  const frame = framesOf(desk, size, {}).find(({ window }) => window.shown.kind === 'sign-in')
  return (
    frame && (
      <div className="curtain" ref={measure}>
        <WindowFrame {...frame} />
      </div>
    )
  )
}

function EmptyDesktop({ hasMinimised }: { hasMinimised: boolean }): ReactNode {
  const { perform } = useParts()
  return (
    <div className="empty" data-copane-private>
      <h1>{hasMinimised ? 'All windows are minimised' : 'No window is open'}</h1>
      <p>{hasMinimised ? 'Bring one back from the bar below, or open another.' : 'Open one to begin.'}</p>
      <p className="choices">
        {(['orders', 'report', 'threads'] as const).map(what => (
          <button key={what} type="button" onClick={() => void perform({ act: 'open', what })}>
            Open {what}
          </button>
        ))}
      </p>
    </div>
  )
}

/** Windows in the order in which they opened, so that none is torn out of the page when another comes to the front. */
function framesOf(
  desk: PageState,
  desktop: Size,
  touched: { readonly [window: string]: string },
): FrameProps[] {
  const depths = new Map(
    [...desk.windows].sort((a, b) => a.level - b.level).map(({ id }, at) => [id, at + 1]),
  )
  return desk.windows.map(window => ({
    window,
    place: placeOf(desk, window, desktop),
    desktop,
    depth: depths.get(window.id) ?? 0,
    isActive: desk.focus?.window === window.id,
    isHidden: isHidden(desk, window),
    agent: touched[window.id],
  }))
}

function placeOf(desk: PageState, window: PageWindow, desktop: Size): Place {
  if (window.place) return withinReach(window.place, desktop)
  const owner = ownerOf(desk, window)
  return withinSight(firstPlace(window, desktop, owner && placeOf(desk, owner, desktop)), desktop)
}

const isHidden = (desk: PageState, window: PageWindow): boolean => {
  const { shown } = ownerOf(desk, window) ?? window
  return 'minimised' in shown && shown.minimised
}

const ownerOf = ({ windows }: PageState, { shown }: PageWindow): PageWindow | undefined =>
  'ownerId' in shown ? windows.find(({ id }) => id === shown.ownerId) : undefined

function useSize(): [size: Size, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState<Size>({ w: window.innerWidth, h: window.innerHeight - 44 })
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ w: Math.round(entry.contentRect.width), h: Math.round(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [size, measure]
}
