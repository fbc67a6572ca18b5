/** The short way for what holds one text node and nothing else, as most elements of a page do. */
import type { Role } from '@copane/protocol/elements'
import type { Appearance, Facts } from './appearance.js'
import { attributesOf } from './attributes.js'
import { classify, isOfLine } from './classify.js'
import { describe } from './describe.js'
import { isElement, isText } from './flat-tree.js'
import type { RunReader } from './run.js'
import { collapse } from './text.js'

/** Roles whose element holds the text that stands directly in it. */
export const HOLD_TEXT: ReadonlySet<Role> = new Set(['Row', 'Cell', 'Text', 'Heading', 'Link'])

/** What a wrapper is until it turns out to hold text alone. */
export const WRAPPER_FACTS: Facts = { role: 'Group' }

/** Reads a fresh appearance, when it is a leaf: that is as quickly done as remembered for later. */
export function readLeaf(it: Appearance, element: Element, reader: RunReader): void {
  const { kind } = it
  if (kind !== 'element' && kind !== 'wrapper') return
  const text = onlyText(element, reader.maxChars)
  if (!text) return
  if (kind === 'element') describe(it, reader)
  it.stale = !holdText(it, text, reader)
}

/** Takes the one text that an appearance holds; false where it is to be read at length. */
export function takeOnlyText(it: Appearance, reader: RunReader): boolean {
  const { element } = it
  if (!element || it.kind === 'frame') return false
  const text = onlyText(element, reader.maxChars)
  return text !== undefined && holdText(it, text, reader)
}

function holdText(it: Appearance, { data }: Text, { maxChars }: RunReader): boolean {
  if (it.kind !== 'wrapper' && !HOLD_TEXT.has(it.facts.role)) return false
  const text = (it.tag === 'pre' ? data : collapse(data)).trim()
  if (text.length > maxChars) return false
  if (text === '') return true
  if (it.kind === 'wrapper') it.facts = { role: 'Text', text }
  else it.facts.text = text
  return true
}

/** The one text node in an element, alone or in an element of the line; undefined where there is more. */
function onlyText(element: Element, maxChars: number): Text | undefined {
  const only = element.firstChild
  if (only === null || only.nextSibling !== null || element.shadowRoot !== null) return undefined
  if (isText(only)) return only.length <= 2 * maxChars ? only : undefined
  if (!isElement(only)) return undefined
  const tag = only.localName
  if (!isOfLine(tag)) return undefined
  const text = only.firstChild
  if (text === null || text.nextSibling !== null || !isText(text) || text.length > 2 * maxChars)
    return undefined
  const has = attributesOf(only)
  const isPlain = classify(only, tag, has).kind === 'inline' && tag !== 'label' && only.shadowRoot === null
  return isPlain && (has === 0 || only.checkVisibility()) ? text : undefined
}
