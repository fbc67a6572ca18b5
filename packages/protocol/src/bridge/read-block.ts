/** One semantic block, judged and repaired (GB §4.4 · D-16, D-46). */
import { LIMITS } from '../elements/binding.js'
import { type FieldTable, isRecord, misfits, picked } from '../findings/shape.js'
import { isDeeperThan } from '../json/depth.js'
import { BLOCK_BASE_FIELDS, BLOCK_FIELDS } from './fields.js'
import { judgeBlock } from './judge-block.js'
import type { ReportWindow } from './report.js'
import type { Block, BlockType } from './types.js'
import { blockBaseFits, blockFits } from './validate.gen.js'

/**
 * A block whose fields fit; one of unknown type reads as `custom`, one that does not fit is dropped.
 *
 * Shape   holds the fields of its table alone; an optional one that does not fit is left out, `sensitive` apart:
 *         a block whose mark can't be read is dropped.
 * Source  GB §4.4 · GB-4.4-seven-blocks, GB-4.4-flat-blocks · D-16, D-46
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
  if (isDeeperThan(value, LIMITS.maxDepth)) {
    report('D-16', 'repair', at, `deeper than ${LIMITS.maxDepth}; dropped`, 'should')
    return undefined
  }
  judgeIdAndForm(value, at, ids, report)
  const type = TYPES.find(word => word === value.type)
  if (!type)
    report('GB-4.4-seven-blocks', 'repair', at, 'not one of the seven blocks; reads as custom', 'should')
  const block = type
    ? fitted(value, TABLES[type], at, report)
    : fitted({ ...value, type: 'custom', payload: value }, TABLES.custom, at, report)
  if (!block) return undefined
  markOnlyTrue(block)
  judgeBlock(block, at, report, type === undefined)
  return block
}

const TYPES = Object.keys(BLOCK_FIELDS).filter((name): name is BlockType => name in BLOCK_FIELDS)

const whole = (table: FieldTable): FieldTable => ({ ...BLOCK_BASE_FIELDS, ...table, type: 'string' })

/** What a block of each type holds, the common fields included. */
const TABLES: { readonly [Type in BlockType]: FieldTable } = {
  text: whole(BLOCK_FIELDS.text),
  fields: whole(BLOCK_FIELDS.fields),
  table: whole(BLOCK_FIELDS.table),
  list: whole(BLOCK_FIELDS.list),
  notice: whole(BLOCK_FIELDS.notice),
  media: whole(BLOCK_FIELDS.media),
  custom: whole(BLOCK_FIELDS.custom),
}

const NESTED = ['blocks', 'children', 'sections']
const OPERATIONS = [
  'action',
  'actions',
  'command',
  'commands',
  'operation',
  'operations',
  'tool',
  'tools',
  'onClick',
]

function judgeIdAndForm(
  value: { [name: string]: unknown },
  at: string,
  ids: Set<string>,
  report: ReportWindow,
): void {
  const rule = 'GB-4.4-flat-blocks'
  if (value.id === undefined)
    report(rule, 'note', at, 'no id; mint one, so that it can be referred to', 'should')
  else if (typeof value.id === 'string') {
    if (ids.has(value.id))
      report('GB-10.3-never-reused', 'note', `${at}.id`, 'two blocks of a window share an id')
    ids.add(value.id)
  }
  if (NESTED.some(name => Object.hasOwn(value, name)))
    report(rule, 'note', at, 'a block inside a block; blocks are flat')
  if (OPERATIONS.some(name => Object.hasOwn(value, name)))
    report(rule, 'note', at, 'a block that carries an operation; offer it as a tool of the window')
}

/** The fields of a table, when those that must be there fit. */
function fitted(
  value: { [name: string]: unknown },
  table: FieldTable,
  at: string,
  report: ReportWindow,
): Block | undefined {
  const block = picked(value, table)
  if (blockBaseFits(value) && blockFits(value) && isBlock(block)) return block
  let fits = true
  for (const { kind, path, want } of misfits(value, table)) {
    if (kind === 'unknown') continue
    report('GB-4.4-seven-blocks', 'repair', at + path, `${kind}: ${want} belongs here`)
    if (OPTIONAL.includes(path)) delete block[path.slice(1)]
    else fits = false
  }
  return fits && isBlock(block) ? block : undefined
}

const OPTIONAL = ['.id', '.offset', '.total', '.ordered', '.alt']

/** True by construction: every field of the table was judged. */
const isBlock = (value: object): value is Block => 'type' in value

/** A foreign server may send `sensitive: false`; our type says it is sent only when true. */
function markOnlyTrue(block: Block): void {
  if (!block.sensitive) delete block.sensitive
  if (block.type === 'fields') for (const item of block.items) if (!item.sensitive) delete item.sensitive
}
