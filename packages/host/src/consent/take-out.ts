/** Taking elements out of what an agent is given, with all that repeats what was selected in them (EL-9.2-show-remove). */
import {
  type ContentBlock,
  type Json,
  textOf,
  type TreeElement,
  type Visit,
  walk,
} from '@copane/protocol/elements'
import { type LeftOut, type LeftOutWhy, missing } from '../policy/left-out.js'
import { prune } from '../policy/prune.js'
import { createEraser, type Eraser } from './erase.js'

/** What is left: the tree, how much of each text is not shown, and what went. */
export type TakenOut = {
  root: TreeElement | undefined
  missing: ReadonlyMap<string, number>
  leftOut: LeftOut
}

/**
 * Takes out the elements for which a test holds, all that is inside them, and what was selected there wherever it stands.
 *
 * Shape   a selected element's words are its text, or its title when it has none. They are blotted in every text and title;
 *         an address, link or attribute that holds them goes, so does a link to what went, and the image of what it was in.
 *         `shown`: by id, how much of a text is shown, in code units.
 * Errors  none; with `shown`, expects at most one text block an element, as `decide` gives.
 */
export function takeOut(
  root: TreeElement,
  isOut: (visit: Visit) => boolean,
  why: LeftOutWhy,
  shown: ReadonlyMap<string, number> = new Map(),
): TakenOut {
  const above = new Set<TreeElement>()
  const { tops, count } = prune(root, visit => {
    if (!isOut(visit)) return false
    for (let at = visit.parent; at && !above.has(at.element); at = at.parent) above.add(at.element)
    return true
  })
  const eraser = createEraser(tops.flatMap(selectedTexts))
  const gone = new Set(tops.flatMap(top => [...walk(top)].map(({ element }) => element.id)))
  const unseen = new Map<string, number>()
  const counts = { elements: count, texts: 0, parts: 0 }
  const { root: rest } = prune(root, isOut, element => {
    const {
      element: left,
      hidden,
      texts,
      parts,
    } = erased(element, eraser, shown.get(element.id), { above, gone })
    if (hidden > 0) unseen.set(element.id, hidden)
    counts.texts += texts
    counts.parts += parts
    return left
  })
  return { root: rest, missing: unseen, leftOut: missing(why, counts) }
}

function selectedTexts(top: TreeElement): string[] {
  const texts: string[] = []
  for (const { element } of walk(top)) if (element.selected) texts.push(...ownTexts(element))
  return texts
}

function ownTexts(element: TreeElement): string[] {
  const embedded = element.content?.flatMap(block =>
    block.type === 'resource' ? (block.resource.text ?? []) : [],
  )
  const texts = [textOf(element) ?? [], embedded ?? []].flat()
  return texts.length > 0 ? texts : [element.title ?? '']
}

type ErasedElement = { element: TreeElement; hidden: number; texts: number; parts: number }

function erased(
  element: TreeElement,
  erase: Eraser,
  shown: number | undefined,
  { above, gone }: { above: ReadonlySet<TreeElement>; gone: ReadonlySet<string> },
): ErasedElement {
  const { title, url, content, attributes, ...rest } = element
  const left: TreeElement = rest
  let [hidden, texts, parts] = [0, 0, 0]
  if (title !== undefined) {
    const { text, isBlotted } = erase(title)
    left.title = text
    if (isBlotted) texts++
  }
  if (url !== undefined) {
    if (holds(url, erase)) parts++
    else left.url = url
  }
  const blocks: ContentBlock[] = []
  for (const block of content ?? [])
    if (block.type === 'text') {
      const { text, missing: after, isBlotted } = erase(block.text, shown)
      blocks.push({ type: 'text', text })
      hidden += after
      if (isBlotted) texts++
    } else if (block.type === 'resource' && block.resource.text !== undefined) {
      const { text, isBlotted } = erase(block.resource.text)
      if (holds(block.resource.uri, erase)) parts++
      else blocks.push({ ...block, resource: { ...block.resource, text } })
      if (isBlotted) texts++
    } else if ((block.type === 'image' && above.has(element)) || holds(wordsOf(block), erase)) parts++
    else blocks.push(block)
  if (blocks.length > 0) left.content = blocks
  const entries = Object.entries(attributes ?? {}).map(([name, value]): [string, Json] => {
    if (name !== 'related' || !Array.isArray(value)) return [name, value]
    const links = value.filter(entry => !leadsTo(entry, gone))
    parts += value.length - links.length
    return [name, links]
  })
  const kept = entries.filter(([name, value]) => !holds([name, value], erase))
  parts += entries.length - kept.length
  if (kept.length > 0) left.attributes = Object.fromEntries(kept)
  return { element: left, hidden, texts, parts }
}

const leadsTo = (entry: Json, gone: ReadonlySet<string>): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  !Array.isArray(entry) &&
  typeof entry.id === 'string' &&
  gone.has(entry.id)

const wordsOf = (block: ContentBlock): Json =>
  block.type === 'resource_link' ? [block.uri, block.name, block.description ?? ''] : ''

/** True when a string anywhere in a value holds a passage, in an address also in its encoded form; a loop. */
function holds(value: Json, erase: Eraser): boolean {
  const open: Json[] = [value]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    if (typeof at === 'string') {
      if (erase(at).isBlotted || (at.includes('%') && erase(plain(at)).isBlotted)) return true
    } else if (typeof at === 'number') {
      if (erase(String(at)).isBlotted) return true
    } else if (Array.isArray(at)) for (const item of at) open.push(item)
    else if (at !== null && typeof at === 'object')
      for (const [name, item] of Object.entries(at)) open.push(name, item)
  return false
}

function plain(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
