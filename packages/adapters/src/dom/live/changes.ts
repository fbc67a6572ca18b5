/** What changed in the document since it was read: marks, made while it happens and without reading anything. */
import { type Appearance, markStale } from './appearance.js'
import { drawnIn, isElement } from './flat-tree.js'
import type { Registry } from './registry.js'

/** An eye on every root that was found. */
export type Changes = {
  watch(root: Document | ShadowRoot): void
  /** Marks what happened up to now; how many changes there were since the start. */
  flush(): number
  stop(): void
}

/** More changes than this between two reads, and all is read again: the page is not followed any longer. */
const FLOOD = 20_000

/**
 * Keeps marks on the appearances.
 *
 * Shape   `onStyle` hears of what may change styles; holds no node itself; a root that is gone takes its watch with it.
 */
export function watchChanges(registry: Registry, root: () => Appearance, onStyle: () => void): Changes {
  let watched = new WeakSet<Node>()
  let count = 0
  let unread = 0
  let batch = 0
  let following = true
  const observer = new MutationObserver(mark)

  function mark(records: readonly MutationRecord[]): void {
    count += records.length
    unread += records.length
    if (!following) return
    if (unread > FLOOD) {
      following = false
      watched = new WeakSet()
      observer.disconnect()
      root().stale = root().deep = true
      return
    }
    batch++
    const poorer = new Set<Appearance>()
    for (const record of records) {
      if (mayStyle(record)) onStyle()
      const nearest = markOne(record, registry, batch)
      if (nearest && record.removedNodes.length > 0) poorer.add(nearest)
    }
    for (const it of poorer) letGo(it)
  }

  return {
    watch(found) {
      if (watched.has(found)) return
      watched.add(found)
      observer.observe(found, { subtree: true, childList: true, characterData: true, attributes: true })
    },
    flush() {
      mark(observer.takeRecords())
      unread = 0
      following = true
      return count
    },
    stop: () => observer.disconnect(),
  }
}

/** True for a change that style sheets may go by, or that brings one. */
const mayStyle = ({ type, target, addedNodes }: MutationRecord): boolean =>
  type === 'attributes' ||
  target.nodeName === 'HEAD' ||
  target.nodeName === 'STYLE' ||
  addedNodes.length > MANY ||
  [...addedNodes].some(({ nodeName }) => nodeName === 'STYLE' || nodeName === 'LINK')

const MANY = 16

/** Lets go of what was removed from an appearance. */
function letGo(it: Appearance): void {
  it.kids = it.kids.filter(({ node }) => node.isConnected)
  it.filling = undefined
  if (it.last && !it.last.isConnected) it.last = undefined
}

/** Marks what one change was in; gives the appearance that it was directly in. */
function markOne(
  { target, type }: MutationRecord,
  registry: Registry,
  batch: number,
): Appearance | undefined {
  const it = registry.of(target)
  if (type === 'attributes' && it) {
    it.deep = true
    markStale(it, batch)
    if (it.parent) markStale(it.parent, batch)
    return it
  }
  const nearest = it ?? nearestAround(target, registry)
  if (!nearest) return undefined
  if (isElement(target) && target.shadowRoot) nearest.deep = true
  markStale(nearest, batch)
  return nearest
}

/** The appearance that a node stands in. */
export function nearestAround(node: Node, registry: Registry): Appearance | undefined {
  for (let at = drawnIn(node); at; at = drawnIn(at)) {
    const it = registry.of(at)
    if (it) return it
  }
  return undefined
}
