/** Where an element or a passage is on the display, now (EL-6-rects, D-14). */
import type { Location, Rect } from '@copane/protocol/elements'
import type { Box } from './appearance.js'
import { hasArea, mergeLines } from './boxes.js'
import { showing } from './clip.js'
import { documentOf, isDocument, isDrawnIn, isElement, isText } from './flat-tree.js'
import type { Origin } from './origin.js'
import type { Passage } from './passages.js'

/** What placing needs to know of the display. */
export type Display = { origin: Origin | undefined; window: number | undefined }

/**
 * The place of a node: its one bounding box.
 *
 * Shape   undefined when the page's own place can't be known; `last` is where a run of text ends.
 */
export function placeOfNode(node: Node, last: Node | undefined, display: Display): Location | undefined {
  return place(node, boundingBoxes(node, last), display)
}

/** The place of a passage: one box per line, or the box of the field it is in. */
export function placeOfPassage(passage: Passage, display: Display): Location | undefined {
  if (passage.kind === 'range') return place(passage.range.startContainer, linesOf(passage.range), display)
  const field = passage.field.deref()
  return field && place(field, [field.getBoundingClientRect()], display)
}

/** The lines of a range, without the boxes of elements around its text. */
export function linesOf(range: Range): Box[] {
  return mergeLines(textBoxes(range))
}

const MOST_NODES = 2000

function textBoxes(range: Range): Box[] {
  const page = documentOf(range.startContainer)
  if (!page) return []
  const around = range.commonAncestorContainer
  if (isText(around)) return [...range.getClientRects()]
  const walker = page.createTreeWalker(around, NodeFilter.SHOW_TEXT)
  const part = page.createRange()
  const boxes: Box[] = []
  walker.currentNode = range.startContainer
  let left = MOST_NODES
  let node: Node | null = isText(range.startContainer) ? range.startContainer : walker.nextNode()
  for (; node && left > 0 && range.intersectsNode(node); node = walker.nextNode(), left--) {
    part.selectNodeContents(node)
    if (node === range.startContainer) part.setStart(node, range.startOffset)
    if (node === range.endContainer) part.setEnd(node, range.endOffset)
    boxes.push(...part.getClientRects())
  }
  return boxes
}

function boundingBoxes(node: Node, last: Node | undefined): Box[] {
  if (isElement(node)) return [node.getBoundingClientRect()]
  const page = documentOf(node)
  if (!page) return []
  if (isDocument(node))
    return [
      {
        left: 0,
        top: 0,
        right: page.defaultView?.innerWidth ?? 0,
        bottom: page.defaultView?.innerHeight ?? 0,
      },
    ]
  const range = page.createRange()
  range.setStartBefore(node)
  range.setEndAfter(last && isDrawnIn(last, page) ? last : node)
  return [range.getBoundingClientRect()]
}

function place(node: Node, boxes: readonly Box[], { origin, window }: Display): Location | undefined {
  if (!origin) return undefined
  const known = window === undefined ? {} : { window }
  const hidden = documentOf(node)?.hidden === true
  const seen = hidden || isUndrawn(node) ? [] : showing(node, boxes.filter(hasArea))
  if (seen.length === 0) return { state: 'offscreen', ...known }
  return { state: 'visible', rects: seen.map(box => toRect(box, origin)), ...known }
}

function isUndrawn(node: Node): boolean {
  const element = isElement(node) ? node : node.parentElement
  return element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) === false
}

const toRect = ({ left, top, right, bottom }: Box, { x, y, scale }: Origin): Rect => ({
  x: x + left * scale,
  y: y + top * scale,
  w: (right - left) * scale,
  h: (bottom - top) * scale,
})
