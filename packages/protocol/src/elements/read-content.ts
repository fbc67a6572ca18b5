/** The content blocks of one element: MCP's own, handed on unchanged, or dropped (elements §5.5 · D-15, D-16). */
import { isRecord, misfits } from '../findings/shape.js'
import { base64Length, utf8Length } from '../json/bytes.js'
import { isDeeperThan } from '../json/depth.js'
import type { Limits } from './binding.js'
import { CONTENT_FIELDS } from './fields.js'
import type { Place, Report } from './place.js'
import type { ContentBlock } from './types.js'

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
    else if (sizeOf(value) > limitOf(value, limits) || isDeeperThan(value, limits.maxDepth)) large++
    else blocks.push(value)
  if (foreign > 0)
    report(
      'EL-5.5-content-blocks',
      'must',
      'repair',
      at,
      `${foreign} content blocks that MCP does not define; dropped`,
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

const TYPES = Object.keys(CONTENT_FIELDS).filter(
  (name): name is ContentBlock['type'] => name in CONTENT_FIELDS,
)

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isRecord(block)) return false
  const type = TYPES.find(name => name === block.type)
  if (!type || misfits(block, CONTENT_FIELDS[type], 'type').some(misfit => misfit.kind !== 'unknown'))
    return false
  if (type !== 'resource') return true
  return isRecord(block.resource) && (isText(block.resource.text) || isText(block.resource.blob))
}

const isText = (value: unknown): boolean => typeof value === 'string'

function sizeOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return utf8Length(block.text)
    case 'image':
    case 'audio':
      return base64Length(block.data)
    case 'resource':
      return utf8Length(block.resource.text ?? '') + base64Length(block.resource.blob ?? '')
    case 'resource_link':
      return 0
    default:
      return block satisfies never
  }
}

const limitOf = (block: ContentBlock, limits: Limits): number =>
  block.type === 'text' ? limits.maxTextBlockBytes : limits.maxImageBytes
