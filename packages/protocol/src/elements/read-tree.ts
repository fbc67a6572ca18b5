/** The tree of an answer, judged and repaired in one walk (elements §5 · D-15, D-16). */
import { isPlainObject, isRecord } from '../findings/shape.js'
import type { Limits } from './binding.js'
import { addId, hasId, type KnownIds, noIds } from './known-ids.js'
import type { Place, Report } from './place.js'
import { relatedIds } from './read-attributes.js'
import { flawlessBits, readElement } from './read-element.js'
import { copied, type Level, leave, placeIn, put, topLevel, withoutStrays } from './tree-level.js'
import type { TreeElement } from './types.js'
import { ELEMENT_BITS as BITS } from './validate.gen.js'

type Raw = { [name: string]: unknown }

/** How a tree is read: whether the objects that came in may be changed, and whether they came out of JSON. */
export type Ownership = 'ours' | "the caller's"

/** What is known of the elements that were read. */
type Walk = {
  limits: Limits
  report: Report
  whose: Ownership
  ids: KnownIds
  count: number
  hovered: { level: Level; slot: number }[]
  links: { to: readonly string[]; at: Place }[]
}

/**
 * A tree that keeps every rule, from one that came in.
 *
 * Shape   an element that needs no repair, nor anything inside it, is the one that came in. What is the caller's
 *         is never changed: what holds a repaired element is copied.
 * Errors  none: what a host refuses or repairs is reported; undefined when there are too many elements to go on.
 * Source  elements §5.1 to §5.3 · D-15, D-16
 */
export function readTree(
  rawRoot: Raw,
  limits: Limits,
  report: Report,
  whose: Ownership,
): TreeElement | undefined {
  const top = topLevel(rawRoot)
  const walk: Walk = { limits, report, whose, ids: noIds(), count: 1, hovered: [], links: [] }
  for (let level: Level | undefined = top; level; ) {
    const bits = passLeaves(level, walk)
    if (bits === NONE_LEFT) {
      level = level.parent
      continue
    }
    level = readFully(bits, level, level.next - 1, walk) ?? level
    if (walk.count > limits.maxElements) {
      report('D-16', 'must', 'refuse', '$.root', `more than ${limits.maxElements} elements; report less`)
      return undefined
    }
  }
  leaveNoneHovered(walk)
  for (const { to, at } of walk.links)
    if (to.some(id => !hasId(walk.ids, id)))
      report(
        'EL-5.6-related',
        'should',
        'note',
        at,
        'related names an id that is in no element of the answer',
      )
  const [root] = top.list
  return isJudged(root) ? root : undefined
}

/** True by construction: every field of every element was judged. */
const isJudged = (value: unknown): value is TreeElement => isRecord(value)

/** The fields about which more is to say than what shows in them. */
const MORE = BITS.focused | BITS.visible | BITS.hovered | BITS.children | BITS.attributes

const NONE_LEFT = -1

/** Goes past the elements of a level of which only the id is to be kept; gives the bits of the first other one. */
function passLeaves(level: Level, walk: Walk): number {
  const { list, end, holds } = level
  const { ids, limits, whose } = walk
  if (level.parent === undefined && level.next === 0) {
    level.next = 1
    return 0
  }
  for (let slot = level.next; slot < end; slot++) {
    const raw = list[slot]
    if (!isRecord(raw)) continue
    const bits = whose === 'ours' ? flawlessBits(raw, limits) : bitsOfForeign(raw, limits)
    const { id } = raw
    if (bits === 0 || (bits & MORE) !== 0 || holds !== undefined || typeof id !== 'string') {
      level.next = slot + 1
      return bits
    }
    const outcome = addId(ids, id)
    if (outcome !== 'new') tellOfId(outcome, level, slot, walk.report)
  }
  level.next = end
  return NONE_LEFT
}

/** Reads any element; gives the level of its children when it has some to read. */
function readFully(bits: number, level: Level, slot: number, walk: Walk): Level | undefined {
  const raw = level.list[slot]
  if (!isRecord(raw)) return undefined
  const isRoot = level.parent === undefined
  let element: Raw = raw
  if (bits === 0) {
    element = readElement(raw, placeIn(level, slot), isRoot, walk.limits, walk.report)
    put(level, slot, element)
  }
  const has = bits === 0 ? -1 : bits
  const outcome = addId(walk.ids, typeof element.id === 'string' ? element.id : '')
  if (outcome !== 'new') tellOfId(outcome, level, slot, walk.report)
  if ((has & BITS.focused) !== 0 && element.focused === true && !isRoot)
    element = judgeFocus(element, level, slot, walk.report)
  if ((has & BITS.visible) !== 0) judgeVisible(element.visible, level, slot, walk.report)
  if (level.holds !== undefined) judgeWithin(element, level, slot, walk.report)
  if ((has & BITS.hovered) !== 0 && element.hovered === true) walk.hovered.push({ level, slot })
  if ((has & BITS.attributes) !== 0) {
    const to = relatedIds(element.attributes)
    if (to.length > 0) walk.links.push({ to, at: placeIn(level, slot) })
  }
  const children: unknown = (has & BITS.children) === 0 ? undefined : raw.children
  if (!Array.isArray(children) || children.length === 0) return undefined
  return enter({ raw, element, has, children }, level, slot, walk)
}

/** An element whose children are to be read, and the fields that it has. */
type Holder = { raw: Raw; element: Raw; has: number; children: unknown[] }

