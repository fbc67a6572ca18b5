/** The elements of a managed tree as they are linked: runs of siblings, so that no change touches 50,000 of them. */
import type { ContentBlock, TreeElement } from '@copane/protocol/elements'
import type { AppFinding } from './app-element.js'

/** A run of JSON text, with its length in bytes and what it is inside a JSON string once somebody wanted them. */
export type Piece = { text: string; bytes?: number; escaped?: Uint8Array }

/** One element that is kept. */
export type KeptNode = {
  /** As the app gave it, copied, without what is inside it. */
  app: { [name: string]: unknown }
  /** As it is told. */
  own: TreeElement
  /** All its content where some of it is too large. */
  whole: readonly ContentBlock[] | undefined
  found: Omit<AppFinding, 'at' | 'id'>[]
  isPrivate: boolean
  isSensitive: boolean
  /** Inside something sensitive. */
  isMasked: boolean
  parent: KeptNode | undefined
  block: Block | undefined
  blocks: Block[]
  /** Its own JSON without the brace that ends it; and all of it, where that is short. */
  head: Piece | undefined
  piece: Piece | undefined
}

/** A run of siblings; `isFirst` says whether its piece begins without a comma. */
export type Block = { nodes: KeptNode[]; piece: Piece | undefined; isFirst: boolean }

const MOST_IN_BLOCK = 64

/** Forgets the texts that hold an element. */
export function touch(node: KeptNode): void {
  for (let at: KeptNode | undefined = node; at; at = at.parent) {
    at.piece = undefined
    if (at.block) at.block.piece = undefined
  }
}

/** Links an element into another: before one of its children, or as the last. */
export function attach(node: KeptNode, parent: KeptNode, before: KeptNode | undefined): void {
  const block = before?.block ?? parent.blocks.at(-1) ?? newBlock(parent, 0, [])
  const at = before ? block.nodes.indexOf(before) : block.nodes.length
  block.nodes.splice(at, 0, node)
  node.block = block
  node.parent = parent
  if (block.nodes.length > MOST_IN_BLOCK) {
    // Only what is added at the end fills blocks to the brim; what comes between makes room for more.
    const isLast = at === block.nodes.length - 1
    splitBlock(parent, parent.blocks.indexOf(block), isLast ? MOST_IN_BLOCK : MOST_IN_BLOCK >> 1)
  }
  touch(node)
}

/** Unlinks an element; gives the sibling that it stood before. */
export function detach(node: KeptNode): KeptNode | undefined {
  const { block, parent } = node
  if (!block || !parent) return undefined
  touch(node)
  const at = block.nodes.indexOf(node)
  const place = parent.blocks.indexOf(block)
  const next = block.nodes[at + 1] ?? parent.blocks[place + 1]?.nodes[0]
  block.nodes.splice(at, 1)
  if (block.nodes.length === 0) parent.blocks.splice(place, 1)
  node.block = undefined
  node.parent = undefined
  return next
}

/** Makes two blocks of one, the second beginning at a place in it. */
export function splitBlock(parent: KeptNode, place: number, at: number): void {
  const block = parent.blocks[place]
  if (!block) return
  newBlock(parent, place + 1, block.nodes.splice(at))
  block.piece = undefined
}

function newBlock(parent: KeptNode, place: number, nodes: KeptNode[]): Block {
  const block: Block = { nodes, piece: undefined, isFirst: false }
  for (const node of nodes) node.block = block
  parent.blocks.splice(place, 0, block)
  return block
}

/** The children of an element in their order. */
export function* childrenOf(node: KeptNode): Generator<KeptNode> {
  for (const block of node.blocks) yield* block.nodes
}

/** An element and all inside it, each after what it is inside of. */
export function* nodesIn(node: KeptNode): Generator<KeptNode> {
  const within = [node]
  for (let at = within.pop(); at; at = within.pop()) {
    yield at
    for (const child of childrenOf(at)) within.push(child)
  }
}

/** True for an element that is private or inside something private. */
export function isHidden(node: KeptNode): boolean {
  for (let at: KeptNode | undefined = node; at; at = at.parent) if (at.isPrivate) return true
  return false
}

/** How many elements an element is inside of. */
export function depthOf(node: KeptNode): number {
  let depth = 0
  for (let at = node.parent; at; at = at.parent) depth++
  return depth
}
