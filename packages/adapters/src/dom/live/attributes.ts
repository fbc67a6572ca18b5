/** Which attributes an element has that say something, found in one look. */
import { HINTS } from '../node.js'

/** One bit for each attribute, or group of them, that is asked for. */
export const HAS = {
  private: 1,
  hint: 2,
  id: 4,
  role: 8,
  name: 16,
  title: 32,
  alt: 64,
  href: 128,
  hidden: 256,
  selected: 512,
  total: 1024,
  /** Any attribute at all. */
  some: 2048,
  /** An attribute that a style sheet may hide things by, the class apart. */
  moody: 4096,
} as const

const KNOWN = new Map<string, number>([
  [HINTS.private, HAS.private],
  [HINTS.role, HAS.hint],
  [HINTS.subrole, HAS.hint],
  [HINTS.id, HAS.id],
  ['role', HAS.role],
  ['aria-label', HAS.name],
  ['aria-labelledby', HAS.name],
  ['title', HAS.title],
  ['alt', HAS.alt],
  ['href', HAS.href],
  ['aria-hidden', HAS.hidden],
  ['aria-selected', HAS.selected],
  ['aria-rowcount', HAS.total],
])

/** The attributes that are asked of every element; a field is asked for more. */
export const ASKED_NAMES: readonly string[] = [...KNOWN.keys()]

/** Attributes that say what something is or where it leads, not how it is drawn. */
const CALM = new Set([
  ...['class', 'id', 'title', 'alt', 'href', 'src', 'name', 'value', 'lang', 'dir', 'rel', 'target'],
  ...['scope', 'colspan', 'rowspan', 'width', 'height', 'tabindex', 'loading', 'datetime', 'for', 'type'],
  ...['aria-label', 'aria-labelledby', 'aria-describedby', 'aria-level', 'aria-posinset', 'aria-setsize'],
  ...['aria-rowindex', 'aria-colindex', HINTS.role, HINTS.subrole, HINTS.id],
])

const MOODY = /state|open|hid|show|activ|select|expand|visib|collaps|filter/

/** The bits of an attribute, found out once. */
function bitsOf(name: string): number {
  const mood = CALM.has(name) || (name.startsWith('data-') && !MOODY.test(name)) ? 0 : HAS.moody
  const bits = (KNOWN.get(name) ?? 0) | mood
  if (known.size < MOST_NAMES) known.set(name, bits)
  return bits
}

const known = new Map<string, number>()
const MOST_NAMES = 1000

/** The bits of an element; 0 for one without attributes. */
export function attributesOf(it: Element): number {
  if (!it.hasAttributes()) return 0
  let bits: number = HAS.some
  for (const name of it.getAttributeNames()) bits |= known.get(name) ?? bitsOf(name)
  return bits
}
