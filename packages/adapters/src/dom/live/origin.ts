/** Where a page is on the display, so that a rectangle in it can be given in the system's own units (D-14). */

/** A point of the page's client area is at `x + scale * clientX`. Units: global points. */
export type Origin = { x: number; y: number; scale: number }

/** What a page knows of its window. Units: CSS pixels, screen ones for the first four. */
export type WindowFacts = {
  screenX: number
  screenY: number
  outerWidth: number
  outerHeight: number
  innerWidth: number
  innerHeight: number
  devicePixelRatio: number
  screenWidth: number
  screenHeight: number
  /** False for a page inside a frame: what it knows of its window is not about itself. */
  isTop: boolean
}

/** One look at the pointer: the same point on the screen and in the page. */
export type Fix = { clientX: number; clientY: number; screenX: number; screenY: number }

/** What two looks at the pointer tell: where the page begins on the screen, and how far it is zoomed. */
export type FixedOrigin = { x: number; y: number; zoom: number }

/** Frames of windows are thinner than this, and what stands above a page is lower. */
const THICKEST_FRAME = 16
const HIGHEST_BARS = 200

/** The pointer must have moved this far between two looks for them to tell the zoom. */
const FAR = 64

/**
 * Origin and zoom from where the pointer was.
 *
 * Shape   two looks that are far apart; undefined before. With one look the zoom is taken to be 1 when the window
 *         agrees.
 */
export function originFromPointer(fixes: readonly Fix[], facts: WindowFacts): FixedOrigin | undefined {
  const last = fixes.at(-1)
  if (!last) return undefined
  const zoom = zoomFrom(fixes) ?? (isUnzoomed(facts) ? 1 : undefined)
  if (zoom === undefined) return undefined
  const origin = { x: last.screenX - last.clientX * zoom, y: last.screenY - last.clientY * zoom, zoom }
  return isInWindow(origin, facts) ? origin : undefined
}

/** Looks that are worth keeping: the last one, and one far from it. */
export function keepFixes(fixes: readonly Fix[], next: Fix): Fix[] {
  const far = fixes.findLast(fix => Math.abs(fix.clientX - next.clientX) >= FAR)
  return far ? [far, next] : [...fixes.slice(0, 1), next]
}

function zoomFrom(fixes: readonly Fix[]): number | undefined {
  const [a, b] = [fixes[0], fixes.at(-1)]
  if (!a || !b || Math.abs(b.clientX - a.clientX) < FAR) return undefined
  const zoom = (b.screenX - a.screenX) / (b.clientX - a.clientX)
  return zoom > 0.2 && zoom < 6 ? snapped(zoom) : undefined
}

/** Whole pixels blur the zoom a little; browsers zoom in steps. */
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]
const snapped = (zoom: number): number => STEPS.find(step => Math.abs(step - zoom) / step < 0.02) ?? zoom

/** Origin from the window's own size and place; undefined when they can't be those of an unzoomed page. */
export function originFromWindow(facts: WindowFacts): FixedOrigin | undefined {
  if (!isUnzoomed(facts)) return undefined
  const side = (facts.outerWidth - facts.innerWidth) / 2
  return {
    x: facts.screenX + side,
    y: facts.screenY + facts.outerHeight - facts.innerHeight - side,
    zoom: 1,
  }
}

function isUnzoomed(facts: WindowFacts): boolean {
  const side = (facts.outerWidth - facts.innerWidth) / 2
  const bars = facts.outerHeight - facts.innerHeight - side
  return facts.isTop && side >= 0 && side <= THICKEST_FRAME && bars >= 0 && bars <= HIGHEST_BARS
}

/**
 * True when a window may be anywhere: some systems tell no page where it is, and say 0, 0.
 *
 * Source  D-14 · FR-49
 */
export const isPlaceless = (facts: WindowFacts): boolean =>
  facts.screenX === 0 &&
  facts.screenY === 0 &&
  !(facts.outerWidth >= facts.screenWidth && facts.outerHeight >= facts.screenHeight)

function isInWindow({ x, y }: FixedOrigin, facts: WindowFacts): boolean {
  return (
    x >= facts.screenX - 1 &&
    x <= facts.screenX + facts.outerWidth &&
    y >= facts.screenY - 1 &&
    y <= facts.screenY + facts.outerHeight
  )
}

/** An origin in the display's own pixels, as X11 counts them. */
export const inDevicePixels = ({ x, y, zoom }: FixedOrigin, devicePixelRatio: number): Origin => {
  const pixels = devicePixelRatio / zoom
  return { x: x * pixels, y: y * pixels, scale: devicePixelRatio }
}
