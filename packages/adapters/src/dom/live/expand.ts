/** Reads one appearance: what it is called, the text it holds, and what is directly inside it. */
import type { Role } from '@copane/protocol/elements'
import { type Appearance, appear, type Facts } from './appearance.js'
import { attributesOf } from './attributes.js'
import { classify, type Sort } from './classify.js'
import { describe } from './describe.js'
import { assigned, isDocument, isElement, isFrame, isSlot, isText, pageIn } from './flat-tree.js'
import { partToRead } from './long-list.js'
import type { Registry } from './registry.js'
import { collapse } from './text.js'
import { addText, addToRun, emptyRun, isEmptyRun, type Part, type Run, type RunReader } from './run.js'

/** What reading needs around it. */
export type Expander = {
  registry: Registry
  reader: RunReader
  /** Most things read directly inside one. */
  mostKids: number
  /** Nodes on the way to what the user points at: read wherever they stand in a long list. */
  wanted: ReadonlySet<Node>
  /** Keeps an eye on a root that was found: a shadow tree, or the page of a frame. */
  watch(root: Document | ShadowRoot): void
}

/** Roles whose element holds the text that stands directly in it. */
const HOLD_TEXT: ReadonlySet<Role> = new Set(['Row', 'Cell', 'Text', 'Heading', 'Link'])

/** An appearance that is being filled with what is inside it. */
type Filling = { it: Appearance; deep: boolean; preserve: boolean; run: Run | undefined; by: Expander }

/** Reads an appearance anew; what is inside keeps what is known of it, unless all of it has to be read again. */
export function expand(it: Appearance, by: Expander): void {
  const { deep, node } = it
  const before = it.kids
  it.stale = it.deep = false
  it.styled = 0
  it.beyond = 0
  it.windowStart = 0
  if (it.kind === 'run' || it.kind === 'field') return
  it.kids = []
  if (it.kind === 'wrapper') it.facts = WRAPPER_FACTS
  else describe(it, by.reader)
  if (takeOnlyText(it, by)) return
  const filling: Filling = { it, deep, preserve: node.nodeName === 'PRE', run: undefined, by }
  const container = containerOf(it, by)
  if (container && !takeAll(filling, container)) takePart(filling)
  endRun(filling)
  promote(it)
  if (it.beyond > 0) by.registry.keepStrays(before)
}

