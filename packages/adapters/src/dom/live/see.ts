/** Where an appearance is drawn, and whether anything of it is on the screen (EL-5.3-visible-drawn). */
import type { Role } from '@copane/protocol/elements'
import { type Appearance, type Box, type Moment, NOWHERE } from './appearance.js'
import { HAS } from './attributes.js'
import { boxOf, distance, hasArea, meets } from './boxes.js'
import { holdsBlocks } from './classify.js'
import { clipBy, clipInFrame, clipsOf, overflows, showing } from './clip.js'
import { isFrame, isText, pageIn } from './flat-tree.js'

/** On the screen, with what is inside to be measured; off it with all that is inside; or without a box. */
export type Sight = 'on' | 'off' | 'none'

/** All ways to be there and not be drawn. */
const DRAWN: CheckVisibilityOptions = {
  opacityProperty: true,
  visibilityProperty: true,
  contentVisibilityAuto: true,
}

const PANES: ReadonlySet<Role> = new Set(['Window', 'Document', 'Page'])

/** True for what may float above other things and cover them: a window, a pane, a document. */
export const isPane = (it: Appearance): boolean =>
  it.kind !== 'wrapper' && it.kind !== 'run' && PANES.has(it.facts.role)

/** True for what is worth a line even where it is not displayed: a pane, or what the app gave an id. */
export const isWorthALine = (it: Appearance): boolean => isPane(it) || it.hint !== undefined

/** Measures an appearance against what shows of its surroundings, and remembers box and outcome. */
export function see(it: Appearance, clip: Box, now: Moment): Sight {
  it.seen = now.number
  it.covered = false
  it.boxed = it.checked = true
  const { node, element } = it
  if (!element) {
    it.box = isText(node) ? boxOfRun(it, node) : clip
    it.boxed = hasArea(it.box)
    it.drawn = it.boxed && meets(it.box, clip)
    return it.drawn ? 'on' : 'off'
  }
  const box = boxOf(element)
  if (!isSameSize(box, it.box)) it.whollySeen = it.tidy = 0
  it.box = box
  if (box.bottom <= box.top || box.right <= box.left) return seeFlat(it, element)
  if (meets(box, clip)) {
    it.drawn = isClear(it, element, now)
    if (it.drawn || element.checkVisibility()) return 'on'
    it.boxed = false
    return 'none'
  }
  it.drawn = isOutside(it, element, clip, now)
  return it.drawn || mayShow(it, element, clip, now) ? 'on' : 'off'
}

/** What is inside something of the same size stands in it as it did. */
const isSameSize = (a: Box, b: Box): boolean =>
  Math.abs(a.right - a.left - b.right + b.left) < 0.01 && Math.abs(a.bottom - a.top - b.bottom + b.top) < 0.01

/** Takes over for a part of a line or of a row what holds for what is around it; false when a style of its own hides it. */
export function seeAs(it: Appearance, around: Appearance, now: Moment): boolean {
  if (!it.element || (it.has !== 0 && !isClear(it, it.element, now))) return false
  it.seen = now.number
  it.covered = false
  it.boxed = it.checked = true
  it.drawn = around.drawn
  it.box = around.box
  return true
}

/** Measures a pane by itself, whatever is known of its surroundings; true when it is on the screen. */
export function seeAfloat(it: Appearance, now: Moment): boolean {
  const { element: node } = it
  if (!node) return false
  const box = boxOf(node)
  if (!meets(box, now.screenOf(node.ownerDocument)) || showing(node, [box]).length === 0) return false
  it.seen = now.number
  it.box = box
  it.covered = false
  it.drawn = isClear(it, node, now)
  return it.drawn
}

/** True when no style hides something; an answer that it is hidden may change with what is scrolled. */
function isClear(it: Appearance, node: Element, now: Moment): boolean {
  const isKnown = it.styled === now.styles
  if (isKnown && it.clear) return true
  if (!isKnown) it.clips = -1
  it.styled = now.styles
  it.clear = node.checkVisibility(DRAWN)
  return it.clear
}

/** Whether something clips what is inside it, asked once while styles stay. */
function clipsNow(it: Appearance, node: Element, now: Moment): number {
  if (it.styled !== now.styles) isClear(it, node, now)
  if (it.clips < 0) it.clips = clipsOf(node)
  return it.clips
}

