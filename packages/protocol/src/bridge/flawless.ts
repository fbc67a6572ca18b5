/** Which windows and blocks are handed on as they came, seen in one pass (GB §4.2, §4.4 · D-46). */
import { LIMITS } from '../elements/binding.js'
import { isRecord } from '../findings/shape.js'
import { isShallow } from '../json/depth.js'
import { partFault } from './judge-block.js'
import type { Block, SeenWindow } from './types.js'
import {
  isExactCustom,
  isExactFields,
  isExactList,
  isExactNotice,
  isExactTable,
  isExactText,
  isExactWindow,
} from './validate.gen.js'

type Raw = { [name: string]: unknown }

/** A block that has an id. */
export type NamedBlock = Block & { id: string }

/**
 * True for a window that reading would say nothing about and hand on unchanged, its blocks included.
 *
 * Shape   never true for a window without a summary, or with a block that is not flawless. Expects what came out of JSON.
 */
export function isFlawlessWindow(window: Raw): window is SeenWindow {
  if (!isExactWindow(window)) return false
  const blocks: unknown[] = Array.isArray(window.blocks) ? window.blocks : []
  const ids = blocks.length > FEW ? new Set<string>() : undefined
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (!isRecord(block) || !isFlawlessBlock(block)) return false
    if (ids ? ids.size === ids.add(block.id).size : isAbove(blocks, at, block.id)) return false
  }
  return true
}

/** Looking at so many ids costs less than a set of them. */
const FEW = 8

function isAbove(blocks: readonly unknown[], end: number, id: string): boolean {
  for (let at = 0; at < end; at++) {
    const block = blocks[at]
    if (isRecord(block) && block.id === id) return true
  }
  return false
}

/**
 * True for a block that reading would say nothing about and hand on unchanged, wherever its id stands besides.
 *
 * Shape   never true for media, or for a block with a mark or without an id. Expects what came out of JSON.
 */
export function isFlawlessBlock(block: Raw): block is NamedBlock {
  switch (block.type) {
    case 'text':
      return isExactText(block)
    case 'fields':
      return isExactFields(block)
    case 'table':
      return isTable(block) && areRows(block.rows, block.columns.length) && isPart(block, block.rows)
    case 'list':
      return isList(block) && areShallow(block.items, LIMITS.maxDepth - 2) && isPart(block, block.items)
    case 'notice':
      return isExactNotice(block)
    case 'custom':
      return isExactCustom(block)
    default:
      return false
  }
}

type OfType<Type extends Block['type']> = Extract<Block, { type: Type }>

const isTable = (block: Raw): block is OfType<'table'> => isExactTable(block)

const isList = (block: Raw): block is OfType<'list'> => isExactList(block)

const isPart = (block: OfType<'table' | 'list'>, shown: readonly unknown[]): boolean =>
  (block.offset === undefined && block.total === undefined) || partFault(block, shown.length) === undefined

function areRows(rows: readonly (readonly unknown[])[], columns: number): boolean {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (row?.length !== columns || !areShallow(row, LIMITS.maxDepth - 3)) return false
  }
  return true
}

function areShallow(values: readonly unknown[], depth: number): boolean {
  for (let at = 0; at < values.length; at++) if (!isShallow(values[at], depth)) return false
  return true
}
