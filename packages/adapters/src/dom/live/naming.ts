/** Titles and addresses of an element. */
import { HAS } from './attributes.js'
import { isField } from './fields.js'
import { isPrivate, isShadowRoot } from './flat-tree.js'
import { plainText, type RunReader } from './run.js'
import { oneLine } from './text.js'

/** A title, and whether it came from the elements inside. */
export type Named = { title: string | undefined; fromInside: boolean }

const NAMED_BY = new Map([
  ['table', 'caption'],
  ['fieldset', 'legend'],
  ['details', 'summary'],
])

const FIELDS = new Set(['input', 'textarea'])

const UNNAMED: Named = { title: undefined, fromInside: false }

/**
 * The name that the page shows or says for an element.
 *
 * Shape   `aria-labelledby`, `aria-label`, `alt`, a label, a caption, then the tooltip; one line.
 */
export function nameOf(it: Element, tag: string, has: number, reader: RunReader): Named {
  if (has & HAS.name) {
    const named = nameFromAria(it, reader)
    if (named) return named
  }
  const by = NAMED_BY.get(tag)
  if (by !== undefined) {
    for (let at = it.firstElementChild, n = 0; at && n < 4; at = at.nextElementSibling, n++)
      if (at.localName === by) return { title: oneLine(plainText(at, reader)), fromInside: true }
  }
  if (has & HAS.alt) return { title: oneLine(it.getAttribute('alt')), fromInside: false }
  if (FIELDS.has(tag) && isField(it)) return { title: nameOfField(it, reader), fromInside: false }
  return has & HAS.title ? { title: oneLine(it.getAttribute('title')), fromInside: false } : UNNAMED
}

function nameFromAria(it: Element, reader: RunReader): Named | undefined {
  const ids = it.getAttribute('aria-labelledby')?.split(' ').slice(0, 8) ?? []
  const texts: string[] = []
  let fromInside = false
  for (const id of ids) {
    const by = named(id, it)
    if (!by || isPrivate(by, it)) continue
    texts.push(plainText(by, reader))
    fromInside ||= it.contains(by)
  }
  const title = oneLine(texts.join(' '))
  if (title) return { title, fromInside }
  const label = oneLine(it.getAttribute('aria-label'))
  return label === undefined ? undefined : { title: label, fromInside: false }
}

/** What an id names, as seen from an element: in its own tree. */
function named(id: string, from: Element): Element | undefined {
  const found = from.ownerDocument.getElementById(id)
  if (found) return found
  const root = from.getRootNode()
  return (isShadowRoot(root) ? root.getElementById(id) : undefined) ?? undefined
}

function nameOfField(it: HTMLInputElement | HTMLTextAreaElement, reader: RunReader): string | undefined {
  const labels = [...(it.labels ?? [])]
    .filter(label => !isPrivate(label))
    .map(label => plainText(label, reader))
  const label = oneLine(labels.join(' '))
  return label ?? oneLine(it.getAttribute('placeholder')) ?? oneLine(it.getAttribute('title'))
}

/** An address that says where, without a password in it; undefined for scripts and data. */
export function addressOf(it: Element): string | undefined {
  const value = 'href' in it ? it.href : 'currentSrc' in it ? it.currentSrc : undefined
  return typeof value === 'string' ? cleanAddress(value) : undefined
}

const MOST_ADDRESS = 2048

/** An address fit to be handed on. */
export function cleanAddress(address: string): string | undefined {
  if (address === '' || address.length > MOST_ADDRESS || UNFIT.test(address)) return undefined
  return address.includes('@') ? address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1') : address
}

const UNFIT = /^(javascript|data|blob|about|vbscript):/i
