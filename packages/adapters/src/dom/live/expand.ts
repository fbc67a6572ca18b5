/** Reads one appearance: what it is called, the text it holds, and what is directly inside it. */
import type { Appearance } from './appearance.js'
import { describe } from './describe.js'
import { endRun, type Filling, startFilling, take, takeElement, takeText } from './fill.js'
import { isDocument, isElement, isFrame, isText, pageIn } from './flat-tree.js'
import { takeOnlyText, WRAPPER_FACTS } from './leaf.js'
import { partToRead } from './long-list.js'
import type { Registry } from './registry.js'
import type { RunReader } from './run.js'

/** What reading needs around it. */
export type Expander = {
  registry: Registry
  reader: RunReader
  /** Most things read directly inside one. */
  mostKids: number
  /** Nodes on the way to what the user points at: read wherever they stand in a long list. */
  wanted: ReadonlySet<Node>
  /** True when the page must have its turn: what was read so far stands, the rest is read when it is resumed. */
  isOver(): boolean
  /** True when there is no time left: what was not read is said to be missing. */
  isLate(): boolean
  /** Keeps an eye on a root that was found: a shadow tree, or the page of a frame. */
  watch(root: Document | ShadowRoot): void
}

/** Reads an appearance anew; what is inside keeps what is known of it, unless all of it has to be read again. */
export function expand(it: Appearance, by: Expander): void {
  const { deep, kids } = it
  it.stale = it.deep = it.retitle = false
  it.filling = undefined
  it.styled = 0
  it.beyond = 0
  it.windowStart = it.windowSize = 0
  if (it.kind === 'run' || it.kind === 'field') return
  it.kids = []
  if (it.kind === 'closed') it.kind = 'wrapper'
  if (it.kind === 'wrapper') it.facts = WRAPPER_FACTS
  else describe(it, by.reader)
  if (takeOnlyText(it, by.reader)) return
  const container = containerOf(it, by)
  if (!container) return
  const page = isDocument(container) ? container : undefined
  const next = page ? page.body : container.firstChild
  const filling = startFilling(it, deep, by, container, next, page ? 1 : Infinity)
  if (!fill(filling)) {
    startPart(filling)
    fill(filling)
    by.registry.keepStrays(kids)
  }
  if (!it.filling) finish(filling)
}

/** Goes on where the page had its turn; after a change of the page only as far as what is next still is. */
export function resume(it: Appearance, by: Expander): void {
  const { filling } = it
  if (!filling) return
  it.filling = undefined
  it.beyond = filling.beyond
  filling.by = by
  if (filling.next?.parentNode !== filling.container) it.stale = true
  else fill(filling)
  if (!it.filling) finish(filling)
}

function finish(filling: Filling): void {
  endRun(filling)
  promote(filling.it)
}

/** A wrapper of nothing but text is the element of that text. */
function promote(it: Appearance): void {
  const { kind, kids } = it
  const only = kids[0]
  if (kind !== 'wrapper' || kids.length !== 1 || only?.kind !== 'run') return
  it.facts = only.facts
  it.kids = only.kids
  for (const kid of it.kids) kid.parent = it
}

/** True for an appearance that is an element of the answer. */
export const isReported = (it: Appearance): boolean => it.kind !== 'wrapper' || it.facts.text !== undefined

/** What the things inside an appearance stand in: itself, its shadow tree, or the page that a frame shows. */
function containerOf(
  { node, element, kind }: Appearance,
  by: Expander,
): Element | ShadowRoot | Document | undefined {
  if (!element) return isDocument(node) ? node : undefined
  if (kind === 'frame') {
    const page = isFrame(element) ? pageIn(element) : undefined
    if (page) by.watch(page)
    return page
  }
  const { shadowRoot } = element
  if (shadowRoot) by.watch(shadowRoot)
  return shadowRoot ?? element
}

/**
 * Takes what is in a container until the page must have its turn, or there is no time left.
 *
 * Shape   false when there is too much of it, and only a part should be taken.
 */
function fill(filling: Filling): boolean {
  const { it, by, container } = filling
  const isPart = it.windowSize > 0
  let elements = 0
  let nodes = 0
  for (let child = filling.next; child && filling.left > 0; child = filling.next) {
    filling.next = child.nextSibling
    const type = child.nodeType
    if (isText(child, type)) takeText(filling, child)
    else if (isElement(child, type)) {
      if (!isPart && ++elements > by.mostKids) return false
      filling.left--
      filling.taken++
      takeElement(filling, child)
    }
    const isEnough = ++nodes > 4 * by.mostKids + 1000
    const isOver = by.isOver() && nodes >= FEW
    if (filling.next === null || filling.left === 0 || (!isEnough && !isOver)) continue
    if (!isPart && !isDocument(container) && container.childElementCount > by.mostKids) return false
    it.beyond = filling.beyond + leftIn(filling)
    if (!isEnough && !by.isLate()) {
      it.filling = filling
      return true
    }
    it.windowSize = Math.max(1, by.mostKids - leftIn(filling))
    if (filling.run) filling.run.cut = true
    break
  }
  for (const child of filling.after) take(filling, child)
  return true
}

/** So few nodes are taken at once, so that what holds little is read whole or not at all. */
const FEW = 4

/** How many elements of a container are still to be taken; at least one. */
function leftIn({ container, left, taken }: Filling): number {
  if (left !== Infinity) return left
  return Math.max(1, isDocument(container) ? 0 : container.childElementCount - taken)
}

/** Starts anew with what of a long list is on the screen, and what the user points at. */
function startPart(filling: Filling): void {
  const { it, by, container } = filling
  it.kids = []
  filling.run = undefined
  filling.left = 0
  if (!it.element || isDocument(container)) return
  const part = partToRead(it, it.element, container, by)
  if (!part) return
  filling.next = part.first
  filling.left = part.count
  filling.after = part.after
  filling.beyond = it.beyond
  for (const child of part.before) take(filling, child)
}