/** The fields of an element that is handed on as it is; a proxy that refuses to be looked at is read instead. */
function bitsOfForeign(raw: Raw, limits: Limits): number {
  try {
    return isPlainObject(raw) ? flawlessBits(raw, limits) : 0
  } catch {
    return 0
  }
}

/** The level of an element's children, told of what is wrong with them as a list; undefined when none is left. */
function enter(
  { raw, element, has, children }: Holder,
  level: Level,
  slot: number,
  walk: Walk,
): Level | undefined {
  const { limits, report } = walk
  const { length } = children
  if (level.depth >= limits.maxDepth) {
    const message = `deeper than ${limits.maxDepth}; what is inside was cut`
    report('D-16', 'should', 'repair', placeIn(level, slot), message)
    if (element.children !== undefined) leave('children', element, level, slot)
    return undefined
  }
  walk.count += length
  if (walk.count > limits.maxElements) return undefined
  const isRoot = level.parent === undefined
  const mayBeFocused = (has & BITS.focused) !== 0
  const visible = (has & BITS.visible) === 0 ? undefined : element.visible
  const { role } = element
  const inner: Level = {
    parent: level,
    index: level.sent?.[slot] ?? slot,
    slot,
    holder: element,
    list: children,
    sent: undefined,
    isOurs: walk.whose === 'ours',
    next: 0,
    end: length,
    depth: level.depth + 1,
    isFocused: isRoot || (mayBeFocused && raw.focused === true),
    isVisible: typeof visible === 'boolean' ? visible : level.isVisible,
    mayFocus: isRoot || (mayBeFocused && element.focused === true),
    holds: role === 'Application' || role === 'Table' ? role : undefined,
  }
  const strays = judgeSiblings(inner, report)
  if (strays > 0) return withoutStrays(inner, level, slot)
  if (element !== raw && element.children === undefined) {
    if (!inner.isOurs) inner.list = copied(children, length)
    inner.isOurs = true
    element.children = inner.list
  }
  return inner
}

/** Tells of children that are no elements, and counts them; where the focus forks, it ends. */
function judgeSiblings(inner: Level, report: Report): number {
  const { list, end } = inner
  let focused = 0
  let strays = 0
  for (let at = 0; at < end; at++) {
    const child = list[at]
    if (!isRecord(child)) {
      strays++
      report('EL-5.1-children', 'must', 'repair', placeIn(inner, at), 'not an object; send elements only')
    } else if (child.focused === true && ++focused > 1) {
      const message = 'a second focused sibling; focus is one path'
      report('EL-5.3-focus-path', 'must', 'repair', placeIn(inner, at), message)
    }
  }
  if (focused > 1) inner.mayFocus = false
  return strays
}

function tellOfId(outcome: 'misshapen' | 'twice', level: Level, slot: number, report: Report): void {
  if (outcome === 'misshapen')
    report(
      'EL-5.1-id-form',
      'must',
      'refuse',
      placeIn(level, slot),
      'id is not 1 to 128 letters, digits, hyphens, underscores',
    )
  else
    report(
      'EL-5.1-id-unique',
      'must',
      'refuse',
      placeIn(level, slot),
      'id used twice in one answer; mint one per appearance',
    )
}

/** The focused element, or one without its focus where the path to it is broken. */
function judgeFocus(element: Raw, level: Level, slot: number, report: Report): Raw {
  if (!level.isFocused)
    report(
      'EL-5.3-focus-path',
      'must',
      'repair',
      placeIn(level, slot),
      'focused inside an unfocused parent; mark the whole path',
    )
  return level.mayFocus ? element : leave('focused', element, level, slot)
}

function judgeVisible(visible: unknown, level: Level, slot: number, report: Report): void {
  const rule = 'EL-5.3-visible-differs'
  if (level.parent === undefined && visible !== undefined)
    report(rule, 'should', 'note', placeIn(level, slot), 'the root carries no visible; mark the windows')
  else if (visible === level.isVisible)
    report(rule, 'should', 'note', placeIn(level, slot), "visible equals the parent's; leave it out")
}

/** What only shows in what an element stands in. */
function judgeWithin(element: Raw, level: Level, slot: number, report: Report): void {
  if (level.holds === 'Application' && element.role === 'Text' && element.selected === true)
    report(
      'EL-5.1-selected-text',
      'should',
      'note',
      placeIn(level, slot),
      'selected text in the root; put it where it was selected',
    )
  if (level.holds === 'Table' && (element.role === 'Cell' || isColumn(element.subrole)))
    report(
      'EL-5.2-rows-of-cells',
      'should',
      'note',
      placeIn(level, slot),
      'a table is rows of cells; put its cells in a Row',
    )
}

const isColumn = (subrole: unknown): boolean =>
  typeof subrole === 'string' && subrole.length === 6 && subrole.toLowerCase() === 'column'

/** From the innermost out, since an element that changes takes the place of the one it was. */
function leaveNoneHovered({ hovered, report }: Walk): void {
  if (hovered.length < 2) return
  for (const { level, slot } of hovered.slice(1))
    report(
      'EL-5.3-one-hover',
      'must',
      'repair',
      placeIn(level, slot),
      'a second hovered element; mark only the innermost',
    )
  for (const { level, slot } of hovered.toReversed()) {
    const element = level.list[slot]
    if (isRecord(element)) leave('hovered', element, level, slot)
  }
}
