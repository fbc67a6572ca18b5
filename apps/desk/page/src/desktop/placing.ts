/** Where windows lie on the desktop: where new ones go, and how they are moved and sized. */
import type { Place } from '../../../src/model/state.js'
import type { PageWindow } from '../../../src/page/protocol.js'

/** The size of the desktop. Units: CSS pixels. */
export type Size = { w: number; h: number }

/** Which sides move; none means the whole window. */
export type Sides = { left?: true; right?: true; top?: true; bottom?: true }

const LEAST: Size = { w: 320, h: 180 }
const GRIP = 96
const BAR = 40
const STEP = 28

type Kind = PageWindow['shown']['kind']

const FIRST_PLACES: { readonly [Name in Kind]: Place } = {
  orders: { x: 20, y: 16, w: 800, h: 684 },
  order: { x: 560, y: 40, w: 560, h: 664 },
  report: { x: 700, y: 28, w: 660, h: 640 },
  threads: { x: 300, y: 72, w: 900, h: 580 },
  'confirm-submit': { x: 0, y: 0, w: 440, h: 300 },
  discard: { x: 0, y: 0, w: 520, h: 280 },
  'sign-in': { x: 0, y: 0, w: 380, h: 300 },
}

/** Where a window goes that nobody moved: every one of a kind a step further; a dialog in the middle of its owner. */
export function firstPlace({ id, shown }: PageWindow, desktop: Size, owner?: Place): Place {
  const place = FIRST_PLACES[shown.kind]
  if (isDialog(shown.kind)) {
    const around = owner ?? { x: 0, y: 0, ...desktop }
    const x = Math.round(around.x + (around.w - place.w) / 2)
    return { ...place, x, y: Math.round(around.y + Math.max(24, (around.h - place.h) / 3)) }
  }
  const step = (Number(/\d+$/.exec(id)?.[0] ?? 0) % 7) * STEP
  return { ...place, x: place.x + step, y: place.y + step }
}

/** True for windows whose height is that of what they hold. */
export const isDialog = (kind: Kind): boolean =>
  kind === 'confirm-submit' || kind === 'discard' || kind === 'sign-in'

/** The place as this desktop can show it: not larger than it, the title bar within reach. */
export function withinReach({ x, y, w, h }: Place, desktop: Size): Place {
  const width = Math.max(LEAST.w, Math.min(w, desktop.w))
  const height = Math.max(LEAST.h, Math.min(h, desktop.h))
  return {
    x: clamp(x, GRIP - width, desktop.w - GRIP),
    y: clamp(y, 0, desktop.h - BAR),
    w: width,
    h: height,
  }
}

/** The place as a new window gets it: all of it to be seen, where the desktop is large enough. */
export function withinSight(place: Place, desktop: Size): Place {
  const { x, y, w, h } = withinReach(place, desktop)
  return { x: clamp(x, 0, Math.max(0, desktop.w - w)), y: clamp(y, 0, Math.max(0, desktop.h - h)), w, h }
}

/** The place after some sides, or all of it, moved. */
export function moved({ x, y, w, h }: Place, sides: Sides, dx: number, dy: number): Place {
  const { left, right, top, bottom } = sides
  if (!left && !right && !top && !bottom) return { x: x + dx, y: y + dy, w, h }
  const width = Math.max(LEAST.w, left ? w - dx : right ? w + dx : w)
  const height = Math.max(LEAST.h, top ? h - dy : bottom ? h + dy : h)
  return { x: left ? x + w - width : x, y: top ? y + h - height : y, w: width, h: height }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
