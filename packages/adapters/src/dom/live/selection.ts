/** What the user selected, told by what it was selected in (EL-5.1-selected-text). */
import type { Appearance } from './appearance.js'
import { nearestAround } from './changes.js'
import { attributesOf } from './attributes.js'
import { classify, isInLine } from './classify.js'
import { isField, isSecret, type Field } from './fields.js'
import { assigned, drawnIn, firstDrawn, isElement, isFrame, isSlot, isText } from './flat-tree.js'
import type { Ends } from './passage-text.js'
import type { Registry } from './registry.js'
import { isPane } from './see.js'
import { collapse, cutText } from './text.js'

/** One selected passage, in the innermost appearance that holds all of it. */
export type Selected =
  | SelectedRange
  | { kind: 'field'; host: Appearance; field: Field; start: number; end: number }

type SelectedRange = { kind: 'range'; host: Appearance; ends: Ends; text: string; cut: boolean }

/** A stretch of one text node. */
type Piece = { node: Text; start: number; end: number }

const MOST_NODES = 5000

/** Most passages of one answer; the last one says that there are more. */
const MOST_PASSAGES = 50

/** The ends of every selection in some pages, in open shadow trees too. */
export function selectionEnds(pages: Iterable<Document>): Ends[] {
  const ends: Ends[] = []
  for (const page of pages) {
    const selection = page.getSelection()
    if (!selection?.anchorNode) continue
    for (const range of rangesOf(selection)) if (!range.collapsed) ends.push(endsOf(range))
  }
  return ends
}

/** How many shadow trees deep a selection is looked for. */
const MOST_TREES = 16

/** A browser tells of a shadow tree only to who names it: the trees are named from the outermost inward. */
function rangesOf(selection: Selection): AbstractRange[] {
  if (typeof selection.getComposedRanges !== 'function')
    return selection.rangeCount > 0 ? [selection.getRangeAt(0)] : []
  const shadowRoots: ShadowRoot[] = []
  for (let tree = 0; ; tree++) {
    const ranges = selection.getComposedRanges({ shadowRoots })
    const hosts = ranges.flatMap(({ startContainer, startOffset, endContainer, endOffset }) => [
      startContainer.childNodes[startOffset],
      endContainer.childNodes[endOffset - 1],
    ])
    const found = hosts.flatMap(host => (host && isElement(host) && host.shadowRoot ? [host.shadowRoot] : []))
    const fresh = found.filter(root => !shadowRoots.includes(root))
    if (fresh.length === 0 || tree === MOST_TREES) return ranges
    shadowRoots.push(...fresh)
  }
}

