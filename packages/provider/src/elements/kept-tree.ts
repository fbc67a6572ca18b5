/** What the elements face reads of a managed tree: its text in pieces, an element by its id, what was found. */
import type { ContentBlock, Limits, TreeElement } from '@copane/protocol/elements'
import type { AppFinding } from './app-element.js'
import type { Oversize } from './clean-tree.js'
import type { Found } from './judge-answer.js'
import { childrenOf, isHidden, type KeptNode, type Piece, touch } from './kept-node.js'
import { piecesOf } from './kept-text.js'
import { unlinked } from './links.js'
import { tooLarge } from './telling.js'

/** A managed tree as it is read. */
export type KeptTree = {
  limits: Limits
  /** Rises with every change. */
  version(): number
  /** False for a root that is private or could not be told. */
  isTold(): boolean
  isPrivate(): boolean
  /** The text of the root between two others; a piece that did not change is the same object as before. */
  pieces(before: string, behind: string): Piece[]
  /** The element with an id as it is told; `hidden` for what is private or inside something private. */
  find(id: string): TreeElement | 'hidden' | undefined
  /** True for an element that was told once and is there no longer. */
  isRemoved(id: string): boolean
  /** The whole tree as it is told, built anew. */
  tree(): TreeElement | undefined
  /** The elements with blocks that are too large; `done` takes what is told in their place. */
  oversize(): (Oversize & { done(content: ContentBlock[], dropped: number): void })[]
  /** What was found at each element that is told, by its id, and, told once, the changes that were not made. */
  findings(): Found[]
}

/** What a kept tree is made of. */
export type KeptParts = {
  limits: Limits
  nodes: ReadonlyMap<string, KeptNode>
  large: ReadonlySet<KeptNode>
  root: () => KeptNode | undefined
  version: () => number
  isRemoved: (id: string) => boolean
  refused: AppFinding[]
}

/** Makes the reading side of a managed tree. */
export function keptTree({ limits, nodes, large, root, version, isRemoved, refused }: KeptParts): KeptTree {
  const isHiddenId = (id: string): boolean => {
    const node = nodes.get(id)
    return node !== undefined && isHidden(node)
  }
  const told = (node: KeptNode): TreeElement => unlinked(node.own, isHiddenId)
  const isTold = (): boolean => root()?.isPrivate === false
  return {
    limits,
    version,
    isTold,
    isPrivate: () => root()?.isPrivate === true,
    isRemoved,
    pieces(before, behind) {
      const top = root()
      return top ? piecesOf(top, before, behind, node => JSON.stringify(told(node)).slice(0, -1)) : []
    },
    find(id) {
      const node = nodes.get(id)
      if (!node) return undefined
      return isHidden(node) ? 'hidden' : told(node)
    },
    tree() {
      const top = root()
      if (!top || !isTold()) return undefined
      const tree = { ...told(top) }
      const within = [{ node: top, element: tree }]
      for (let at = within.pop(); at; at = within.pop()) {
        const children: TreeElement[] = []
        for (const node of childrenOf(at.node)) {
          if (node.isPrivate) continue
          const element = { ...told(node) }
          children.push(element)
          within.push({ node, element })
        }
        if (children.length > 0) at.element.children = children
      }
      return tree
    },
    oversize: () =>
      [...large].flatMap(node => {
        const { whole, own: element } = node
        if (!whole || isHidden(node)) return []
        const done = (content: ContentBlock[], dropped: number) => {
          if (node.whole !== whole) return
          const { content: _, attributes, ...rest } = node.own
          node.own = {
            ...rest,
            ...(content.length > 0 ? { content } : {}),
            ...(attributes === undefined ? {} : { attributes }),
          }
          node.whole = undefined
          if (dropped > 0) node.found = [...node.found, tooLarge(dropped)]
          node.head = undefined
          touch(node)
        }
        return [{ element, whole, done }]
      }),
    findings: () => [...refused.splice(0), ...[...nodes.values()].flatMap(foundAt)],
  }
}

function foundAt(node: KeptNode): Found[] {
  if (node.found.length === 0 || isHidden(node)) return []
  return node.found.map(finding => ({ ...finding, id: node.own.id }))
}
