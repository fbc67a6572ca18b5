/** Fills an appearance with what is inside it, one node after the other: blocks, and runs of text between them. */
import { type Appearance, appear, type Facts } from './appearance.js'
import { type Judged, judge } from './classify.js'
import { describe } from './describe.js'
import type { Expander } from './expand.js'
import { assigned, isElement, isSlot, isText } from './flat-tree.js'
import { HOLD_TEXT, readLeaf, WRAPPER_FACTS } from './leaf.js'
import { addText, addToRun, emptyRun, isEmptyRun, type Part, type Run } from './run.js'
import { cutText } from './text.js'

/** An appearance that is being filled; `next` is where to go on. */
export type Filling = {
  it: Appearance
  deep: boolean
  preserve: boolean
  run: Run | undefined
  by: Expander
  container: Element | ShadowRoot | Document
  next: ChildNode | null
  /** How many more elements are to be taken. */
  left: number
  taken: number
  /** How many are not to be taken at all. */
  beyond: number
  /** What is to be taken after these. */
  after: readonly Node[]
}

/** Begins with what is in a container, from one of its nodes on. */
export const startFilling = (
  it: Appearance,
  deep: boolean,
  by: Expander,
  container: Filling['container'],
  next: ChildNode | null,
  left: number,
): Filling => ({
  it,
  deep,
  preserve: it.tag === 'pre',
  run: undefined,
  by,
  container,
  next,
  left,
  taken: 0,
  beyond: 0,
  after: [],
})

/** Takes any node. */
export function take(filling: Filling, child: Node): void {
  if (isText(child)) takeText(filling, child)
  else if (isElement(child)) takeElement(filling, child)
}

/** Takes a text node: it goes on with the run. */
export function takeText(filling: Filling, child: Text): void {
  filling.run ??= emptyRun()
  addText(filling.run, child, filling.by.reader, filling.preserve)
}

/** Takes an element: it ends the run and stands by itself, or goes on with the run. */
export function takeElement(filling: Filling, child: Element): void {
  const { it, deep, by } = filling
  const known = by.registry.of(child)
  if (known && !known.inline && known.parent !== it) forgetSight(known)
  if (known && !known.inline && !known.stale && !deep) {
    endRun(filling)
    known.parent = it
    known.styled = 0
    it.kids.push(known)
    return
  }
  const judged = judge(child)
  const { sort } = judged
  switch (sort.kind) {
    case 'name':
      return
    case 'slot':
      if (isSlot(child)) for (const node of assigned(child)) take(filling, node)
      return
    case 'skip':
    case 'inline':
      goOn(filling, child, judged)
      return
    case 'wrapper':
      stand(filling, known, child, judged)
      return
    case 'element':
    case 'field':
    case 'frame':
      if (sort.mayStandInLine) goOn(filling, child, judged)
      else stand(filling, known, child, judged)
      return
    default:
      sort satisfies never
  }
}

/** What stands elsewhere now may look otherwise, with all that is inside it. */
function forgetSight(moved: Appearance): void {
  const stack = [moved]
  for (let at = stack.pop(); at; at = stack.pop()) {
    at.styled = at.whollySeen = at.tidy = 0
    for (const kid of at.kids) stack.push(kid)
  }
}

function goOn(filling: Filling, child: Element, judged: Judged): void {
  filling.run ??= emptyRun()
  addToRun(filling.run, child, judged, filling.by.reader, filling.preserve)
}

function stand(filling: Filling, known: Appearance | undefined, child: Element, judged: Judged): void {
  endRun(filling)
  filling.it.kids.push(settle(known, child, judged, filling))
}

/** The appearance of a block, found again or new. */
function settle(
  known: Appearance | undefined,
  child: Element,
  { tag, has, sort }: Judged,
  { it: parent, deep, by }: Filling,
): Appearance {
  const isWrapper = !('role' in sort)
  const kind = isWrapper ? 'wrapper' : sort.kind
  const facts: Facts = isWrapper ? WRAPPER_FACTS : { role: sort.role, subrole: sort.subrole }
  const it = known ?? appear(child, kind, facts, child, tag)
  it.has = has
  it.parent = parent
  if (!known) {
    by.registry.add(it)
    readLeaf(it, child, by.reader)
    return it
  }
  it.kind = kind
  it.facts = facts
  it.stale = true
  it.deep ||= deep
  it.inline = it.checked = false
  return it
}

/** Ends a run of text and gives it to the element that holds it, or makes it an element of its own. */
export function endRun(filling: Filling): void {
  const { run, it, by } = filling
  if (!run) return
  filling.run = undefined
  if (isEmptyRun(run)) return
  const { text, cut } = cutText(run.text.trim(), by.reader.maxChars)
  run.cut ||= cut
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
  { node, tag, sort, has, start, end }: Part,
  run: Run,
  parent: Appearance,
  by: Expander,
): Appearance {
  const facts: Facts = { role: sort.role, subrole: sort.subrole }
  let it = by.registry.of(node)
  if (!it) by.registry.add((it = appear(node, sort.kind, facts, node, tag)))
  it.kind = sort.kind
  it.facts = facts
  it.has = has
  it.inline = true
  it.stale = it.deep = it.retitle = false
  it.kids = []
  it.parent = parent
  describe(it, by.reader)
  const text = run.text.slice(start, end).trim()
  if (sort.kind === 'element' && text !== '') it.facts.text = text
  return it
}
