/** The content blocks of one element: MCP's own, handed on unchanged, or dropped (elements §5.5 · D-15, D-16). */
import { isPlainObject, isRecord } from '../findings/shape.js'
import { base64Length, isBase64, isWithin, textBytes, utf8Length } from '../json/bytes.js'
import { isDeeperThan } from '../json/depth.js'
import type { Limits } from './binding.js'
import type { Place, Report } from './place.js'
import type { ContentBlock } from './types.js'
import { contentFits } from './validate.gen.js'

/**
 * The blocks that a host hands on.
 *
 * Shape   one finding an element and kind of fault, however many blocks have it.
 * Source  elements §5.5 · EL-5.5-content-blocks, EL-5.5-small
 */
export function readContent(values: unknown[], at: Place, limits: Limits, report: Report): ContentBlock[] {
  const blocks: ContentBlock[] = []
  let foreign = 0
  let large = 0
  for (const value of values)
    if (!isContentBlock(value)) foreign++
    else if (!isSmall(value, limits)) large++
    else blocks.push(value)
  if (foreign > 0)
    report(
      'EL-5.5-content-blocks',
      'must',
      'repair',
      at,
      `${foreign} content blocks that are none of MCP's, or whose data is no base64; dropped`,
    )
  if (large > 0)
    report(
      'EL-5.5-small',
      'should',
      'repair',
      at,
      `${large} content blocks over the limit; send a resource_link`,
    )
  return blocks
}

/** True for content that `readContent` would hand on whole. */
export function isFlawlessContent(values: readonly unknown[], limits: Limits): boolean {
  for (let at = 0; at < values.length; at++) if (!isFlawlessBlock(values[at], limits)) return false
  return values.length > 0
}

/** True when one of the blocks is a text. */
export function holdsText(content: unknown): boolean {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (isRecord(block) && block.type === 'text') return true
  }
  return false
}

/** A text block of two fields, as most are, is looked at once; any other as it would be read. */
function isFlawlessBlock(block: unknown, limits: Limits): boolean {
  if (!isRecord(block)) return false
  if (block.type === 'text' && typeof block.text === 'string' && isPlainObject(block)) {
    let fields = 0
    for (const _ in block) fields++
    if (fields === 2) return isWithin(block.text, limits.maxTextBlockBytes)
  }
  return isContentBlock(block) && isSmall(block, limits)
}

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isRecord(block) || !contentFits(block)) return false
  if (block.type === 'image' || block.type === 'audio') return isData(block.data)
  if (block.type !== 'resource') return true
  const { text, blob } = isRecord(block.resource) ? block.resource : {}
  return blob === undefined ? typeof text === 'string' : isData(blob)
}

const isData = (value: unknown): boolean => typeof value === 'string' && isBase64(value)

function isSmall(block: ContentBlock, limits: Limits): boolean {
  return !isDeeperThan(block, limits.maxDepth) && hasSmallData(block, limits)
}

/** What stands beside a block's data, annotations and the like, may be as long as a text. */
function hasSmallData(block: ContentBlock, { maxTextBlockBytes, maxImageBytes }: Limits): boolean {
  const isSmallBeside = (data: string): boolean =>
    unitsIn(block, 2) * 3 <= maxTextBlockBytes || textBytes(block) - utf8Length(data) <= maxTextBlockBytes
  switch (block.type) {
    case 'text':
      return isWithin(block.text, maxTextBlockBytes) && isSmallBeside(block.text)
    case 'image':
    case 'audio':
      return base64Length(block.data) <= maxImageBytes && isSmallBeside(block.data)
    case 'resource': {
      const { text = '', blob = '' } = block.resource
      return utf8Length(text) + base64Length(blob) <= maxImageBytes && isSmallBeside(text + blob)
    }
    case 'resource_link':
      return isSmallBeside('')
    default:
      return block satisfies never
  }
}

/** At least as many code units as the texts in a value have: most blocks are clearly small, and need no exact count. */
function unitsIn(value: { readonly [name: string]: unknown }, levels: number): number {
  let units = 1
  for (const name in value) {
    const inner = value[name]
    units += name.length + 1
    if (typeof inner === 'string') units += inner.length
    else if (typeof inner === 'object' && inner !== null)
      units += levels > 1 && isRecord(inner) ? unitsIn(inner, levels - 1) : Infinity
  }
  return units
}
