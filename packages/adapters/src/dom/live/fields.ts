/** Text fields: their value, unless it is a secret (EL-sec-no-surprise · FR-31, FR-32, FR-33). */
import { MASK } from '@copane/protocol/bridge'
import { isLeftOut } from '../secret.js'
import { isElement } from './flat-tree.js'

/** A field that text is typed into. */
export type Field = HTMLInputElement | HTMLTextAreaElement

const TYPES = new Set(
  'text search email url tel number password date time month week datetime-local'.split(' '),
)

/** True for an `input` of text; a tick box or a button is none. */
export const isTextField = (it: Element): it is HTMLInputElement =>
  it.localName === 'input' && 'type' in it && TYPES.has(String(it.type))

/** True for any field of text. */
export const isField = (node: Node): node is Field =>
  isElement(node) && (node.localName === 'textarea' || isTextField(node))

const ASKED = ['type', 'autocomplete', 'name', 'id'] as const

/** Fields that were a secret once stay one: a page that shows a password turns it into plain text. */
const onceSecret = new WeakSet<Node>()

/** True for a field whose value the user would be surprised to see handed on. */
export function isSecret(field: Field): boolean {
  if (onceSecret.has(field)) return true
  const attributes: { [name: string]: string } = {}
  for (const name of ASKED) attributes[name] = field.getAttribute(name) ?? ''
  const node = { tag: field.localName, attributes }
  const secret = isLeftOut(isDisguised(field) ? { ...node, masked: true } : node)
  if (secret) onceSecret.add(field)
  return secret
}

/** What a field holds: its text, or six bullets for a secret that is filled (D-41). */
export const shownValue = (field: Field): string =>
  isSecret(field) ? (isFilled(field) ? MASK : '') : field.value

/** The value of a secret is compared with nothing, and goes nowhere. */
const isFilled = (field: Field): boolean => field.value !== ''

/** True where the page draws discs instead of letters. */
function isDisguised(field: Field): boolean {
  const style = field.ownerDocument.defaultView?.getComputedStyle(field)
  const discs = style?.getPropertyValue('-webkit-text-security') ?? ''
  return discs !== '' && discs !== 'none'
}
