/** A page as elements: what it shows and what the user points at, without its controls (elements §5). */
import { isElementId, type Role, ROLES, type TreeElement } from '@copane/protocol/elements'
import {
  addWords,
  endLine,
  finish,
  type Holder,
  isText,
  openHolder,
  subroleHint,
  takesWords,
  topHolder,
  urlOf,
} from './holder.js'
import { attribute, type DomNode, HINTS } from './node.js'
import { ARIA_SUBROLES } from '@copane/protocol/roles'
import { ariaRole, type DomVerdict, INLINE_TAGS, SILENT_TAGS, verdictOf } from './html.js'
import { isLeftOut } from './secret.js'
import { collapsed, oneLine } from './text.js'

/**
 * Gives the id of a node's element.
 *
 * Shape   the same for the same appearance in one run, another for every other; `hint` is the app's own. It is
 *         asked again without the hint where that id is taken; where that one is ill-formed or taken too, the
 *         node is no element, only its insides are.
 */
export type IdOf = (node: DomNode, hint: string | undefined) => string

/**
 * The elements of a page, in its order.
 *
 * Shape   a list, since a page's own node may be none of them; what they are put into has to be visible, and
 *         focused where one of them is.
 * Errors  none; walks with a loop, whatever the depth.
 * Source  elements §5.1 to §5.5 · EL-5.2-nearest-role, EL-5.2-no-furniture, EL-5.3-visible-drawn, EL-sec-no-surprise
 */
export function convertDom(page: DomNode, idOf: IdOf): TreeElement[] {
  const holders: Holder[] = [topHolder()]
  const walk: Walk = { idOf, taken: new Set(), holders, isFocused: false, isHovered: false }
  const stack: Step[] = holders.map(holder => ({
    node: page,
    holder,
    visible: true,
    asWritten: false,
    mute: false,
  }))
  for (let step = stack.pop(); step; step = stack.pop())
    if (step.node) visit(step, step.node, walk, stack)
    else endLine(step.holder)
  const dropped = new Set<TreeElement>()
  for (const holder of holders.toReversed())
    if (!finish(holder, dropped) && holder.element) dropped.add(holder.element)
  return holders.slice(0, 1).flatMap(top => top.children.filter(child => !dropped.has(child)))
}

/** What a walk has come to. */
type Walk = {
  readonly idOf: IdOf
  readonly taken: Set<string>
  readonly holders: Holder[]
  isFocused: boolean
  isHovered: boolean
}

/** A node to visit; without one, the end of a line. */
type Step = {
  node: DomNode | undefined
  holder: Holder
  visible: boolean
  asWritten: boolean
  /** Nothing of it is read but where the user is. */
  mute: boolean
}

/** An answer may be 64 deep; what a page is put into needs room too. */
const MOST_LEVELS = 48

function visit(step: Step, node: DomNode, walk: Walk, stack: Step[]): void {
  const outer = step.holder
  const visible = node.visible ?? step.visible
  const asWritten = step.asWritten || node.tag === 'pre' || node.tag === 'textarea'
  const verdict = step.mute || isLeftOut(node) ? 'skip' : judge(node, outer)
  const holder =
    verdict === 'skip' || verdict === 'through'
      ? outer
      : open(node, verdict, { ...step, visible, asWritten }, walk)
  point(node, holder, walk)
  const mute = verdict === 'skip'
  if (!mute && node.text !== undefined)
    readText(node, node.text, { ...step, holder, visible, asWritten }, walk)
  const inner = { visible, asWritten, mute: mute || verdict === 'Image', holder }
  const isLine = verdict === 'through' && node.tag !== undefined && !INLINE_TAGS.includes(node.tag)
  if (isLine) {
    endLine(holder)
    stack.push({ ...inner, node: undefined })
  }
  for (const child of node.children?.toReversed() ?? []) stack.push({ ...inner, node: child })
}

function judge(node: DomNode, outer: Holder): DomVerdict {
  const { tag } = node
  if (tag === undefined) return node.selected ? 'Text' : 'through'
  if (SILENT_TAGS.includes(tag)) return 'skip'
  const hint = ROLES.find(role => role === attribute(node, HINTS.role))
  const verdict = hint && hint !== 'Application' ? hint : verdictOf(tag, roleOf(node, tag))
  if (verdict === 'skip') return 'skip'
  if (outer.level >= MOST_LEVELS) return 'through'
  if (verdict === 'through') return isNamed(node) || node.selected ? 'Group' : 'through'
  if (verdict === 'Text' && isText(outer) && !hint && node.text === undefined) return 'through'
  return verdict === 'Cell' && outer.element?.role === 'Table' ? 'Group' : verdict
}

const roleOf = (node: DomNode, tag: string): string =>
  ariaRole(tag, attribute(node, 'role'), attribute(node, 'type'))

/** True for what the app has a word or a name for. */
const isNamed = (node: DomNode): boolean =>
  subroleHint(node) !== undefined || attribute(node, HINTS.id) !== undefined

function open(node: DomNode, role: Role, step: Step, walk: Walk): Holder {
  const id = freeId(node, walk)
  if (id === undefined) return step.holder
  const element: TreeElement = { id, role }
  const subrole =
    subroleHint(node) ?? (role === 'Window' ? subroleOf(roleOf(node, node.tag ?? '')) : undefined)
  if (subrole !== undefined) element.subrole = subrole
  const title = oneLine(node.label)
  if (title !== undefined) element.title = title
  const url = urlOf(node, role)
  if (url !== undefined) element.url = url
  if (node.selected) element.selected = true
  const holder = openHolder(element, step.holder, step.visible, step.asWritten || isAsWritten(node, role))
  walk.holders.push(holder)
  return holder
}

const subroleOf = (role: string): string | undefined =>
  Object.hasOwn(ARIA_SUBROLES, role) ? ARIA_SUBROLES[role] : undefined

/** What the user selected or filled in is given sign by sign. */
const isAsWritten = (node: DomNode, role: Role): boolean =>
  role === 'Text' && node.text !== undefined && (node.tag !== undefined || node.selected === true)

function freeId(node: DomNode, walk: Walk): string | undefined {
  const hint = attribute(node, HINTS.id)
  for (const wish of isElementId(hint) ? [hint, undefined] : [undefined]) {
    const id = walk.idOf(node, wish)
    if (!isElementId(id) || walk.taken.has(id)) continue
    walk.taken.add(id)
    return id
  }
  return undefined
}

/** Marks where the user is: the way down to the cursor, and what is innermost under the pointer. */
function point(node: DomNode, holder: Holder, walk: Walk): void {
  if (node.focused && !walk.isFocused) {
    walk.isFocused = true
    for (let at: Holder | undefined = holder; at?.element; at = at.parent) at.element.focused = true
  }
  if (node.hovered && !walk.isHovered) {
    walk.isHovered = true
    if (holder.element) holder.element.hovered = true
  }
}

/** Words of a field or a selection are its own; others belong to what they stand in, or are an element themselves. */
function readText(node: DomNode, text: string, step: Step, walk: Walk): void {
  const { holder } = step
  if (holder.asWritten && takesWords(holder)) {
    holder.words.push(text)
    return
  }
  const words = step.asWritten ? text : collapsed(text)
  if (takesWords(holder)) addWords(holder, words)
  else if (holder.run?.visible === step.visible) addWords(holder.run, words)
  else if (words.trim() !== '') {
    const run = open(node, 'Text', step, walk)
    if (run === holder) return
    run.words.push(words)
    holder.run = run
  }
}
