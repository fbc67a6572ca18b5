/** Watches for what tells where a page is on the display. */
import {
  type Fix,
  type FixedOrigin,
  inDevicePixels,
  isPlaceless,
  keepFixes,
  type Origin,
  originFromPointer,
  originFromWindow,
  type WindowFacts,
} from './origin.js'
import type { PointerFix } from './pointer.js'

/** Tells where a page is on the display now; undefined when that can't be known. */
export type FindOrigin = () => Origin | undefined

/** Finds the origin from the window, and better once the pointer was seen. */
export type OriginWatch = { onFix(fix: PointerFix): void; find: FindOrigin }

/**
 * Watches one page.
 *
 * Shape   what the pointer told holds while the window keeps its size; when it moved, so did the page.
 */
export function watchOrigin(page: Document): OriginWatch {
  let fixes: Fix[] = []
  let at: WindowFacts | undefined

  return {
    onFix({ clientX, clientY, screenX, screenY }) {
      const facts = factsOf(page)
      if (!facts) return
      if (!at || !isSameWindow(at, facts) || at.screenX !== facts.screenX || at.screenY !== facts.screenY)
        fixes = []
      at = facts
      fixes = keepFixes(fixes, { clientX, clientY, screenX, screenY })
    },
    find() {
      const facts = factsOf(page)
      if (!facts || isPlaceless(facts)) return undefined
      const fixed = at && isSameWindow(at, facts) ? originFromPointer(fixes, at) : undefined
      const origin = fixed && at ? shifted(fixed, at, facts) : originFromWindow(facts)
      return origin && inDevicePixels(origin, facts.devicePixelRatio)
    },
  }
}

const shifted = ({ x, y, zoom }: FixedOrigin, then: WindowFacts, now: WindowFacts): FixedOrigin => ({
  x: x + now.screenX - then.screenX,
  y: y + now.screenY - then.screenY,
  zoom,
})

const isSameWindow = (a: WindowFacts, b: WindowFacts): boolean =>
  (['outerWidth', 'outerHeight', 'innerWidth', 'innerHeight', 'devicePixelRatio'] as const).every(
    name => a[name] === b[name],
  )

/** What the window says; undefined while the user has pinched the page to another scale. */
function factsOf(page: Document): WindowFacts | undefined {
  const view = page.defaultView
  if (!view || (view.visualViewport?.scale ?? 1) !== 1) return undefined
  const { screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio } = view
  return {
    screenX,
    screenY,
    outerWidth,
    outerHeight,
    innerWidth,
    innerHeight,
    devicePixelRatio,
    screenWidth: view.screen.width,
    screenHeight: view.screen.height,
    isTop: view.top === view,
  }
}
