/** Deciding what of an answer an agent may and should be given (EL-9.2-warranted, FR-34). */
import type { ContentBlock, TreeElement } from '@copane/protocol/elements'
import { allowedPart } from '../consent/allowed-part.js'
import type { Barred } from '../consent/deny.js'
import type { Consent } from '../consent/settings.js'
import type { AppFacts } from './app-facts.js'
import { type LeftOut, missing, plus } from './left-out.js'
import { prune } from './prune.js'
import { type Scope, warrant } from './warrant.js'

/** What the act calls for (the default is `shown`), and how large an image may be to come along: without it none does. */
export type DecideOptions = { scope?: Scope; maxImageBase64?: number }

/**
 * What may be given.
 *
 * Shape   each element has at most one text block, then links, then images. `nothing`: the settings keep out the root.
 */
export type Decided = { kind: 'decided'; root: TreeElement; leftOut: LeftOut } | Barred

/**
 * Decides by the user's settings and by what the user's act calls for, before there is any question of room.
 *
 * Shape   selected elements, the way down to them and to the user's position, and the focused document are never left out
 *         but by the settings. Hover changes nothing (EL-9.2-hover-weaker). An embedded resource goes as its text and a
 *         link; sound, bytes and images that are too large don't go, the link beside them does (FR-6).
 * Errors  none; expects a tree that was read (D-15), does not change it, linear in it.
 */
export function decide(
  root: TreeElement,
  app: AppFacts,
  consent: Consent,
  { scope = 'shown', maxImageBase64 = 0 }: DecideOptions = {},
): Decided {
  const allowed = allowedPart(root, app.bundleId, consent)
  if (allowed.kind === 'barred') return allowed
  const simple = simplified(allowed.root, maxImageBase64)
  const scoped = inScope(simple.root, scope)
  return {
    kind: 'decided',
    root: scoped.root,
    leftOut: plus(plus(simple.leftOut, allowed.leftOut), scoped.leftOut),
  }
}

type Part = { root: TreeElement; leftOut: LeftOut }

/** The longest address or attribute: what is longer is bytes in disguise. Units: UTF-16 code units. */
const MOST_PART = 2000

function simplified(root: TreeElement, maxImage: number): Part {
  let [media, long] = [0, 0]
  const { root: simple = root } = prune(
    root,
    () => false,
    element => {
      const { content = [], url, attributes, ...rest } = element
      const left: TreeElement = rest
      const blocks = mergedText(content.flatMap(block => plainBlocks(block, maxImage)))
      const short = blocks.filter(block => block.type !== 'resource_link' || isShort(block.uri + block.name))
      media += content.filter(block => isMediaOut(block, maxImage)).length
      long += blocks.length - short.length
      if (short.length > 0) left.content = short
      if (url !== undefined && isShort(url)) left.url = url
      else if (url !== undefined) long++
      const all = Object.entries(attributes ?? {})
      const kept = all.filter(([name, value]) => name.length + JSON.stringify(value).length <= MOST_PART)
      long += all.length - kept.length
      if (kept.length > 0) left.attributes = Object.fromEntries(kept)
      return left
    },
  )
  const leftOut = plus(missing('media', { parts: media }), missing('budget', { parts: long }))
  return { root: simple, leftOut }
}

const isShort = (address: string): boolean => address.length <= MOST_PART && !/^\s*data:/i.test(address)

const isMediaOut = (block: ContentBlock, maxImage: number): boolean =>
  block.type === 'audio' ||
  (block.type === 'image' && block.data.length > maxImage) ||
  (block.type === 'resource' && block.resource.text === undefined)

function plainBlocks(block: ContentBlock, maxImage: number): ContentBlock[] {
  switch (block.type) {
    case 'text':
    case 'resource_link':
      return [block]
    case 'image':
      return block.data.length > maxImage ? [] : [block]
    case 'audio':
      return []
    case 'resource': {
      const { uri, mimeType, text } = block.resource
      const link = { type: 'resource_link' as const, uri, name: uri, ...(mimeType ? { mimeType } : {}) }
      return text === undefined ? [link] : [{ type: 'text', text }, link]
    }
    default:
      return block satisfies never
  }
}

const ORDER = { text: 0, resource_link: 1, image: 2, audio: 3, resource: 4 } as const

function mergedText(blocks: readonly ContentBlock[]): ContentBlock[] {
  const texts = blocks.flatMap(block => (block.type === 'text' ? [block.text] : []))
  const others = blocks.filter(({ type }) => type !== 'text')
  const ordered = others.toSorted((one, other) => ORDER[one.type] - ORDER[other.type])
  return texts.length > 0 ? [{ type: 'text', text: texts.join('\n') }, ...ordered] : ordered
}

/** What the act calls for: with `pointed`, an element on the way has its line and address, and no content. */
function inScope(root: TreeElement, scope: Scope): Part {
  if (scope === 'open') return { root, leftOut: {} }
  const called = new Map(warrant(root).map(place => [place.visit.element, place]))
  let texts = 0
  const { root: scoped = root, count } = prune(
    root,
    ({ element }) => {
      const nearness = called.get(element)?.nearness
      return scope === 'shown' ? nearness === 'hidden' : nearness !== 'pointed' && nearness !== 'inside'
    },
    (element, { visible }) => {
      const place = called.get(element)
      if (place?.isMeant || place?.nearness === 'inside' || (scope === 'shown' && visible)) return element
      const { content, attributes: _, ...line } = element
      if (content) texts++
      return line
    },
  )
  return { root: scoped, leftOut: missing('scope', { elements: count, texts }) }
}