/** What the things inside an appearance stand in: itself, its shadow tree, or the page that a frame shows. */
function containerOf({ node, element, kind }: Appearance, by: Expander): Node | undefined {
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

/** Takes everything in a container; false when there is too much of it. */
function takeAll(filling: Filling, container: Node): boolean {
  const { it, by } = filling
  if (isDocument(container)) {
    if (container.body) takeElement(filling, container.body)
    return true
  }
  let elements = 0
  let nodes = 0
  for (let child = container.firstChild; child; child = child.nextSibling) {
    if (isText(child)) takeText(filling, child)
    else if (isElement(child)) {
      if (++elements > by.mostKids) return false
      takeElement(filling, child)
    }
    if (++nodes > 4 * by.mostKids + 1000) {
      it.beyond = 1
      return true
    }
  }
  return true
}

/** Takes of a long list what is on the screen, and what the user points at. */
function takePart(filling: Filling): void {
  const { it, by } = filling
  it.kids = []
  filling.run = undefined
  if (!it.element) return
  const part = partToRead(it, it.element, it.element.shadowRoot ?? it.element, by)
  if (!part) return
  for (const child of part.before) take(filling, child)
  let left = part.count
  for (let child: Node | null = part.first; child && left > 0; child = child.nextSibling) {
    take(filling, child)
    if (isElement(child)) left--
  }
  for (const child of part.after) take(filling, child)
}

/** The short way for what holds one text node and nothing else; false where it is to be read at length. */
function takeOnlyText(it: Appearance, by: Expander): boolean {
  const { element, facts } = it
  const only = element?.firstChild
  if (!element || !only || !isText(only) || only.nextSibling) return false
  if (it.kind === 'frame' || element.shadowRoot) return false
  if (it.kind !== 'wrapper' && !HOLD_TEXT.has(facts.role)) return false
  const text = (element.localName === 'pre' ? only.data : collapse(only.data)).trim()
  if (text.length > by.reader.maxChars) return false
  if (text !== '') {
    if (it.kind === 'wrapper') it.facts = { role: 'Text', text }
    else facts.text = text
  }
  return true
}

const WRAPPER_FACTS: Facts = { role: 'Group' }

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

function take(filling: Filling, child: Node): void {
  if (isText(child)) takeText(filling, child)
  else if (isElement(child)) takeElement(filling, child)
}

function takeText(filling: Filling, child: Text): void {
  filling.run ??= emptyRun()
  addText(filling.run, child, filling.by.reader, filling.preserve)
}

function takeElement(filling: Filling, child: Element): void {
  const { it, deep, by } = filling
  const known = by.registry.of(child)
  if (known && !known.inline && !known.stale && !deep) {
    endRun(filling)
    known.parent = it
    known.styled = 0
    it.kids.push(known)
    return
  }
  const tag = child.localName
  const has = attributesOf(child)
  const sort = classify(child, tag, has)
  switch (sort.kind) {
    case 'name':
      return
    case 'slot':
      if (isSlot(child)) for (const node of assigned(child)) take(filling, node)
      return
    case 'skip':
    case 'inline':
      filling.run ??= emptyRun()
      addToRun(filling.run, child, by.reader, filling.preserve)
      return
    case 'wrapper':
      endRun(filling)
      it.kids.push(settle(known, child, sort, has, filling))
      return
    case 'element':
    case 'field':
    case 'frame':
      if (sort.mayStandInLine) {
        filling.run ??= emptyRun()
        addToRun(filling.run, child, by.reader, filling.preserve)
        return
      }
      endRun(filling)
      it.kids.push(settle(known, child, sort, has, filling))
      return
    default:
      sort satisfies never
  }
}

/** The appearance of a block, found again or new. */
function settle(
  known: Appearance | undefined,
  child: Element,
  sort: Sort,
  has: number,
  { it: parent, deep, by }: Filling,
): Appearance {
  const isWrapper = !('role' in sort)
  const kind = isWrapper ? 'wrapper' : sort.kind
  const facts: Facts = isWrapper ? WRAPPER_FACTS : { role: sort.role, subrole: sort.subrole }
  let it = known
  if (!it) {
    by.registry.add((it = appear(child, kind, facts, child)))
    it.has = has
    it.parent = parent
    if (mayBeLeaf(child)) readLeaf(it, by)
    return it
  }
  if (it.inline || it.stale || deep) {
    it.kind = kind
    it.facts = facts
    it.stale = true
    it.deep ||= deep
    it.inline = it.checked = false
  }
  it.has = has
  it.parent = parent
  return it
}

/** True for what holds one node, which is text; most of a page's elements are so. */
const mayBeLeaf = (child: Element): boolean => {
  const only = child.firstChild
  return only !== null && isText(only) && only.nextSibling === null
}

/** Reads at once what is as quickly read as remembered for later. */
function readLeaf(it: Appearance, by: Expander): void {
  if (it.kind === 'field' || it.kind === 'frame') return
  if (it.kind === 'element') describe(it, by.reader)
  it.stale = !takeOnlyText(it, by)
}

function endRun(filling: Filling): void {
  const { run, it, by } = filling
  if (!run) return
  filling.run = undefined
  if (!isEmptyRun(run)) placeRun(it, run, by)
}

/** Gives a run to the element that holds it, or makes it an element of its own. */
function placeRun(it: Appearance, run: Run, by: Expander): void {
  const text = run.text.trim()
  const { parts } = run
  const part = parts[0]
  const isOnlyPart = part && parts.length === 1 && run.text.slice(part.start, part.end).trim() === text
  const holder = isOnlyPart || text === '' ? it : (ownText(it, run, text) ?? textOfItsOwn(it, run, text, by))
  for (const each of parts) holder.kids.push(inLine(each, run, holder, by))
}

function ownText(it: Appearance, run: Run, text: string): Appearance | undefined {
  const { kind, facts } = it
  if (kind !== 'element' || it.kids.length > 0 || facts.text !== undefined || !HOLD_TEXT.has(facts.role))
    return undefined
  facts.text = text
  facts.cut = run.cut
  return it
}

function textOfItsOwn(it: Appearance, run: Run, text: string, by: Expander): Appearance {
  const { first = it.node, last } = run
  const facts: Facts = { role: 'Text', text, cut: run.cut }
  let own = by.registry.of(first)
  if (own?.kind !== 'run') by.registry.add((own = appear(first, 'run', facts)))
  own.facts = facts
  own.last = last
  own.kids = []
  own.stale = false
  own.parent = it
  it.kids.push(own)
  return own
}

function inLine(
  { node, sort, has, start, end }: Part,
  run: Run,
  parent: Appearance,
  by: Expander,
): Appearance {
  const facts: Facts = { role: sort.role, subrole: sort.subrole }
  let it = by.registry.of(node)
  if (!it) by.registry.add((it = appear(node, sort.kind, facts, node)))
  it.kind = sort.kind
  it.facts = facts
  it.has = has
  it.inline = true
  it.stale = it.deep = false
  it.kids = []
  it.parent = parent
  describe(it, by.reader)
  const text = run.text.slice(start, end).trim()
  if (sort.kind === 'element' && text !== '') it.facts.text = text
  return it
}
