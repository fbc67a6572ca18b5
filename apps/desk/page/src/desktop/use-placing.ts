/** Moving and sizing a window with the pointer or the arrow keys; the desk hears of it when it is done. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Place } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { moved, type Sides, type Size, withinReach } from './placing.js'

/** The place of a window while it moves, and the ways to move it. */
export type Placing = {
  place: Place
  isMoving: boolean
  /** Begins to move some sides, or the whole window, with the pointer; Escape puts it back. */
  begin: (sides: Sides) => (event: PointerEvent<HTMLElement>) => void
  /** Arrow keys move, with Shift they size. */
  onKeyDown: (event: KeyboardEvent) => void
  /** Fills the desktop, and puts it back. */
  toggleFull: () => void
}

const KEY_STEP = 20
const ARROWS: { readonly [key: string]: readonly [dx: number, dy: number] } = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}

/** Moves and sizes a window that lies at `given`. */
export function usePlacing(window: string, given: Place, desktop: Size): Placing {
  const { perform } = useParts()
  const [local, setLocal] = useState<Place>()
  const before = useRef<Place>(undefined)
  const place = local ?? given

  const settle = (next: Place) => {
    const { x, y, w, h } = withinReach(next, desktop)
    const whole = { x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) }
    setLocal(whole)
    const isOver = () => setLocal(now => (now === whole ? undefined : now))
    void perform({ act: 'move', window, ...whole }).then(isOver)
  }

  const begin = (sides: Sides) => (event: PointerEvent<HTMLElement>) => {
    const { target, button, clientX, clientY, pointerId } = event
    const currentTarget: HTMLElement = event.currentTarget
    if (button !== 0 || (target instanceof Element && target.closest('button'))) return
    const start = place
    let next = start
    const over = new AbortController()
    const { signal } = over
    currentTarget.setPointerCapture(pointerId)
    currentTarget.addEventListener(
      'pointermove',
      move => {
        next = moved(start, sides, move.clientX - clientX, move.clientY - clientY)
        setLocal(withinReach(next, desktop))
      },
      { signal },
    )
    const end = () => {
      over.abort()
      if (next !== start) settle(next)
    }
    const cancel = () => {
      over.abort()
      setLocal(undefined)
    }
    currentTarget.addEventListener('pointerup', end, { signal })
    currentTarget.addEventListener('lostpointercapture', end, { signal })
    currentTarget.addEventListener('pointercancel', cancel, { signal })
    document.addEventListener(
      'keydown',
      pressed => {
        if (pressed.key === 'Escape') cancel()
      },
      { signal },
    )
  }

  return {
    place,
    isMoving: local !== undefined,
    begin,
    onKeyDown(event) {
      const [dx, dy] = ARROWS[event.key] ?? []
      if (dx === undefined || dy === undefined) return
      event.preventDefault()
      settle(moved(place, event.shiftKey ? { right: true, bottom: true } : {}, dx, dy))
    },
    toggleFull() {
      const isFull = place.x <= 0 && place.y <= 0 && place.w >= desktop.w && place.h >= desktop.h
      if (!isFull) before.current = place
      settle(
        isFull
          ? (before.current ?? {
              x: 40,
              y: 40,
              w: Math.round(desktop.w * 0.6),
              h: Math.round(desktop.h * 0.8),
            })
          : { x: 0, y: 0, ...desktop },
      )
    },
  }
}