const endsOf = ({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): Ends => ({
  startNode: startContainer,
  start: startOffset,
  endNode: endContainer,
  end: endOffset,
})

/**
 * Every selected passage.
 *
 * Shape   a selection over several comments, panes or shadow trees is one passage in each; over several paragraphs
 *         of one thing it is one passage.
 */
export function selectedIn(ends: readonly Ends[], registry: Registry, maxChars: number): Selected[] {
  const groups = ends.flatMap(each => groupsOf(piecesOf(each), registry))
  const all = groups.slice(0, MOST_PASSAGES).flatMap(group => toSelected(group, maxChars))
  const last = all.at(-1)
  if (groups.length > MOST_PASSAGES && last) last.cut = true
  return all
}

/** What is selected in the field that has the keyboard; `field` is whatever has it. */
export function selectedInField(field: Element | undefined, registry: Registry): Selected[] {
  if (!field || !isField(field) || isSecret(field)) return []
  const { selectionStart: start, selectionEnd: end } = field
  const host = registry.of(field)
  if (!host || start === null || end === null || start === end) return []
  return [{ kind: 'field', host, field, start, end }]
}

/** The selected text nodes, without what is private, hidden or a control. */
function piecesOf({ startNode, start, endNode, end }: Ends): Piece[] {
  const pieces: Piece[] = []
  const first = isText(startNode) ? startNode : (startNode.childNodes[start] ?? following(startNode, true))
  const stop = isText(endNode) ? undefined : (endNode.childNodes[end] ?? following(endNode, true))
  let past = false
  for (let node = first, n = 0; node && node !== stop && n < MOST_NODES; node = following(node, past), n++) {
    past = isElement(node) && isPassedOver(node)
    if (!isText(node)) continue
    const from = node === startNode ? start : 0
    const to = node === endNode ? end : node.data.length
    if (to > from && node.data.slice(from, to).trim() !== '') pieces.push({ node, start: from, end: to })
    if (node === endNode) break
  }
  return pieces
}

function isPassedOver(it: Element): boolean {
  if (isFrame(it) || isField(it)) return true
  if (!isSlot(it) && it.hasAttributes() && !it.checkVisibility()) return true
  return classify(it, it.localName, attributesOf(it)).kind === 'skip'
}

/** The next node in the order in which things are drawn. */
function following(node: Node, past: boolean): Node | undefined {
  const inside = past ? undefined : isElement(node) && isSlot(node) ? assigned(node)[0] : firstDrawn(node)
  if (inside) return inside
  for (let at: Node | undefined = node; at; at = drawnIn(at)) {
    const next = siblingOf(at)
    if (next) return next
  }
  return undefined
}

function siblingOf(node: Node): Node | undefined {
  const slot = isElement(node) || isText(node) ? node.assignedSlot : null
  if (!slot) return node.nextSibling ?? undefined
  const nodes = assigned(slot)
  return nodes[nodes.indexOf(node) + 1]
}

/** Pieces that are one passage, with what they stand in. */
type Group = { pieces: Piece[]; owner: Appearance; hosts: [first: Appearance, last: Appearance] }

function groupsOf(pieces: readonly Piece[], registry: Registry): Group[] {
  const groups: Group[] = []
  for (const piece of pieces) {
    const host = registry.of(piece.node) ?? nearestAround(piece.node, registry)
    if (!host) continue
    const owner = ownerOf(host)
    const group = groups.at(-1)
    const root = piece.node.getRootNode()
    if (group?.owner === owner && group.pieces[0]?.node.getRootNode() === root) {
      group.pieces.push(piece)
      group.hosts[1] = host
    } else groups.push({ pieces: [piece], owner, hosts: [host, host] })
  }
  return groups
}

/** The pane, document or thing of the app's own kind that something is in. */
function ownerOf(it: Appearance): Appearance {
  let at = it
  while (at.parent && !isPane(at) && at.facts.subrole === undefined) at = at.parent
  return at
}

function toSelected({ pieces, hosts }: Group, maxChars: number): SelectedRange[] {
  const first = pieces[0]
  const last = pieces.at(-1)
  if (!first || !last) return []
  const ends: Ends = { startNode: first.node, start: first.start, endNode: last.node, end: last.end }
  const { text, cut } = cutText(textOf(pieces), maxChars)
  return text === '' ? [] : [{ kind: 'range', host: commonHost(...hosts), ends, text, cut }]
}

function commonHost(first: Appearance, last: Appearance): Appearance {
  const around = new Set<Appearance>()
  for (let at: Appearance | undefined = first; at; at = at.parent) around.add(at)
  let at = last
  while (at.parent && !around.has(at)) at = at.parent
  return at
}

/** The text of pieces, a line for each block. */
function textOf(pieces: readonly Piece[]): string {
  let text = ''
  let block: Node | undefined
  for (const { node, start, end } of pieces) {
    const own = blockOf(node)
    if (block && own !== block) text = `${text.trimEnd()}\n`
    block = own
    const raw = node.data.slice(start, end)
    text += own?.nodeName === 'PRE' ? raw : collapse(raw)
  }
  return text.trim()
}

function blockOf(node: Text): Node | undefined {
  let at = drawnIn(node)
  while (at && isElement(at) && isInLine(at)) at = drawnIn(at)
  return at
}
