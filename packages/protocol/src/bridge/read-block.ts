/** One semantic block, judged and repaired (GB §4.4, §4.5 · D-46, D-49). */
import { isRecord, misfits, optional } from '../findings/shape.js'
import { MASK } from './binding.js'
import { BLOCK_BASE_FIELDS, BLOCK_FIELDS } from './fields.js'
import type { ReportWindow } from './read-windows.js'
import type { Block, BlockType } from './types.js'

/**
 * A block whose fields fit; one of unknown type reads as `custom`, one that does not fit is dropped.
 *
 * Source  GB §4.4 · GB-4.4-seven-blocks, GB-4.4-flat-blocks · D-46
 */
export function readBlock(
  value: unknown,
  at: string,
  ids: Set<string>,
  report: ReportWindow,
): Block | undefined {
  if (!isRecord(value) || typeof value.type !== 'string') {
    report('GB-4.4-flat-blocks', 'repair', at, 'not an object with a type; dropped')
    return undefined
  }
  if (typeof value.id === 'string') {
    if (ids.has(value.id))
      report('GB-10.3-never-reused', 'note', `${at}.id`, 'two blocks of a window share an id')
    ids.add(value.id)
  }
  const type = TYPES.find(word => word === value.type)
  if (!type) {
    report('GB-4.4-seven-blocks', 'repair', at, 'not one of the seven blocks; reads as custom', 'should')
    return { type: 'custom', payload: JSON.parse(JSON.stringify(value)) }
  }
  const table = { ...BLOCK_BASE_FIELDS, ...BLOCK_FIELDS[type], type: optional('string') }
  const wrong = misfits(value, table).filter(misfit => misfit.kind !== 'unknown')
  for (const misfit of wrong)
    report('GB-4.4-seven-blocks', 'repair', at + misfit.path, `${misfit.kind}: ${misfit.want} belongs here`)
  if (wrong.length > 0 || !isBlock(value)) return undefined
  judgeBlock(value, at, report)
  return value
}

const TYPES = Object.keys(BLOCK_FIELDS).filter((name): name is BlockType => name in BLOCK_FIELDS)

/** True by construction: the caller judged every field of the table. */
const isBlock = (value: object): value is Block => 'type' in value

const MEDIA_URL = /^(https:\/\/|file:\/\/|data:)/

function judgeBlock(block: Block, at: string, report: ReportWindow): void {
  switch (block.type) {
    case 'table':
      block.rows.forEach((row, index) => {
        if (row.length !== block.columns.length)
          report('GB-4.4-table-rows', 'note', `${at}.rows[${index}]`, 'not one value per column')
      })
      judgeWindowing(block, block.rows.length, at, report)
      break
    case 'list':
      judgeWindowing(block, block.items.length, at, report)
      break
    case 'fields':
      block.items.forEach((item, index) => {
        if ((item.sensitive || block.sensitive) && !isMasked(item.value))
          report(
            'GB-4.5-sensitive',
            'note',
            `${at}.items[${index}].value`,
            'a sensitive value that is not masked',
          )
      })
      break
    case 'media':
      if (!MEDIA_URL.test(block.url))
        report('GB-4.4-media-url', 'note', `${at}.url`, 'not an https, file or data URL')
      if (block.url.startsWith('data:') && block.url.length > MAX_DATA_URL)
        report(
          'GB-4.4-media-url',
          'note',
          `${at}.url`,
          'a data URL over 256 KiB; serve it by https or file',
          'should',
        )
      break
    case 'text':
    case 'notice':
    case 'custom':
      break
    default:
      block satisfies never
  }
}

const MAX_DATA_URL = Math.ceil((256 * 1024 * 4) / 3)

/** Ours is six bullets, empty stays empty; a foreign mask repeats one sign (D-41). */
const isMasked = (value: unknown): boolean =>
  value === null || value === '' || value === MASK || (typeof value === 'string' && /^(.)\1*$/u.test(value))

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
