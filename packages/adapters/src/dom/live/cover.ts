/** Whether a window in a page is wholly covered by what is drawn above it. */
import type { Appearance, Box } from './appearance.js'
import { common, hasArea } from './boxes.js'
import { screenOf } from './clip.js'
import { isDrawnIn, isElement } from './flat-tree.js'

const COARSE = [0, 0.5, 1]
const FINE = [0, 0.25, 0.5, 0.75, 1]

/** Most windows that are looked at in one answer. */
const MOST = 40

/**
 * Marks the windows of which nothing is to be seen.
 *
 * Shape   asks what is drawn at nine points, and where all are covered at 25; what shines through covers nothing.
 */
export function markCovered(windows: readonly Appearance[]): void {
  for (const it of windows.slice(0, MOST)) {
    const { node } = it
    if (!it.drawn || !isElement(node)) continue
    const seen = common(it.box, screenOf(node.ownerDocument))
    if (!hasArea(seen)) continue
    it.covered = [COARSE, FINE].every(steps => isCoveredAt(node, seen, steps))
  }
}

function isCoveredAt(window: Element, { left, top, right, bottom }: Box, steps: readonly number[]): boolean {
  const width = right - left - 2
  const height = bottom - top - 2
  if (width <= 0 || height <= 0) return false
  return steps.every(x => steps.every(y => isHiddenAt(window, left + 1 + x * width, top + 1 + y * height)))
}

/** True when something opaque that is neither in the window nor around it is above it at a point. */
function isHiddenAt(window: Element, x: number, y: number): boolean {
  for (const hit of window.ownerDocument.elementsFromPoint(x, y)) {
    if (isDrawnIn(window, hit) || isDrawnIn(hit, window)) {
      if (isDrawnIn(hit, window)) return false
      continue
    }
    if (isOpaqueAt(hit, x, y)) return true
  }
  return false
}

const OPAQUE_TAGS = new Set(['video', 'iframe'])

function isOpaqueAt(it: Element, x: number, y: number): boolean {
  const view = it.ownerDocument.defaultView
  if (!view || !it.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const inBox = isWithin(it.getBoundingClientRect(), x, y)
  const style = view.getComputedStyle(it, inBox ? null : '::backdrop')
  return (
    style.opacity === '1' && (isOpaque(style.backgroundColor) || (inBox && OPAQUE_TAGS.has(it.localName)))
  )
}

const isWithin = ({ left, top, right, bottom }: Box, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom

const isOpaque = (colour: string): boolean =>
  colour !== 'transparent' && !/^rgba\(.*,\s*(0|0?\.\d+)\)$|\/\s*(0|0?\.\d+)\)$/.test(colour)
