/** The outline notation of a windows snapshot, written: one line per window, block, field and row. */
import { inertJson, inertWord } from '../json/inert.js'
import type { Block, SeenSnapshot, SeenWindow } from './types.js'

/**
 * A snapshot as text.
 *
 * Shape   `id window|modal|app-modal "title" vN [of owner] [operable|blocked] [= "summary"]`, blocks below it
 *         as `type [id] …`, their fields, rows and items below those; strings are JSON strings without control
 *         or bidirectional characters.
 * Errors  throws on values some thousands deep; `readWindows` lets none pass.
 */
export function printWindows(snapshot: SeenSnapshot, style: WindowStyle = {}): string {
  const operable = new Set(snapshot.operableWindowIds)
  return snapshot.windows
    .flatMap(window => [
      printWindowLine(window, operable.has(window.id), style),
      ...window.blocks.flatMap(printBlock).map(line => `  ${line}`),
    ])
    .join('\n')
}

/** How windows are written: `versions`, false where the reader's calls carry them by themselves, as those of a host's session do. */
export type WindowStyle = { versions?: boolean }

/**
 * One window as its line.
 *
 * Shape   beside a `known` state of it only what differs from that, besides id, version and state; a summary that went is `= ""`,
 *         an owner that went `of ""`.
 */
export function printWindowLine(
  window: SeenWindow,
  operable: boolean,
  { versions = true, known }: WindowStyle & { known?: SeenWindow } = {},
): string {
  const { id, title, summary = '', ownerId, version, exactVersion } = window
  const parts = [inertWord(id)]
  const kind = kindOf(window)
  if (!known || kindOf(known) !== kind) parts.push(kind)
  if (known?.title !== title) parts.push(inertJson(title))
  if (versions) parts.push(`v${exactVersion ?? version}`)
  if ((known?.ownerId ?? null) !== ownerId) parts.push(`of ${inertWord(ownerId ?? '')}`)
  parts.push(operable ? 'operable' : 'blocked')
  const isSummed = known ? (known.summary ?? '') !== summary : window.summary !== undefined
  if (isSummed) parts.push(`= ${inertJson(summary)}`)
  return parts.join(' ')
}

const kindOf = ({ modal, ownerId }: SeenWindow): string =>
  !modal ? 'window' : ownerId === null ? 'app-modal' : 'modal'

/** Which block of its window this is: `type [id]`. */
export const blockName = ({ type, id }: Block): string => (id === undefined ? type : `${type} ${idWord(id)}`)

/** A block as its lines; those inside it are indented. */
export function printBlock(block: Block): string[] {
  const head = [blockName(block), ...(block.sensitive ? ['sensitive'] : [])]
  const line = (...more: string[]) => [...head, ...more].join(' ')
  switch (block.type) {
    case 'text':
      return [line(`= ${inertJson(block.text)}`)]
    case 'fields':
      return [
        line(),
        ...block.items.map(
          item =>
            `  ${inertJson(item.label)}${item.sensitive ? ' sensitive' : ''} = ${inertJson(item.value)}`,
        ),
      ]
    case 'table':
      return [line(inertJson(block.columns), ...part(block)), ...block.rows.map(row => `  ${inertJson(row)}`)]
    case 'list':
      return [
        line(...(block.ordered ? ['ordered'] : []), ...part(block)),
        ...block.items.map(item => `  ${inertJson(item)}`),
      ]
    case 'notice':
      return [line(block.severity, `= ${inertJson(block.text)}`)]
    case 'media':
      return [
        line(
          idWord(block.mimeType),
          short(block.url),
          ...(block.alt === undefined ? [] : [`= ${inertJson(block.alt)}`]),
        ),
      ]
    case 'custom':
      return [line(`= ${inertJson(block.payload)}`)]
    default:
      return block satisfies never
  }
}

/** What could be taken for a word of the notation stands as a string. */
const idWord = (id: string): string => (WORDS.includes(id) ? inertJson(id) : inertWord(id))

const WORDS = ['sensitive', 'ordered', 'from', 'total']

const part = (block: { offset?: number; total?: number }): string[] => [
  ...(block.offset === undefined ? [] : [`from ${block.offset}`]),
  ...(block.total === undefined ? [] : [`total ${block.total}`]),
]

const short = (url: string): string =>
  inertJson(url.startsWith('data:') ? `${url.slice(0, url.indexOf(',') + 1)}…` : url)
