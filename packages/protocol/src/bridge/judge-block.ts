/** What a block says beyond the types of its fields (GB §4.4, §4.5, Appendix B · D-41, D-49). */
import type { Json } from '../elements/types.js'
import { base64Length } from '../json/bytes.js'
import { LIMITS } from '../elements/binding.js'
import { MASK } from './binding.js'
import type { ReportWindow } from './report.js'
import type { Block } from './types.js'

/** Reports the rules that a block of good shape breaks; of many rows or values the first few. */
export function judgeBlock(block: Block, at: string, report: ReportWindow): void {
  const unmasked = firstFew(sensitiveValues(block), ({ value }) => !isMasked(value))
  for (const { path } of unmasked)
    report('GB-4.5-sensitive', 'note', at + path, 'a sensitive value that is not masked')
  switch (block.type) {
    case 'table': {
      const rows = block.rows.map((row, index) => ({ row, index }))
      for (const { index } of firstFew(rows, ({ row }) => row.length !== block.columns.length))
        report('GB-4.4-table-rows', 'note', `${at}.rows[${index}]`, 'not one value per column')
      judgeWindowing(block, block.rows.length, at, report)
      break
    }
    case 'list':
      judgeWindowing(block, block.items.length, at, report)
      break
    case 'media':
      judgeMedia(block, at, report)
      break
    case 'fields':
    case 'text':
    case 'notice':
    case 'custom':
      break
    default:
      block satisfies never
  }
}

/** A hostile list must not cost a finding an item. */
const firstFew = <T>(items: readonly T[], isWrong: (item: T) => boolean): T[] => {
  const found: T[] = []
  for (const item of items) if (found.length < 10 && isWrong(item)) found.push(item)
  return found
}

/** Every value that the marks of a block cover, with its path. */
function sensitiveValues(block: Block): { path: string; value: Json }[] {
  if (block.type === 'fields')
    return block.items.flatMap(({ value, sensitive }, at) =>
      sensitive || block.sensitive ? [{ path: `.items[${at}].value`, value }] : [],
    )
  if (!block.sensitive) return []
  switch (block.type) {
    case 'text':
    case 'notice':
      return [{ path: '.text', value: block.text }]
    case 'table':
      return block.rows.flatMap((row, at) =>
        row.map((value, cell) => ({ path: `.rows[${at}][${cell}]`, value })),
      )
    case 'list':
      return block.items.map((value, at) => ({ path: `.items[${at}]`, value }))
    case 'custom':
      return [{ path: '.payload', value: block.payload }]
    case 'media':
      return [{ path: '.url', value: block.url }]
    default:
      return block satisfies never
  }
}

/** Ours is six bullets, empty stays empty; a foreign mask repeats one sign that is no letter or digit, or an x (D-41). */
const isMasked = (value: Json): boolean =>
  value === null || value === '' || value === MASK || (typeof value === 'string' && FOREIGN_MASK.test(value))

const FOREIGN_MASK = /^(?:([^\p{L}\p{N}])\1*|[xX]+)$/u

function judgeWindowing(
  block: { offset?: number; total?: number },
  shown: number,
  at: string,
  report: ReportWindow,
): void {
  const { offset = 0, total } = block
  if (offset < 0 || (total !== undefined && total < offset + shown))
    report('GB-B-truncated-total', 'note', at, 'total and offset do not hold what is shown')
  else if (offset > 0 && total === undefined)
    report('GB-B-truncated-total', 'note', at, 'cut, but without total')
}

const MEDIA_URL = /^(?:https:\/\/|file:\/\/|data:[^,]*;base64,)/i

function judgeMedia(block: { url: string; alt?: string }, at: string, report: ReportWindow): void {
  const rule = 'GB-4.4-media-url'
  if (!MEDIA_URL.test(block.url)) report(rule, 'note', `${at}.url`, 'not an https, file or base64 data URL')
  else if (/^data:/i.test(block.url) && base64Length(afterComma(block.url)) > LIMITS.maxImageBytes)
    report(rule, 'note', `${at}.url`, 'a data URL over 256 KiB; serve it by https or file', 'should')
  if (block.alt === undefined || block.alt.trim() === '')
    report(rule, 'note', `${at}.alt`, 'no alt; say what the media shows', 'should')
}

const afterComma = (url: string): string => url.slice(url.indexOf(',') + 1)
