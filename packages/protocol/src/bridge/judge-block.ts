/** What a block says beyond the types of its fields (GB §4.4, §4.5, Appendix B · D-41, D-49). */
import type { Json } from '../elements/types.js'
import { isRecord } from '../findings/shape.js'
import { base64Length } from '../json/bytes.js'
import { LIMITS } from '../elements/binding.js'
import type { ReportWindow } from './report.js'
import type { Block } from './types.js'

/**
 * Reports the rules that a block of good shape breaks; of many rows or values the first few.
 *
 * Shape   `wasUnknown` when the block is of a type of its own, so that its payload is the block as it came.
 */
export function judgeBlock(block: Block, at: string, report: ReportWindow, wasUnknown: boolean): void {
  for (const { path, isMaskLike } of unmasked(block, wasUnknown))
    report(
      'GB-4.5-sensitive',
      'note',
      at + path,
      isMaskLike ? 'a word in place of a mask; send six bullets' : 'a sensitive value that is not masked',
      isMaskLike ? 'should' : undefined,
    )
  switch (block.type) {
    case 'table': {
      judgeRows(block, at, report)
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
const MOST_TOLD = 10

type Cover = 'mask' | 'word' | 'none'

/** The first values that the marks of a block cover and that are not masked. */
function unmasked(block: Block, wasUnknown: boolean): { path: string; isMaskLike: boolean }[] {
  const found: { path: string; isMaskLike: boolean }[] = []
  for (const [path, cover] of covered(block, wasUnknown)) {
    if (cover === 'mask') continue
    found.push({ path, isMaskLike: cover === 'word' })
    if (found.length === MOST_TOLD) break
  }
  return found
}

/** Every value that a mark covers, one after the other, as long as somebody asks. */
function* covered(block: Block, wasUnknown: boolean): Generator<[path: string, cover: Cover]> {
  if (block.type === 'fields') {
    for (const [at, { value, sensitive }] of block.items.entries())
      if (sensitive || block.sensitive) yield [`.items[${at}].value`, coverOf(value)]
    return
  }
  if (!block.sensitive) return
  switch (block.type) {
    case 'text':
    case 'notice':
      yield ['.text', coverOf(block.text)]
      break
    case 'table':
      for (const [row, cells] of block.rows.entries())
        for (const [at, cell] of cells.entries()) yield [`.rows[${row}][${at}]`, coverOf(cell)]
      break
    case 'list':
      for (const [at, item] of block.items.entries()) yield [`.items[${at}]`, coverOf(item)]
      break
    case 'custom':
      yield ['.payload', coverOfPayload(block.payload, wasUnknown)]
      break
    case 'media':
      yield ['.url', coverOf(block.url)]
      break
    default:
      block satisfies never
  }
}

/** A foreign payload may keep its form and mask its leaves; the names in it are the app's, so no path names one. */
const coverOfPayload = (payload: Json, wasUnknown: boolean): Cover =>
  wasUnknown && isRecord(payload) ? coverOfAll(payload, ['type', 'id']) : coverOfLeaves(payload)

/** The worst cover of a payload's leaves; true and false say too little to be masked. */
function coverOfLeaves(value: unknown): Cover {
  if (typeof value === 'object' && value !== null) return coverOfAll(value)
  return typeof value === 'string' || typeof value === 'number' ? coverOf(value) : 'mask'
}

function coverOfAll(values: object, except: readonly string[] = []): Cover {
  let worst: Cover = 'mask'
  for (const [name, value] of Object.entries(values)) {
    if (except.includes(name)) continue
    const cover = coverOfLeaves(value)
    if (cover === 'none') return 'none'
    if (cover === 'word') worst = 'word'
  }
  return worst
}

/** Ours is six bullets, empty stays empty; a foreign mask repeats one sign that is no letter or digit, or an x (D-41). */
function coverOf(value: Json): Cover {
  if (value === null || value === '') return 'mask'
  if (typeof value !== 'string') return 'none'
  if (FOREIGN_MASK.test(value)) return 'mask'
  return BRACKETED_WORD.test(value) ? 'word' : 'none'
}

const FOREIGN_MASK = /^(?:([^\p{L}\p{N}])\1{2,}|[xX]{3,})$/u
const BRACKETED_WORD = /^(?:\[[\p{L} -]+\]|\([\p{L} -]+\)|<[\p{L} -]+>|\{[\p{L} -]+\})$/u

function judgeRows(
  { columns, rows }: { columns: readonly unknown[]; rows: readonly (readonly unknown[])[] },
  at: string,
  report: ReportWindow,
): void {
  let told = 0
  for (const [index, row] of rows.entries()) {
    if (row.length === columns.length) continue
    report('GB-4.4-table-rows', 'note', `${at}.rows[${index}]`, 'not one value per column')
    if (++told === MOST_TOLD) break
  }
}

function judgeWindowing(block: Part, shown: number, at: string, report: ReportWindow): void {
  const fault = partFault(block, shown)
  if (fault !== undefined) report('GB-B-truncated-total', 'note', at, fault)
}

type Part = { readonly offset?: number; readonly total?: number }

/** What is wrong with the place of what is shown among all that there is. */
export function partFault({ offset = 0, total }: Part, shown: number): string | undefined {
  if (offset < 0 || (total ?? Infinity) < offset + shown) return 'total and offset do not hold what is shown'
  return offset > 0 && total === undefined ? 'cut, but without total' : undefined
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
