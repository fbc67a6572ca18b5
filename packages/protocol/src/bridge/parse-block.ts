/** One block of the outline notation, and the lines below it. */
import { type Cursor, take, takeJson, takeString, takeWord } from '../json/cursor.js'
import { BLOCK_FIELDS } from './fields.js'
import type { Block, BlockBase, BlockType, FieldItem, Severity } from './types.js'

/** The line of a block without what is below it; undefined when it is none. */
export function takeBlock(cursor: Cursor): Block | undefined {
  const word = take(cursor, /[a-z]+/y)?.[0]
  const type = TYPES.find(known => known === word)
  if (!type) return undefined
  switch (type) {
    case 'text': {
      const base = takeBase(cursor)
      const text = takeText(cursor)
      return text === undefined ? undefined : { ...base, type, text }
    }
    case 'fields':
      return { ...takeBase(cursor), type, items: [] }
    case 'table':
      return takeTable(cursor)
    case 'list': {
      const base = takeBase(cursor)
      const ordered = take(cursor, / ordered(?= |$)/y) ? { ordered: true } : {}
      return { ...base, type, items: [], ...ordered, ...takePart(cursor) }
    }
    case 'notice':
      return takeNotice(cursor)
    case 'media':
      return takeMedia(cursor)
    case 'custom': {
      const base = takeBase(cursor)
      const payload = take(cursor, / = /y) && takeJson(cursor)
      return payload ? { ...base, type, payload: payload.value } : undefined
    }
    default:
      return type satisfies never
  }
}

/** A field, a row or an item, put into its block; false when the line is none of that block. */
export function takeBlockLine(cursor: Cursor, block: Block): boolean {
  switch (block.type) {
    case 'fields': {
      const item = takeField(cursor)
      if (!item) return false
      block.items.push(item)
      return true
    }
    case 'table': {
      const row = takeJson(cursor)?.value
      if (!Array.isArray(row)) return false
      block.rows.push(row)
      return true
    }
    case 'list': {
      const item = takeJson(cursor)
      if (!item) return false
      block.items.push(item.value)
      return true
    }
    case 'text':
    case 'notice':
    case 'media':
    case 'custom':
      return false
    default:
      return block satisfies never
  }
}

const TYPES = Object.keys(BLOCK_FIELDS).filter((name): name is BlockType => name in BLOCK_FIELDS)

/** An id, unless the next word is one of the notation, and the mark that values are masked. */
function takeBase(cursor: Cursor): BlockBase {
  const base: BlockBase = {}
  if (take(cursor, / (?!(?:=|sensitive|ordered|from|total)(?: |$)|[[ ])/y)) {
    const id = takeWord(cursor)
    if (id !== undefined) base.id = id
  }
  if (take(cursor, / sensitive(?= |$)/y)) base.sensitive = true
  return base
}

function takeText(cursor: Cursor): string | undefined {
  return take(cursor, / = /y) ? takeString(cursor) : undefined
}

function takePart(cursor: Cursor): { offset?: number; total?: number } {
  const offset = take(cursor, / from (-?\d+)(?= |$)/y)?.[1]
  const total = take(cursor, / total (-?\d+)(?= |$)/y)?.[1]
  return {
    ...(offset === undefined ? {} : { offset: Number(offset) }),
    ...(total === undefined ? {} : { total: Number(total) }),
  }
}

function takeTable(cursor: Cursor): Block | undefined {
  const base = takeBase(cursor)
  const columns: unknown = take(cursor, / /y) && takeJson(cursor)?.value
  if (!Array.isArray(columns)) return undefined
  const names = columns.filter(name => typeof name === 'string')
  if (names.length < columns.length) return undefined
  return { ...base, type: 'table', columns: names, rows: [], ...takePart(cursor) }
}

const SEVERITIES: readonly Severity[] = ['info', 'warn', 'error', 'success']

/** `notice [id] [sensitive] severity = "text"`: the word before the text is the severity. */
function takeNotice(cursor: Cursor): Block | undefined {
  const isBare = take(cursor, /(?= (?:info|warn|error|success) = )/y)
  const base = isBare ? {} : takeBase(cursor)
  const word = take(cursor, / ([a-z]+)/y)?.[1]
  const severity = SEVERITIES.find(known => known === word)
  const text = takeText(cursor)
  return severity && text !== undefined ? { ...base, type: 'notice', severity, text } : undefined
}

/** `media [id] [sensitive] mimeType "url" [= "alt"]`: without an id the address follows the first word. */
function takeMedia(cursor: Cursor): Block | undefined {
  const start = cursor.at
  const withId = mediaAfter(cursor, takeBase(cursor))
  if (withId) return withId
  cursor.at = start
  return mediaAfter(cursor, {})
}

function mediaAfter(cursor: Cursor, base: BlockBase): Block | undefined {
  const mimeType = take(cursor, / /y) && takeWord(cursor)
  const url = take(cursor, / (?=")/y) && takeString(cursor)
  if (mimeType === undefined || url === undefined) return undefined
  const hasAlt = take(cursor, / = /y)
  const alt = hasAlt ? takeString(cursor) : undefined
  if (hasAlt && alt === undefined) return undefined
  return { ...base, type: 'media', mimeType, url, ...(alt === undefined ? {} : { alt }) }
}

function takeField(cursor: Cursor): FieldItem | undefined {
  const label = takeString(cursor)
  const sensitive = take(cursor, / sensitive(?= )/y) ? { sensitive: true as const } : {}
  const value = take(cursor, / = /y) && takeJson(cursor)
  return label !== undefined && value ? { label, value: value.value, ...sensitive } : undefined
}
