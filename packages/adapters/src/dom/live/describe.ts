/** What an element is called and where it leads, read without looking at what is inside. */
import type { Json } from '@copane/protocol/elements'
import { HINTS } from '../node.js'
import type { Appearance, Facts } from './appearance.js'
import { HAS } from './attributes.js'
import { type Field, isField, isSecret, shownValue } from './fields.js'
import { isDocument, isFrame, pageIn } from './flat-tree.js'
import { addressOf, cleanAddress, nameOf } from './naming.js'
import type { RunReader } from './run.js'
import { cutText, oneLine } from './text.js'

/** Fills in the facts of an appearance, but for the text that stands in it. */
export function describe(it: Appearance, reader: RunReader): void {
  const { node, element, has } = it
  const { role, subrole } = it.facts
  const facts: Facts = { role, subrole }
  it.facts = facts
  it.titled = false
  it.hint = undefined
  if (element) {
    const { tag } = it
    if (has === 0 && !MAY_HAVE_NAME.has(tag)) return
    if (has & HAS.id) it.hint = element.getAttribute(HINTS.id) ?? undefined
    const { title, fromInside } = nameOf(element, tag, has, reader)
    facts.title = title
    it.titled = fromInside
    if (it.kind === 'frame' && isFrame(element)) describeFrame(element, facts)
    else if (it.kind === 'field' && isField(element)) describeField(it, element, reader)
    else describeByRole(element, has, facts)
  } else if (isDocument(node)) {
    facts.title = oneLine(node.title)
    facts.url = cleanAddress(node.URL)
  }
}

/** Reads a title again that came from inside. */
export function describeTitle(it: Appearance, reader: RunReader): void {
  it.retitle = it.titled = false
  if (!it.element || it.kind !== 'element') return
  const { title, fromInside } = nameOf(it.element, it.tag, it.has, reader)
  it.facts.title = title
  it.titled = fromInside
}

/** Tags that say something of themselves without an attribute. */
const MAY_HAVE_NAME = new Set(['table', 'fieldset', 'details', 'input', 'textarea', 'iframe', 'img'])

/** Reads the value of a field, which changes without the document changing. */
export function describeField(it: Appearance, field: Field, reader: RunReader): void {
  const { text, cut } = cutText(shownValue(field), reader.maxChars)
  it.facts.text = text
  it.facts.cut = cut
  it.facts.attributes = isSecret(field) ? { secret: true } : undefined
}

function describeFrame(frame: HTMLIFrameElement, facts: Facts): void {
  const page = pageIn(frame)
  if (page) {
    facts.title = oneLine(page.title) ?? facts.title
    facts.url = cleanAddress(page.URL)
    return
  }
  facts.url = cleanAddress(frame.src)
  facts.attributes = { unreachable: true, reason: 'a page of another origin' }
}

function describeByRole(node: Element, has: number, facts: Facts): void {
  switch (facts.role) {
    case 'Link':
      facts.url = addressOf(node)
      return
    case 'Image': {
      const uri = addressOf(node)
      if (uri) facts.link = { uri, name: facts.title ?? lastStep(uri) }
      return
    }
    case 'Row':
    case 'Cell':
      if (has & HAS.selected && node.getAttribute('aria-selected') === 'true') facts.selected = true
      return
    case 'List':
    case 'Table':
      facts.attributes = totalOf(node, has)
      return
    case 'Application':
    case 'Window':
    case 'Group':
    case 'Text':
    case 'Heading':
    case 'Page':
    case 'Document':
      return
    default:
      facts.role satisfies never
  }
}

/** How many rows there are where the page shows only some of them. */
function totalOf(node: Element, has: number): { [name: string]: Json } | undefined {
  const total = Number(
    (has & HAS.total ? node.getAttribute('aria-rowcount') : undefined) ??
      node.firstElementChild?.getAttribute('aria-setsize'),
  )
  return Number.isSafeInteger(total) && total > 0 ? { total } : undefined
}

const lastStep = (address: string): string =>
  oneLine(
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1),
  ) ?? 'image'
