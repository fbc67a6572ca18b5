/** A node as it appears in the tree: what was read of it, and the id that stays with it (elements §5.4). */
import type { Json, Role } from '@copane/protocol/elements'
import type { Filling } from './fill.js'
import type { Told } from './told.js'

/**
 * What a node is for the tree; a `wrapper` is no element itself, what is inside it is its parent's; what is `closed`
 * draws something that can't be looked into.
 */
export type Kind = 'wrapper' | 'element' | 'field' | 'frame' | 'run' | 'closed'

/** What is known of an appearance without looking where it is drawn. */
export type Facts = {
  role: Role
  subrole?: string | undefined
  title?: string | undefined
  url?: string | undefined
  text?: string | undefined
  cut?: boolean
  link?: { uri: string; name: string } | undefined
  selected?: boolean
  attributes?: { [name: string]: Json } | undefined
}

/** Where something is drawn, in the client coordinates of its own page. Units: CSS pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

/**
 * One node's appearance.
 *
 * Shape   `stale` and `deep` say what has to be read again, here and in all below; `pass` and `seen` hold the number
 *         of the pass that took it in and that measured it.
 */
export type Appearance = {
  readonly node: Node
  /** The node, where it is an element. */
  readonly element: Element | undefined
  /** The local name of the element; '' for what is none. */
  readonly tag: string
  kind: Kind
  facts: Facts
  /** Which attributes it has, as bits of HAS. */
  has: number
  /** Where a run ends. */
  last: Node | undefined
  /** '' until it is first answered. */
  id: string
  /** Its `data-copane-id`. */
  hint: string | undefined
  /** The hint that was there when the id was given; another one is another thing. */
  idHint: string | undefined
  parent: Appearance | undefined
  kids: Appearance[]
  /** How many things inside were never looked at, because there are too many. */
  beyond: number
  /** Which of a long list was looked at: from this one of its children on, so many; 0 for all of it. */
  windowStart: number
  windowSize: number
  /** Where to go on reading; undefined when it was read to the end. */
  filling: Filling | undefined
  /** True for what stands in a line of text; its holder's text holds its text. */
  inline: boolean
  /** True when a title or text came from the elements inside. */
  titled: boolean
  /** True when that title has to be read again. */
  retitle: boolean
  stale: boolean
  deep: boolean
  staleBelow: boolean
  /** The last batch of changes that something inside was in. */
  changedIn: number
  /** False for what has no box: not displayed at all; asked anew while it is not `checked`. */
  boxed: boolean
  checked: boolean
  drawn: boolean
  covered: boolean
  box: Box
  /** The state of the styles that the next two were asked in. */
  styled: number
  /** True when no style hides it. */
  clear: boolean
  /** Whether it clips what is inside it: 1 in width, 2 in height, 3 in both; -1 before it was asked. */
  clips: number
  /** The state of the styles in which nothing stood out of it; 0 when something did, or it was not asked. */
  tidy: number
  pass: number
  seen: number
  /** The pass in which the user's position was in it. */
  focused: number
  /** The pass in which a selected passage or the pointer was in it. */
  pointed: number
  /** The pass that took in all below without looking at it again: it is off the screen, or as it was on it. */
  whole: number
  /** True when nothing inside can move by itself: no pane, no frame, no tag of the app's own, nothing that scrolls or is typed into. */
  still: boolean
  /** The state of the styles in which all of it was wholly on the screen; 0 when it was not. */
  whollySeen: number
  /** Elements in the answer, this one and all below; -1 while not all of it was taken in. */
  size: number
  /** UTF-16 code units of text in the answer, here and in all below. */
  chars: number
  /** True while there is no room for its text. */
  quiet: boolean
  /** What it became in the last answer, with all inside, while that holds. */
  told: Told | undefined
}

/** The pass that is being made, and the state of the styles in it. */
export type Moment = { readonly number: number; readonly styles: number; screenOf(page: Document): Box }

/** No place at all. */
export const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 }

/** A fresh appearance, of which everything is still to be read; `element` is the node, where it is one, `tag` its tag. */
export const appear = (node: Node, kind: Kind, facts: Facts, element?: Element, tag = ''): Appearance => ({
  node,
  element,
  tag,
  kind,
  facts,
  has: 0,
  last: undefined,
  id: '',
  hint: undefined,
  idHint: undefined,
  parent: undefined,
  kids: [],
  beyond: 0,
  windowStart: 0,
  windowSize: 0,
  filling: undefined,
  inline: false,
  titled: false,
  retitle: false,
  stale: true,
  deep: false,
  staleBelow: false,
  changedIn: 0,
  boxed: true,
  checked: false,
  drawn: false,
  covered: false,
  box: NOWHERE,
  styled: 0,
  clear: false,
  clips: -1,
  tidy: 0,
  pass: 0,
  seen: 0,
  focused: 0,
  pointed: 0,
  whole: 0,
  still: false,
  whollySeen: 0,
  size: -1,
  chars: 0,
  quiet: false,
  told: undefined,
})

/** Marks something to be read again, and tells what is around it, once in a batch of changes. */
export function markStale(it: Appearance, batch: number): void {
  it.stale = true
  if ((it.inline || it.kind === 'run') && it.parent) it.parent.stale = true
  for (let at = it.parent; at && at.changedIn !== batch; at = at.parent) {
    at.changedIn = batch
    at.staleBelow = true
    if (at.titled) at.retitle = true
    if (at.titled && at.facts.link) at.stale = true
  }
}

/** The innermost element of the tree at or around an appearance: wrappers are none. */
export function reported(it: Appearance | undefined): Appearance | undefined {
  let at = it
  while (at && at.kind === 'wrapper') at = at.parent
  return at
}
