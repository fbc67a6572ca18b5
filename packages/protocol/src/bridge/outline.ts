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
export function printWindows(snapshot: SeenSnapshot): string {
  const operable = new Set(snapshot.operableWindowIds)
  return snapshot.windows
    .flatMap(window => [
      printWindowLine(window, operable.has(window.id)),
      ...window.blocks.flatMap(printBlock).map(line => `  ${line}`),
    ])
    .join('\n')
}

/** One window as its line. */
export function printWindowLine(window: SeenWindow, operable: boolean): string {
  const kind = !window.modal ? 'window' : window.ownerId === null ? 'app-modal' : 'modal'
  const parts = [
    inertWord(window.id),
    kind,
    inertJson(window.title),
    `v${window.exactVersion ?? window.version}`,
  ]
  if (window.ownerId !== null) parts.push(`of ${inertWord(window.ownerId)}`)
  parts.push(operable ? 'operable' : 'blocked')
  if (window.summary !== undefined) parts.push(`= ${inertJson(window.summary)}`)
  return parts.join(' ')
}

function printBlock(block: Block): string[] {
  const head = [
    block.type,
    ...(block.id === undefined ? [] : [idWord(block.id)]),
    ...(block.sensitive ? ['sensitive'] : []),
  ]
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
