/** The document as it is drawn: through slots, open shadow roots and same-origin frames. */

import { HINTS } from '../node.js'

/** True for an element of any namespace; `type` is the node's type, where that was asked before. */
export const isElement = (node: Node, type = node.nodeType): node is Element => type === 1

/** True for any node; nodes of other frames fail `instanceof`. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value

/** True for a text node; `type` is the node's type, where that was asked before. */
export const isText = (node: Node, type = node.nodeType): node is Text => type === 3

/** True for a document. */
export const isDocument = (node: Node): node is Document => node.nodeType === 9

/** True for the root of a shadow tree. */
export const isShadowRoot = (node: Node): node is ShadowRoot => node.nodeType === 11 && 'host' in node

/** True for a frame that holds a page. */
export const isFrame = (element: Element): element is HTMLIFrameElement =>
  element.localName === 'iframe' || element.localName === 'frame'

/** True for a slot. */
export const isSlot = (element: Element): element is HTMLSlotElement => element.localName === 'slot'

/** The document that a node is in, a document itself included. */
export const documentOf = (node: Node): Document | undefined =>
  isDocument(node) ? node : (node.ownerDocument ?? undefined)

/** The document inside a frame; undefined when its origin is another one. */
export const pageIn = (frame: HTMLIFrameElement): Document | undefined => frame.contentDocument ?? undefined

/** The frame that a document is shown in; undefined for the top, and where the embedder has another origin. */
export const frameAround = (page: Document): Element | undefined =>
  page.defaultView?.frameElement ?? undefined

/** The node that a node is drawn in: its slot, its parent, its host, or the frame around its page. */
export function drawnIn(node: Node): Node | undefined {
  if (isElement(node) || isText(node)) {
    const slot = node.assignedSlot
    if (slot) return slot
  } else if (isDocument(node)) return frameAround(node)
  const parent = node.parentNode
  return parent && isShadowRoot(parent) ? parent.host : (parent ?? undefined)
}

/** The nodes drawn directly in a node, its own or those of its shadow root; slots are left for `assigned`. */
export function firstDrawn(node: Node): Node | undefined {
  if (isElement(node)) {
    if (isFrame(node)) return pageIn(node)?.body ?? undefined
    return (node.shadowRoot ?? node).firstChild ?? undefined
  }
  return isDocument(node) ? (node.body ?? undefined) : (node.firstChild ?? undefined)
}

/** What a slot shows: the nodes assigned to it, else what stands in it. */
export function assigned(slot: HTMLSlotElement): readonly Node[] {
  const nodes = slot.assignedNodes({ flatten: true })
  return nodes.length > 0 ? nodes : [...slot.childNodes]
}

/** The way from a node up to the outermost it is drawn in, the node first. */
export function upwards(node: Node): Node[] {
  const nodes: Node[] = []
  for (let at: Node | undefined = node; at; at = drawnIn(at)) nodes.push(at)
  return nodes
}

/** True when a node is drawn in another one, or is that one. */
export function isDrawnIn(node: Node, around: Node): boolean {
  for (let at: Node | undefined = node; at; at = drawnIn(at)) if (at === around) return true
  return false
}

/** True for a node in what the app keeps private; `open` is known to be in none. */
export function isPrivate(node: Node, open?: Node): boolean {
  for (let at: Node | undefined = node; at && at !== open; at = drawnIn(at))
    if (isElement(at) && at.hasAttribute(HINTS.private)) return true
  return false
}

/** The element that has the keyboard, through shadow roots and same-origin frames; undefined when none has. */
export function deepActive(page: Document): Element | undefined {
  let active = page.activeElement
  let found: Element | undefined
  while (active) {
    const tag = active.localName
    if (tag === 'body' && !active.shadowRoot) break
    if (tag !== 'body' && tag !== 'html') found = active
    const next: Element | null = isFrame(active)
      ? (pageIn(active)?.activeElement ?? null)
      : (active.shadowRoot?.activeElement ?? null)
    if (!next) break
    active = next
  }
  return found
}

/** The innermost element at a point of a page, through shadow roots; frames are for whoever knows their offset. */
export function deepElementAt(page: Document, x: number, y: number): Element | undefined {
  let found = page.elementFromPoint(x, y)
  for (let root = found?.shadowRoot; found && root; root = found.shadowRoot) {
    const inner: Element | null = root.elementFromPoint(x, y)
    if (!inner || inner === found) break
    found = inner
  }
  return found ?? undefined
}
