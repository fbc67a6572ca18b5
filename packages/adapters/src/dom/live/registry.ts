/** The ids of one run: minted in sequence, never given to a second thing (EL-9.1-id-stable, D-18). */
import { isElementId } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'

/** Nodes and ids, both ways; neither keeps a removed node alive. */
export type Registry = {
  of(node: Node): Appearance | undefined
  add(it: Appearance): void
  /** The id of an appearance, minted at its first answer. */
  idOf(it: Appearance): string
  /** A fresh id for what is no node. */
  mint(): string
  /** What an id was given to, looked for in a tree of appearances. */
  find(id: string, root: Appearance): Appearance | undefined
  /** True for every id of this run, whether its thing still exists or not. */
  isIssued(id: string): boolean
  /** What was told to be gone stays gone: its node gets a new id when it comes back. */
  tellGone(id: string): void
  /** How many ids were told to be gone: what was answered before may not have its id any longer. */
  losses(): number
  /** Remembers what a long list is no longer read to: it is out of the tree, and not gone. */
  keepStrays(kids: readonly Appearance[]): void
}

/** Most ids that are remembered as told to be gone. */
const MOST_TOLD = 10_000

/**
 * Makes the ids of a run.
 *
 * Shape   `mark` is 1 to 6 lower-case letters and digits; ids are `<mark>-<number>`, or an app's own hint. The hyphen parts the
 *         number from a mark that ends in a digit, and these ids from the ids of windows, which have none (D-30).
 */
export function createRegistry(mark: string): Registry {
  const appearances = new WeakMap<Node, Appearance>()
  const hints = new Map<string, WeakRef<Appearance>>()
  const told = new Set<string>()
  const minted = new RegExp(`^${mark}-([1-9]\\d{0,8})$`)
  let strays = new Set<WeakRef<Appearance>>()
  let last = 0
  let losses = 0

  const mint = (): string => `${mark}-${++last}`

  /** An app's own id, unless another living thing has it or it was told to be gone. */
  function accept(hint: string, it: Appearance): boolean {
    if (!isElementId(hint) || minted.test(hint) || told.has(hint)) return false
    const holder = hints.get(hint)?.deref()
    if (holder && holder !== it && holder.id === hint) {
      if (holder.node.isConnected) return false
      holder.id = ''
    }
    hints.set(hint, new WeakRef(it))
    return true
  }

  return {
    of: node => appearances.get(node),
    add: it => void appearances.set(it.node, it),
    mint,
    idOf(it) {
      const isRenamed = it.idHint !== undefined && it.hint !== it.idHint
      if (it.id !== '' && !isRenamed && (told.size === 0 || !told.has(it.id))) return it.id
      it.idHint = it.hint
      return (it.id = it.hint !== undefined && accept(it.hint, it) ? it.hint : mint())
    },
    find(id, root) {
      if (told.has(id)) return undefined
      const stack = [root, ...[...strays].flatMap(ref => ref.deref() ?? [])]
      for (let at = stack.pop(); at; at = stack.pop()) {
        if (at.id === id) return at
        for (const kid of at.kids) stack.push(kid)
      }
      return undefined
    },
    isIssued: id => hints.has(id) || Number(minted.exec(id)?.[1] ?? Infinity) <= last,
    losses: () => losses,
    tellGone(id) {
      losses++
      told.add(id)
      for (const oldest of told) {
        if (told.size <= MOST_TOLD) break
        told.delete(oldest)
      }
    },
    keepStrays(kids) {
      const living = [...strays].filter(ref => ref.deref()?.node.isConnected)
      strays = new Set(living)
      const known = new Set(living.map(ref => ref.deref()))
      for (const kid of kids) if (kid.id !== '' && !known.has(kid)) strays.add(new WeakRef(kid))
    },
  }
}
