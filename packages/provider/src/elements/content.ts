/** The content of one element: blocks that MCP knows and a host takes, or handed to the app to shrink (EL-5.5-small). */
import { base64Length, type ContentBlock, isWithin, type Limits, utf8Length } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Tell } from './app-element.js'
import { imageSize } from './image-size.js'
import { jsonCopy, NO_JSON } from './json-copy.js'

/** The largest side of a picture, D-16 being silent about it. Units: pixels. */
export const MAX_IMAGE_SIDE = 2048

/** How small a block has to be. Units: bytes of what it stands for, and pixels a side of a picture. */
export type BlockLimit = { maxBytes: number; maxSide: number }

/** Makes a block smaller, such as a thumbnail or a `resource_link`; undefined to leave it out. */
export type Shrink = (
  block: ContentBlock,
  limit: BlockLimit,
) => ContentBlock | undefined | Promise<ContentBlock | undefined>

/** Copies of the blocks that MCP knows, whatever their size. */
export function readBlocks(
  values: readonly unknown[],
  limits: Limits,
  tell: Tell | undefined,
): ContentBlock[] {
  const blocks: ContentBlock[] = []
  for (const value of values) {
    const block = readBlock(value, limits)
    if (block) blocks.push(block)
    else
      tell?.({
        requirement: 'EL-5.5-content-blocks',
        level: 'must',
        consequence: 'repair',
        message: 'a content block that MCP does not define; left out: send text, image, resource_link, …',
      })
  }
  return blocks
}

/** A block as MCP has it, copied; undefined for anything else. */
export function readBlock(value: unknown, limits: Limits): ContentBlock | undefined {
  if (isRecord(value) && value.type === 'text' && typeof value.text === 'string' && hasTwoFields(value))
    return { type: 'text', text: value.text }
  const copy: unknown = jsonCopy(value, {
    maxDepth: limits.maxDepth,
    maxValues: 1000,
    maxChars: Number.POSITIVE_INFINITY,
  })
  return copy !== NO_JSON && isContentBlock(copy) ? copy : undefined
}

/** Most blocks are a text and nothing else. */
function hasTwoFields(value: object): boolean {
  let fields = 0
  for (const _ in value) fields++
  return fields === 2
}

/** True for a block that a host takes. */
export function isSmall(block: ContentBlock, limits: Limits): boolean {
  switch (block.type) {
    case 'text':
      return isWithin(block.text, limits.maxTextBlockBytes)
    case 'image': {
      const { width, height } = imageSize(block.data) ?? { width: 0, height: 0 }
      return base64Length(block.data) <= limits.maxImageBytes && Math.max(width, height) <= MAX_IMAGE_SIDE
    }
    case 'audio':
      return base64Length(block.data) <= limits.maxImageBytes
    case 'resource':
      return (
        utf8Length(block.resource.text ?? '') + base64Length(block.resource.blob ?? '') <=
        limits.maxImageBytes
      )
    case 'resource_link':
      return isWithin(block.uri, limits.maxTextBlockBytes)
    default:
      return block satisfies never
  }
}

/** How small a block of this type has to be. */
export const limitOf = (block: ContentBlock, limits: Limits): BlockLimit => ({
  maxBytes:
    block.type === 'text' || block.type === 'resource_link' ? limits.maxTextBlockBytes : limits.maxImageBytes,
  maxSide: MAX_IMAGE_SIDE,
})

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isRecord(block)) return false
  const are = (...names: string[]) => names.every(name => typeof block[name] === 'string')
  switch (block.type) {
    case 'text':
      return are('text')
    case 'image':
    case 'audio':
      return are('data', 'mimeType')
    case 'resource_link':
      return are('uri', 'name')
    case 'resource':
      return isRecord(block.resource) && isResource(block.resource)
    default:
      return false
  }
}

const isResource = ({ uri, text, blob }: { [name: string]: unknown }): boolean =>
  typeof uri === 'string' &&
  (text === undefined || typeof text === 'string') &&
  (blob === undefined || typeof blob === 'string') &&
  (text ?? blob) !== undefined
