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
 *         `sensitive` masks every value in it, and a `media` block is left out. Of what is sensitive only the fields that
 *         the protocol has are left: what an app adds to them could say the secret too.
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
  const isSensitive = Boolean(block.sensitive)
  if (block.type === 'fields') {
    const items = block.items.map(item =>
      item.sensitive || isSensitive
        ? { label: item.label, value: mask(item.value), sensitive: true as const }
        : item,
    )
    return isSensitive ? { ...baseOf(block), type: 'fields', items } : { ...block, items }
  }
  if (!isSensitive) return block
  const base = baseOf(block)
  switch (block.type) {
    case 'text':
      return { ...base, type: 'text', text: maskedText(block.text, mask) }
    case 'notice':
      return { ...base, type: 'notice', severity: block.severity, text: maskedText(block.text, mask) }
    case 'table': {
      const { columns, rows } = block
      return { ...base, type: 'table', columns, rows: rows.map(row => row.map(mask)), ...partOf(block) }
    }
    case 'list': {
      const { items, ordered } = block
      const order = ordered === undefined ? {} : { ordered }
      return { ...base, type: 'list', items: items.map(mask), ...order, ...partOf(block) }
    }
    case 'custom':
      return { ...base, type: 'custom', payload: mask(block.payload) }
    case 'media':
      return undefined
    default:
      // A type that nobody knows comes from code without types: what can't be masked is not sent.
      return void (block satisfies never)
  }
}

const baseOf = ({ id }: Block): { id?: string; sensitive: true } => ({
  ...(id === undefined ? {} : { id }),
  sensitive: true,
})

const partOf = ({ offset, total }: { offset?: number; total?: number }) => ({
  ...(offset === undefined ? {} : { offset }),
  ...(total === undefined ? {} : { total }),
})

function maskedText(text: string, mask: (value: Json) => Json): string {
  mask(text)
  return text === '' ? '' : MASK
}
