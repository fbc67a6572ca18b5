/** What of a page shows through its scrolling and clipping containers. */
import { type Box, NOWHERE } from './appearance.js'
import { common, hasArea, moved } from './boxes.js'
import { documentOf, drawnIn, frameAround, isDocument, isElement, isFrame, pageIn } from './flat-tree.js'

/** The part of a page that its window shows, in client coordinates. */
export function screenOf(page: Document | undefined): Box {
  const view = page?.defaultView
  return view ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : NOWHERE
}

/** The box inside the borders and scroll bars of an element, where its content shows. */
function innerBox(it: Element, outer: Box): Box {
  const width = 'offsetWidth' in it ? Number(it.offsetWidth) : outer.right - outer.left
  const height = 'offsetHeight' in it ? Number(it.offsetHeight) : outer.bottom - outer.top
  const x = width > 0 ? (outer.right - outer.left) / width : 1
  const y = height > 0 ? (outer.bottom - outer.top) / height : 1
  const left = outer.left + it.clientLeft * x
  const top = outer.top + it.clientTop * y
  return { left, top, right: left + it.clientWidth * x, bottom: top + it.clientHeight * y }
}

/** True when more stands in an element than its box has room for. */
export const overflows = (it: Element): boolean =>
  it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth

/** Whether an element clips what is inside it: 1 in width, 2 in height, 3 in both. */
export function clipsOf(it: Element): number {
  if (it.localName === 'body' || it.localName === 'html') return 0
  const style = styleOf(it)
  return style ? (isClip(style.overflowX) ? 1 : 0) + (isClip(style.overflowY) ? 2 : 0) : 0
}

const isClip = (overflow: string): boolean => overflow !== 'visible' && overflow !== ''

/** Narrows a clip to an element that clips what is inside it. */
export function clipBy(it: Element, outer: Box, clip: Box, clips: number): Box {
  if (clips === 0) return clip
  const inner = innerBox(it, outer)
  return common(clip, {
    left: clips & 1 ? inner.left : -Infinity,
    right: clips & 1 ? inner.right : Infinity,
    top: clips & 2 ? inner.top : -Infinity,
    bottom: clips & 2 ? inner.bottom : Infinity,
  })
}

const styleOf = (it: Element): CSSStyleDeclaration | undefined =>
  it.ownerDocument.defaultView?.getComputedStyle(it)

/** What shows of the surroundings of an element in its own page. */
export function clipAround(it: Element): Box {
  let clip = screenOf(it.ownerDocument)
  for (let at = drawnIn(it); at && isElement(at); at = drawnIn(at))
    clip = clipBy(at, at.getBoundingClientRect(), clip, clipsOf(at))
  return clip
}

/** Offset of what a frame shows against the page around it. Units: CSS pixels of that page. */
export type FrameOffset = { x: number; y: number; scale: number }

/** Where the page inside a frame begins. */
function frameOffset(frame: Element): FrameOffset {
  const { left, top, right } = pageBox(frame)
  const width = (isFrame(frame) ? pageIn(frame) : undefined)?.defaultView?.innerWidth ?? 0
  return { x: left, y: top, scale: width > 0 ? (right - left) / width : 1 }
}

/** The box that a frame shows its page in: inside borders and padding. */
function pageBox(frame: Element): Box {
  const { left, top, right, bottom } = innerBox(frame, frame.getBoundingClientRect())
  const scale = frame.clientWidth > 0 ? (right - left) / frame.clientWidth : 1
  const style = styleOf(frame)
  const inset = (length: string | undefined): number => (Number.parseFloat(length ?? '') || 0) * scale
  return {
    left: left + inset(style?.paddingLeft),
    top: top + inset(style?.paddingTop),
    right: right - inset(style?.paddingRight),
    bottom: bottom - inset(style?.paddingBottom),
  }
}

/** The clip of what is around a frame, in the coordinates of the page inside. */
export function clipInFrame(frame: Element, clip: Box, page: Document): Box {
  const { x, y, scale } = frameOffset(frame)
  const { left, top, right, bottom } = moved(common(clip, pageBox(frame)), -x, -y)
  return common(
    { left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale },
    screenOf(page),
  )
}

/**
 * What of some boxes in a node's page shows, by climbing through all that may clip them.
 *
 * Shape   in the client coordinates of the outermost page that can be reached; a fixed thing escapes what scrolls,
 *         an absolute one escapes up to what it is placed in.
 */
export function showing(node: Node, boxes: readonly Box[]): Box[] {
  let left = [...boxes]
  let escapes: Escape = 'nothing'
  let page = documentOf(node)
  for (let at: Node | undefined = node; at; at = drawnIn(at)) {
    if (isDocument(at)) {
      left = through(left, screenOf(page))
      const frame = frameAround(at)
      if (!frame) break
      const { x, y, scale } = frameOffset(frame)
      const inner = pageBox(frame)
      left = through(
        left.map(box => moved(scaled(box, scale), x, y)),
        inner,
      )
      page = documentOf(frame)
      escapes = 'nothing'
    } else if (isElement(at)) {
      const style = styleOf(at)
      if (!style) continue
      if (at !== node && !isPassed(escapes, style)) {
        left = through(left, clipBy(at, at.getBoundingClientRect(), EVERYWHERE, clipsOf(at)))
        escapes = 'nothing'
      }
      escapes = escapeOf(style, escapes)
    }
    if (left.length === 0) return []
  }
  return left
}

const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

const through = (boxes: readonly Box[], clip: Box): Box[] =>
  boxes.map(box => common(box, clip)).filter(hasArea)

const scaled = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
})

/** What a thing that is placed by itself is not clipped by. */
type Escape = 'nothing' | 'unplaced' | 'untransformed'

function escapeOf(style: CSSStyleDeclaration, now: Escape): Escape {
  if (style.position === 'fixed') return 'untransformed'
  if (style.position === 'absolute') return now === 'untransformed' ? now : 'unplaced'
  return now
}

function isPassed(escapes: Escape, style: CSSStyleDeclaration): boolean {
  if (escapes === 'nothing' || holdsFixed(style)) return false
  return escapes === 'untransformed' || style.position === 'static'
}

const holdsFixed = (style: CSSStyleDeclaration): boolean =>
  style.transform !== 'none' ||
  style.filter !== 'none' ||
  style.perspective !== 'none' ||
  /paint|layout|strict|content/.test(style.contain)
