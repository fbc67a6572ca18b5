/** The text of a tree held in pieces, each written once until something in it changes. */
import { escapedJson } from '../text/escaped.js'
import { utf8Length } from '@copane/protocol/elements'
import { type Block, type KeptNode, type Piece, splitBlock } from './kept-node.js'

/** A piece is about so long at most. Units: UTF-16 code units. */
const MOST_IN_PIECE = 32 * 1024

/**
 * The pieces of an element's text, in order; those that did not change since the last time are the same objects.
 *
 * Shape   `headOf` writes an element's own fields. Depth is the tree's, which is a limit.
 */
export function piecesOf(
  root: KeptNode,
  before: string,
  behind: string,
  headOf: (node: KeptNode) => string,
): Piece[] {
  const out: Piece[] = []
  let glue = before
  const flush = () => {
    if (glue !== '') out.push({ text: glue })
    glue = ''
  }
  const put = (piece: Piece) => {
    if (piece.text.length < SMALL) glue += piece.text
    else {
      flush()
      out.push(piece)
    }
  }
  const emit = (node: KeptNode) => {
    const whole = nodePiece(node, headOf)
    if (whole) return put(whole)
    put(headIn(node, headOf))
    let isFirst = true
    const open = () => {
      glue += isFirst ? CHILDREN : ','
      isFirst = false
    }
    for (let at = 0; at < node.blocks.length; at++) {
      const block = node.blocks[at]
      if (!block) continue
      const piece = blockPiece(block, isFirst, headOf)
      if (!piece && block.nodes.length > 1) splitBlock(node, at--, block.nodes.length >> 1)
      else if (!piece)
        for (const child of block.nodes) {
          open()
          emit(child)
        }
      else if (piece.text !== '') {
        if (isFirst) open()
        put(piece)
      }
    }
    glue += isFirst ? '}' : ']}'
  }
  emit(root)
  glue += behind
  flush()
  return out
}

/**
 * The bytes of a piece inside a JSON string, made once.
 *
 * Shape   JSON text holds no control characters and no half of a pair, so only quotes and backslashes are escaped; a
 *         loop over the bytes is several times faster than JSON.stringify or a pattern.
 */
export const escapedBytes = (piece: Piece): Uint8Array => (piece.escaped ??= escapedJson(piece.text))

/** How long a piece is on the wire, counted once. Units: bytes. */
export const bytesOf = (piece: Piece): number => (piece.bytes ??= utf8Length(piece.text))

const CHILDREN = ',"children":['

/** A piece that is no longer is cheaper copied than sent on its own. */
const SMALL = 256

const NOTHING: Piece = { text: '' }

const headIn = (node: KeptNode, headOf: (node: KeptNode) => string): Piece =>
  (node.head ??= { text: headOf(node) })

/** An element with all inside it as one piece; undefined when that is too long for one. */
function nodePiece(node: KeptNode, headOf: (node: KeptNode) => string): Piece | undefined {
  if (node.piece) return node.piece
  if (node.isPrivate) return (node.piece = NOTHING)
  let { text } = headIn(node, headOf)
  let isFirst = true
  for (const block of node.blocks) {
    const piece = text.length > MOST_IN_PIECE ? undefined : blockPiece(block, isFirst, headOf)
    if (!piece) return undefined
    if (piece.text === '') continue
    text += isFirst ? CHILDREN + piece.text : piece.text
    isFirst = false
  }
  if (node.blocks.length > 0 && text.length > MOST_IN_PIECE) return undefined
  return (node.piece = { text: isFirst ? `${text}}` : `${text}]}` })
}

/** A run of siblings as one piece, with a comma before it unless it is the first that shows; undefined when too long. */
function blockPiece(block: Block, isFirst: boolean, headOf: (node: KeptNode) => string): Piece | undefined {
  if (block.piece && (block.isFirst === isFirst || block.piece.text === '')) return block.piece
  // An empty text before the others is a comma before the first: a comma put before it all would be a copy of it all.
  const texts: string[] = isFirst ? [] : ['']
  let length = 0
  for (const node of block.nodes) {
    const piece = nodePiece(node, headOf)
    length += piece?.text.length ?? 0
    if (!piece || (length > MOST_IN_PIECE && block.nodes.length > 1)) return undefined
    if (piece.text !== '') texts.push(piece.text)
  }
  const text = texts.join(',')
  block.isFirst = isFirst
  return (block.piece = text === '' ? NOTHING : { text })
}
