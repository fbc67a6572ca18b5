/** The answer, made of what one pass took in, at one moment and without giving way. */
import type { ContentBlock, Json, TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'
import { isReported } from './expand.js'
import type { Reason } from './pass.js'
import type { Registry } from './registry.js'
import { isPane, isWorthALine } from './see.js'

/** What the answer is made of: its elements, where each came from, and what is not in it. */
export type Assembled = {
  children: TreeElement[]
  elementOf(it: Appearance): TreeElement | undefined
  nodeOf(element: TreeElement): Node | undefined
  isShown(it: Appearance): boolean
  /** How many things were left out, where their number is known. */
  missing: number
}

type Entry = {
  it: Appearance
  /** The entry around, wrappers included; undefined for the root. */
  around: Entry | undefined
  whole: boolean
  /** True where what was seen before still holds. */
  isAsSeen: boolean
  covered: boolean
  shown: boolean
  kept: boolean
  size: number
  chars: number
  complete: boolean
  missing: number
  /** True when something inside has to be looked at every time: a pane that may float, a field. */
  restless: boolean
  still: boolean
  element: TreeElement | undefined
}

/** Puts the answer together; what was not taken in is counted on what it is inside. */
export function assemble(
  root: Appearance,
  pass: number,
  because: Reason | undefined,
  focused: ReadonlySet<Appearance>,
  registry: Registry,
): Assembled {
  const entries = enter(root, pass)
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry) close(entry)
  }
  const children: TreeElement[] = []
  let missing = 0
  for (const entry of entries) {
    missing += entry.missing
    const host = hostOf(entry.around)
    if (!entry.kept) {
      if (host?.element && entry.missing > 0) tellMissing(host.element, entry.missing, because)
      continue
    }
    const element = toElement(entry, host, because, focused, registry)
    entry.element = element
    if (host?.element) (host.element.children ??= []).push(element)
    else children.push(element)
  }
  const entryOf = (it: Appearance) => entries.find(entry => entry.it === it)
  return {
    children,
    missing,
    elementOf: it => entryOf(it)?.element,
    isShown: it => entryOf(it)?.shown === true,
    nodeOf: element => entries.find(entry => entry.element === element)?.it.node,
  }
}

/** Everything that was taken in, parents first. */
function enter(root: Appearance, pass: number): Entry[] {
  const entries: Entry[] = []
  const stack: Entry[] = [makeEntry(root, undefined, pass)]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    entries.push(entry)
    const { it, whole } = entry
    entry.missing = it.beyond
    if (!it.boxed) continue
    for (let at = it.kids.length - 1; at >= 0; at--) {
      const kid = it.kids[at]
      if (!kid || (!kid.boxed && !whole && kid.pass !== pass)) continue
      const taken = whole ? kid.boxed || isWorthALine(kid) : kid.pass === pass || kid.whole === pass
      if (taken && !kid.stale) stack.push(makeEntry(kid, entry, pass))
      else entry.missing++
    }
  }
  return entries
}

function makeEntry(it: Appearance, around: Entry | undefined, pass: number): Entry {
  const whole = around?.whole === true || it.whole === pass
  const isAsSeen = around?.isAsSeen === true || (it.whole === pass && it.whollySeen !== 0)
  const seen = it.seen === pass || isAsSeen
  const covered = around?.covered === true || (seen && it.covered)
  return {
    it,
    around,
    whole,
    isAsSeen,
    covered,
    shown: seen && it.drawn && !covered,
    kept: true,
    size: 0,
    chars: 0,
    complete: true,
    missing: 0,
    restless: false,
    still: true,
    element: undefined,
  }
}

/** Tells an entry's surroundings what it holds; its own entries were closed before. */
function close(entry: Entry): void {
  const { it, around } = entry
  entry.kept = isReported(it) && (entry.size > 0 || !isEmpty(it))
  if (entry.kept) entry.size++
  if (!it.quiet) entry.chars += it.facts.text?.length ?? 0
  if (entry.missing > 0) entry.complete = false
  it.size = entry.complete && !entry.restless ? entry.size : -1
  it.still = entry.still && it.clips <= 0
  it.chars = entry.chars
  it.staleBelow = false
  if (!around) return
  around.size += entry.size
  around.chars += entry.chars
  around.complete &&= entry.complete
  around.still &&= it.still && it.kind !== 'frame'
  around.restless ||= entry.restless || isPane(it) || it.kind === 'field'
}

/** True for what tells nothing: text without text, a group of nothing. */
function isEmpty({ kind, hint, facts }: Appearance): boolean {
  if (kind === 'field' || kind === 'frame' || hint !== undefined || facts.title !== undefined) return false
  switch (facts.role) {
    case 'Text':
    case 'Heading':
    case 'Link':
      return facts.text === undefined || facts.text === ''
    case 'Image':
      return facts.link === undefined
    case 'Group':
    case 'List':
    case 'Table':
    case 'Row':
      return facts.text === undefined && facts.attributes === undefined
    case 'Application':
    case 'Window':
    case 'Cell':
    case 'Page':
    case 'Document':
      return false
    default:
      return facts.role satisfies never
  }
}

/** The nearest entry around that is an element of the answer. */
function hostOf(entry: Entry | undefined): Entry | undefined {
  let at = entry
  while (at && !at.kept) at = at.around
  return at
}

function toElement(
  entry: Entry,
  host: Entry | undefined,
  because: Reason | undefined,
  focused: ReadonlySet<Appearance>,
  registry: Registry,
): TreeElement {
  const { it, shown } = entry
  const { facts } = it
  const element: TreeElement = { id: registry.idOf(it), role: facts.role }
  if (facts.subrole !== undefined) element.subrole = facts.subrole
  if (facts.title !== undefined) element.title = facts.title
  const content = contentOf(it)
  if (content) element.content = content
  if (facts.url !== undefined) element.url = facts.url
  if (facts.selected) element.selected = true
  if (focused.has(it)) element.focused = true
  if (shown !== (host?.shown ?? true)) element.visible = shown
  if (facts.attributes) element.attributes = { ...facts.attributes }
  if (facts.cut || (it.quiet && facts.text)) tell(element, 'cut', true)
  if (entry.missing > 0) tellMissing(element, entry.missing, because)
  return element
}

function contentOf({ facts, quiet }: Appearance): ContentBlock[] | undefined {
  if (facts.text !== undefined) return quiet ? undefined : [{ type: 'text', text: facts.text }]
  return facts.link && [{ type: 'resource_link', ...facts.link }]
}

function tell(element: TreeElement, name: string, value: Json): void {
  ;(element.attributes ??= {})[name] = value
}

/** Says on an element that some of what is inside it is not in the answer, how much, and why (FR-1, FR-4). */
function tellMissing(element: TreeElement, count: number, because: Reason | undefined): void {
  const before = element.attributes?.missing
  tell(element, 'missing', (typeof before === 'number' ? before : 0) + count)
  tell(element, 'missingBecause', because ?? 'budget')
}
