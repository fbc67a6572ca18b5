/** What an element of a live page is for the tree; the words come from the role tables. */
import { type Role, ROLES } from '@copane/protocol/elements'
import { HINTS } from '../node.js'
import { ARIA_SUBROLES } from '@copane/protocol/roles'
import { ariaRole, INLINE_TAGS, verdictOf } from '../html.js'
import { attributesOf, HAS } from './attributes.js'
import { isField, isTextField } from './fields.js'
import { isElement, isNode } from './flat-tree.js'

/**
 * What is done with an element.
 *
 * Shape   `skip` is left out with all that is in it, `name` too: its text is the title of what it stands in.
 *         `inline` is text of the line; of a `slot` and a `wrapper` only the insides count.
 */
export type Sort = { kind: 'skip' | 'name' | 'inline' | 'slot' | 'wrapper' } | ElementSort

/** What is reported, as what; `mayStandInLine` without ending the line. */
export type ElementSort = {
  kind: 'element' | 'field' | 'frame'
  role: Role
  subrole?: string | undefined
  mayStandInLine: boolean
}

/** An element with all that is asked of it first: its tag, which attributes it has, and what it is. */
export type Judged = { tag: string; has: number; sort: Sort }

const SKIP: Sort = { kind: 'skip' }
const NAME: Sort = { kind: 'name' }
const INLINE: Sort = { kind: 'inline' }
const SLOT: Sort = { kind: 'slot' }
const WRAPPER: Sort = { kind: 'wrapper' }
const LINK: ElementSort = { kind: 'element', role: 'Link', mayStandInLine: true }
const GROUP: ElementSort = { kind: 'element', role: 'Group', mayStandInLine: false }

/** A field of text. */
export const FIELD: ElementSort = { kind: 'field', role: 'Text', mayStandInLine: true }

const words = (text: string): string[] => text.split(' ')

/** Tags that go on with the line they stand in. */
const LINE_TAGS: ReadonlySet<string> = new Set([...INLINE_TAGS, 'br', 'nobr', 'math'])

/** Tags that may stand in a line without ending it. */
const IN_LINE: ReadonlySet<string> = new Set([
  ...LINE_TAGS,
  ...words('area audio button canvas img input map meter picture progress script select slot style svg'),
  ...words('template textarea video'),
])

/** What stands in a line of text as a thing of its own. */
const IN_TEXT: ReadonlySet<Role> = new Set(['Text', 'Link', 'Image'])

/** Tags whose text is the title of what they stand in. */
const NAMES: ReadonlySet<string> = new Set(['caption', 'legend', 'summary'])

/** Roles that only tell apart what has a name; without one they are no element. */
const NEED_NAME: ReadonlySet<string> = new Set(['region', 'form', 'generic'])

/** What a tag is by itself, found once. */
const plain = new Map<string, Sort>()

/** Asks an element what it is, once. */
export function judge(it: Element): Judged {
  const tag = it.localName
  const has = attributesOf(it)
  return { tag, has, sort: classify(it, tag, has) }
}

/**
 * What an element is; `tag` and `has` are its own, read once.
 *
 * Source  elements §5.2 · EL-5.2-nearest-role, EL-5.2-no-furniture
 */
export function classify(it: Element, tag: string, has: number): Sort {
  if (has & HAS.private) return SKIP
  const sort = has & (HAS.hint | HAS.id) ? hintedSort(it, tag, has) : unhintedSort(it, tag, has)
  return (sort === INLINE || sort === LINK) && holdsBlocks(it) ? asBlock(sort) : sort
}

const asBlock = (sort: Sort): Sort => (sort === LINK ? { ...LINK, mayStandInLine: false } : WRAPPER)

/** What the app itself says that an element is. */
function hintedSort(it: Element, tag: string, has: number): Sort {
  const hinted = it.getAttribute(HINTS.role)
  const subrole = it.getAttribute(HINTS.subrole) ?? undefined
  const sort = unhintedSort(it, tag, has)
  const role = ROLES.find(word => word === hinted && word !== 'Application')
  if (role) return { kind: tag === 'iframe' ? 'frame' : 'element', role, subrole, mayStandInLine: false }
  if (sort.kind === 'skip' || (subrole === undefined && !(has & HAS.id))) return sort
  return 'role' in sort ? { ...sort, subrole: subrole ?? sort.subrole } : { ...GROUP, subrole }
}

function unhintedSort(it: Element, tag: string, has: number): Sort {
  if (tag === 'input') return isTextField(it) ? FIELD : SKIP
  if (tag === 'textarea') return FIELD
  if (has & HAS.role) {
    const aria = ariaRole(tag, it.getAttribute('role') ?? undefined, undefined)
    return NEED_NAME.has(aria) && !(has & HAS.name) ? sortOfTag(tag) : sortOf(tag, aria)
  }
  if (tag === 'label' && isOfControl(it)) return SKIP
  if (tag === 'a') return has & HAS.href ? LINK : INLINE
  if (tag === 'img' && has & HAS.alt && it.getAttribute('alt') === '') return SKIP
  if (has & HAS.hidden && LINE_TAGS.has(tag) && it.getAttribute('aria-hidden') === 'true') return SKIP
  if (has & HAS.name && (tag === 'section' || tag === 'form')) return GROUP
  return sortOfTag(tag)
}

/**
 * The name of a control that is no element of the answer (EL-5.2-no-furniture); what is ticked off is content.
 *
 * Shape   judged when the label is read: a control that comes or goes later is noticed at the label's next change.
 */
function isOfControl(label: Element): boolean {
  const control = 'control' in label ? label.control : undefined
  return isNode(control) && isElement(control) && !isField(control) && !isTick(control)
}

const isTick = (it: Element): boolean =>
  it.localName === 'input' && 'type' in it && (it.type === 'checkbox' || it.type === 'radio')

function sortOfTag(tag: string): Sort {
  let sort = plain.get(tag)
  if (!sort) {
    const aria = ariaRole(tag, undefined, undefined)
    if (tag === 'slot') sort = SLOT
    else if (NAMES.has(tag)) sort = NAME
    else if (NEED_NAME.has(aria) || tag === 'a') sort = LINE_TAGS.has(tag) ? INLINE : WRAPPER
    else sort = sortOf(tag, aria)
    plain.set(tag, sort)
  }
  return sort
}

function sortOf(tag: string, aria: string): Sort {
  const verdict = verdictOf(tag, aria)
  if (verdict === 'skip') return SKIP
  if (verdict === 'through' || (verdict === 'Text' && LINE_TAGS.has(tag)))
    return LINE_TAGS.has(tag) ? INLINE : WRAPPER
  const subrole = Object.hasOwn(ARIA_SUBROLES, aria) ? ARIA_SUBROLES[aria] : undefined
  const isFrame = tag === 'iframe' || tag === 'frame'
  return {
    kind: isFrame ? 'frame' : 'element',
    role: verdict,
    subrole: isFrame ? 'frame' : subrole,
    mayStandInLine: IN_TEXT.has(verdict) && IN_LINE.has(tag),
  }
}

/** True for an element of the line that has a block inside: what it holds is read as blocks. */
export const holdsBlocks = (it: Element): boolean => {
  const first = it.firstElementChild
  return (first !== null && !isInLine(first)) || it.shadowRoot !== null
}

/** True for a tag that goes on with the line it stands in. */
export const isOfLine = (tag: string): boolean => LINE_TAGS.has(tag)

/** True for what may stand in a line of text without ending it. */
export const isInLine = (it: Element): boolean => IN_LINE.has(it.localName)
