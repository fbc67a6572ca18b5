/** Rectangles in a page: what is left of one inside another. Units: CSS pixels. */
import type { Box } from './appearance.js'

/** The box of an element, as numbers of our own: each look at what the page gives is a call into it. */
export function boxOf(it: Element): Box {
  const { left, top, right, bottom } = it.getBoundingClientRect()
  return { left, top, right, bottom }
}

/** What two boxes share; empty when `right` or `bottom` is not beyond `left` or `top`. */
export const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

/** True for a box with an area, however small. */
export const hasArea = ({ left, top, right, bottom }: Box): boolean => right > left && bottom > top

/** Less than this of a thing is not seeing it. */
const LEAST = 0.5

/** True when something to be seen of one box is inside the other. */
export const meets = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) >= LEAST &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= LEAST

/** A box moved. */
export const moved = (box: Box, x: number, y: number): Box => ({
  left: box.left + x,
  top: box.top + y,
  right: box.right + x,
  bottom: box.bottom + y,
})

/** How far a box is from another one; 0 when they meet. */
export function distance(a: Box, b: Box): number {
  const x = Math.max(b.left - a.right, a.left - b.right, 0)
  const y = Math.max(b.top - a.bottom, a.top - b.bottom, 0)
  return x + y
}

/**
 * Boxes of text, one per line.
 *
 * Shape   boxes that share more than half of the lower one's height are one line, whatever their order.
 */
export function mergeLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = []
  for (const box of boxes) {
    if (!hasArea(box)) continue
    const line = lines.findLast(other => isSameLine(other, box))
    if (!line) lines.push(moved(box, 0, 0))
    else {
      line.left = Math.min(line.left, box.left)
      line.right = Math.max(line.right, box.right)
      line.top = Math.min(line.top, box.top)
      line.bottom = Math.max(line.bottom, box.bottom)
    }
  }
  return lines.sort((a, b) => a.top - b.top)
}

function isSameLine(a: Box, b: Box): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return shared > Math.min(a.bottom - a.top, b.bottom - b.top) / 2
}