/** Something without an area: what is inside may still have one. */
function seeFlat(it: Appearance, node: Element): Sight {
  it.drawn = false
  if (node.checkVisibility()) return node.firstElementChild ? 'on' : 'off'
  const style = node.ownerDocument.defaultView?.getComputedStyle(node)
  if (style?.display === 'contents') return 'on'
  it.boxed = false
  return 'none'
}

/** True when something escapes a clip that its surroundings are under, and shows. */
function isOutside(it: Appearance, node: Element, clip: Box, now: Moment): boolean {
  const screen = now.screenOf(node.ownerDocument)
  if (!meets(it.box, screen) || isWithin(screen, clip)) return false
  return showing(node, [it.box]).length > 0 && isClear(it, node, now)
}

/** True for a box that is wholly inside another one. */
export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.right <= outer.right &&
  inner.bottom <= outer.bottom

/** True when what is inside may stand out of a box that is not on the screen, but near it. */
function mayShow(it: Appearance, node: Element, clip: Box, now: Moment): boolean {
  const { right, bottom } = now.screenOf(node.ownerDocument)
  if (distance(it.box, clip) >= right + bottom || isTidy(it, now) || !holdsBlocks(node)) return false
  const spills = clipsNow(it, node, now) !== 3 && overflows(node)
  it.tidy = spills ? 0 : now.styles
  return spills
}

/** True when nothing stood out of a box, and since then neither its size, nor styles, nor anything inside changed. */
const isTidy = ({ tidy, still, size, stale, staleBelow }: Appearance, { styles }: Moment): boolean =>
  tidy === styles && still && size >= 0 && !stale && !staleBelow

const FRAMES = new Set(['iframe', 'frame'])

/** What shows of the things inside an appearance that was measured; undefined when nothing can. */
export function clipInside(it: Appearance, clip: Box, now: Moment): Box | undefined {
  const { element: node, box } = it
  if (!node) return clip
  if (FRAMES.has(it.tag) && isFrame(node)) {
    const page = pageIn(node)
    const inside = page && clipInFrame(node, clip, page)
    return inside && hasArea(inside) ? inside : undefined
  }
  const outer = it.drawn && !meets(box, clip) ? now.screenOf(node.ownerDocument) : clip
  return clipBy(node, box, outer, clipsNow(it, node, now))
}

const shared = new WeakMap<Document, Range>()

/** The box of a run of text that has no element of its own. */
function boxOfRun(it: Appearance, first: Text): Box {
  const page = first.ownerDocument
  let range = shared.get(page)
  if (!range) shared.set(page, (range = page.createRange()))
  range.setStartBefore(first)
  range.setEndAfter(it.last?.isConnected ? it.last : first)
  const box = range.getBoundingClientRect()
  range.setStart(page, 0)
  range.collapse(true)
  return box.width > 0 && box.height > 0 ? box : NOWHERE
}

/** True for what is displayed at all. */
export const isBoxed = ({ element }: Appearance): boolean => {
  if (!element || element.checkVisibility()) return true
  return element.ownerDocument.defaultView?.getComputedStyle(element).display === 'contents'
}

/**
 * Finds out which of the kids are displayed, where that is not known.
 *
 * Shape   siblings of one tag and class share what the first and the last of them in a row are, when these agree.
 */
export function markBoxed(kids: readonly Appearance[], start: number): void {
  for (let from = start; from < kids.length; ) {
    const first = kids[from]
    if (!first || isKnown(first)) {
      from++
      continue
    }
    let to = from + 1
    for (let kid = kids[to]; kid && !isKnown(kid) && isSameKind(first, kid); kid = kids[to]) to++
    const last = kids[to - 1] ?? first
    const isFirst = isBoxed(first)
    const agree = last === first || isBoxed(last) === isFirst
    for (let at = from; at < to; at++) {
      const kid = kids[at]
      if (!kid) continue
      kid.boxed = agree ? isFirst : isBoxed(kid)
      kid.checked = true
    }
    from = to
  }
}

const isKnown = ({ checked, boxed, stale }: Appearance): boolean => checked && boxed && !stale

function isSameKind(a: Appearance, b: Appearance): boolean {
  if (!a.element || !b.element || a.has !== b.has || a.tag !== b.tag) return false
  return a.has === 0 || ((a.has & HAS.moody) === 0 && a.element.className === b.element.className)
}
