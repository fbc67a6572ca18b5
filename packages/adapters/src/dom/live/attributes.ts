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
  /** No attribute but a class. */
  onlyClass: 4096,
} as const

const BITS = new Map<string, number>([
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
export const ASKED_NAMES: readonly string[] = [...BITS.keys()]

/** The bits of an element; 0 for one without attributes. */
export function attributesOf(it: Element): number {
  if (!it.hasAttributes()) return 0
  const names = it.getAttributeNames()
  if (names.length === 1 && names[0] === 'class') return HAS.some | HAS.onlyClass
  let bits: number = HAS.some
  for (const name of names) bits |= BITS.get(name) ?? 0
  return bits
}
