/** Sensitive values leave their window before anything can serve them (GB §4.5 · D-41). */
import { type Block, MASK } from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'

/** Blocks without a secret, and a print of what the secrets were, equal only for equal secrets. */
export type Masked = { blocks: Block[]; print: string }

/** Turns a secret into something that tells no more than whether it is the same secret. */
export type Fingerprint = (secret: string) => string

/**
 * Masks every sensitive value of a window's blocks.
 *
 * Shape   six bullets whatever the length; an empty value stays empty, so filled and empty differ; on a block,
 *         `sensitive` masks every value in it, and a `media` block is left out.
 * Source  GB §4.5 · GB-4.5-sensitive · D-41
 */
export function maskBlocks(blocks: readonly Block[], fingerprint: Fingerprint): Masked {
  const secrets: string[] = []
  const mask = (value: Json): Json => {
    if (value === '' || value === null) return value
    secrets.push(typeof value === 'string' ? value : JSON.stringify(value))
    return MASK
  }
  const masked = blocks.flatMap(block => maskBlock(block, mask) ?? [])
  return { blocks: masked, print: secrets.length === 0 ? '' : fingerprint(JSON.stringify(secrets)) }
}

function maskBlock(block: Block, mask: (value: Json) => Json): Block | undefined {
  if (block.type === 'fields') {
    const items = block.items.map(item =>
      item.sensitive || block.sensitive
        ? { ...item, value: mask(item.value), sensitive: true as const }
        : item,
    )
    return { ...block, items }
  }
  if (!block.sensitive) return block
  switch (block.type) {
    case 'text':
    case 'notice':
      return { ...block, text: block.text === '' ? '' : maskedText(block.text, mask) }
    case 'table':
      return { ...block, rows: block.rows.map(row => row.map(mask)) }
    case 'list':
      return { ...block, items: block.items.map(mask) }
    case 'custom':
      return { ...block, payload: mask(block.payload) }
    case 'media':
      return undefined
    default:
      // A type that nobody knows comes from code without types: what can't be masked is not sent.
      return void (block satisfies never)
  }
}

function maskedText(text: string, mask: (value: Json) => Json): string {
  mask(text)
  return MASK
}
