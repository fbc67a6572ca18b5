/** What the user points at: taken in before anything else, and marked in the answer (elements §5.3). */
import type { TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'
import type { AnswerIndex } from './answer-index.js'
import { nearestAround } from './changes.js'
import { showing } from './clip.js'
import { deepElementAt, isDocument, isDrawnIn, isText, upwards } from './flat-tree.js'
import { linesOf } from './locate.js'
import type { Ends } from './passage-text.js'
import type { Passages } from './passages.js'
import type { Pointer } from './pointer.js'
import type { Registry } from './registry.js'
import type { Selected } from './selection.js'
import { cutText } from './text.js'

/** The node where the user is: the end of the selection inside what has the keyboard, else that, else that end. */
export function positionOf(active: Element | undefined, ends: readonly Ends[]): Node | undefined {
  const end = ends[0]?.endNode
  return active && !(end && isDrawnIn(end, active)) ? active : end
}

/** All nodes from the root down to what the user points at. */
export const wayTo = (nodes: readonly (Node | undefined)[]): Set<Node> =>
  new Set(nodes.flatMap(node => (node ? upwards(node) : [])))

/** Marks the appearances from the user's position out to the root: the focus path (EL-5.3-focus-path). */
export function markFocused(
  position: Node | undefined,
  root: Appearance,
  pass: number,
  registry: Registry,
): void {
  const innermost = position && (registry.of(position) ?? nearestAround(position, registry))
  const path: Appearance[] = []
  for (let at = innermost; at; at = at.parent) path.push(at)
  if (path.at(-1) === root) for (const it of path) it.focused = pass
  if (isDocument(root.node)) root.focused = pass
}

/** Puts each selected passage into the element it was selected in. */
export function placePassages(
  selected: readonly Selected[],
  answer: AnswerIndex,
  passages: Passages,
  maxChars: number,
): void {
  for (const each of selected) {
    const host = answer.around(each.host)
    if (!host) continue
    const element = passageElement(each, passages, maxChars, host.isShown)
    if (each.kind === 'range') insert(element, each.ends.startNode, host, answer)
    else (host.element.children ??= []).push(element)
  }
}

function passageElement(
  each: Selected,
  passages: Passages,
  maxChars: number,
  isHostShown: boolean,
): TreeElement {
  if (each.kind === 'field') {
    const { id, value } = passages.ofField(each.field, each.start, each.end)
    const { text, cut } = cutText(value.slice(each.start, each.end), maxChars)
    return toElement(id, text, cut)
  }
  const { id, range } = passages.ofRange(each.ends, each.text)
  const element = toElement(id, each.text, each.cut)
  const isShown = showing(range.startContainer, linesOf(range)).length > 0
  if (isHostShown && !isShown) element.visible = false
  return element
}

const toElement = (id: string, text: string, cut: boolean): TreeElement => ({
  id,
  role: 'Text',
  content: [{ type: 'text', text }],
  selected: true,
  ...(cut ? { attributes: { cut } } : {}),
})

/** Puts a passage before the first child that comes after its beginning. */
function insert(
  element: TreeElement,
  start: Node,
  host: { it: Appearance; element: TreeElement },
  answer: AnswerIndex,
): void {
  const children = (host.element.children ??= [])
  const next = firstFrom(start, host.it, answer)
  const at = next ? children.indexOf(next) : -1
  children.splice(at < 0 ? children.length : at, 0, element)
}

const NOT_BEFORE = 4 /* following */ | 8 /* contains */

/** The first element in a host that holds a node, or comes after it; wrappers are looked into. */
function firstFrom(start: Node, host: Appearance, answer: AnswerIndex): TreeElement | undefined {
  const stack = host.kids.toReversed()
  for (let kid = stack.pop(); kid; kid = stack.pop()) {
    const found = answer.at(kid)
    if (found) {
      if ((start.compareDocumentPosition(kid.node) & NOT_BEFORE) !== 0) return found.element
    } else if (kid.kind === 'wrapper') stack.push(...kid.kids.toReversed())
  }
  return undefined
}

/** What the pointer is on, as far as anything there is known. */
export function findHovered(
  pointer: Pointer | 'unheard' | undefined,
  root: Appearance,
  pass: number,
  registry: Registry,
): Appearance | undefined {
  if (!pointer) return undefined
  if (pointer === 'unheard') {
    const resting = restingOn(root, pass)
    return resting === root ? undefined : resting
  }
  const hit = deepElementAt(pointer.page, pointer.x, pointer.y)
  return hit && (registry.of(hit) ?? nearestAround(hit, registry))
}

/** Marks the innermost element under the pointer (EL-5.3-one-hover). */
export function markHovered(
  hovered: Appearance | undefined,
  pointer: Pointer | 'unheard' | undefined,
  answer: AnswerIndex,
): void {
  const host = hovered && answer.around(hovered)
  if (!host) return
  const inner = pointer && pointer !== 'unheard' ? runAt(host.it, pointer.x, pointer.y) : undefined
  const element = (inner && answer.at(inner)?.element) ?? host.element
  element.hovered = true
}

/** What the page draws as hovered, when the pointer came to rest there before anyone listened. */
function restingOn(root: Appearance, pass: number): Appearance {
  let at = root
  for (;;) {
    const inner = at.kids.find(({ seen, element }) => seen === pass && element?.matches(':hover'))
    if (!inner) return at
    at = inner
  }
}

/** The run of text at a point; it has no element of its own that could be hit. */
function runAt(host: Appearance, x: number, y: number): Appearance | undefined {
  return host.kids.find(({ kind, node, last }) => {
    if (kind !== 'run' || !isText(node)) return false
    const range = node.ownerDocument.createRange()
    range.setStartBefore(node)
    range.setEndAfter(last?.isConnected ? last : node)
    return [...range.getClientRects()].some(
      box => x >= box.left && x < box.right && y >= box.top && y < box.bottom,
    )
  })
}
