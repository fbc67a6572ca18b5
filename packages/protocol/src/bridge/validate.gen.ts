/** Written by `npm run -s generate` from the tables of `fields.ts`; never by hand. */
import { isRecord } from '../findings/shape.js'
import { LIMITS } from '../elements/binding.js'
import { isShallow } from '../json/depth.js'

type Fields = { readonly [name: string]: unknown }

/** Whether the two fields of a snapshot are of their types. */
export function snapshotFits(given: Fields): boolean {
  const operableWindowIds = given.operableWindowIds
  if (!Object.hasOwn(given, 'operableWindowIds') || !Array.isArray(operableWindowIds)) return false
  const operableWindowIdsItems: readonly unknown[] = operableWindowIds
  for (let at = 0; at < operableWindowIdsItems.length; at++) {
    const item = operableWindowIdsItems[at]
    if (typeof item !== 'string') return false
  }
  const windows = given.windows
  if (!Object.hasOwn(given, 'windows') || !Array.isArray(windows)) return false
  return true
}

/** Whether the fields of a window are of their types, its blocks aside. */
export function windowFits(given: Fields): boolean {
  const id = given.id
  if (!Object.hasOwn(given, 'id') || typeof id !== 'string') return false
  const title = given.title
  if (!Object.hasOwn(given, 'title') || typeof title !== 'string') return false
  const modal = given.modal
  if (!Object.hasOwn(given, 'modal') || typeof modal !== 'boolean') return false
  const ownerId = given.ownerId
  if (!Object.hasOwn(given, 'ownerId') || ownerId !== null && typeof ownerId !== 'string') return false
  const version = given.version
  if (!Object.hasOwn(given, 'version') || typeof version !== 'number' || !Number.isInteger(version) || Math.abs(version) > 2 ** 63) return false
  const summary = given.summary
  if (summary !== undefined && typeof summary !== 'string' && Object.hasOwn(given, 'summary')) return false
  const blocks = given.blocks
  if (!Object.hasOwn(given, 'blocks') || !Array.isArray(blocks)) return false
  return true
}

/** Whether the fields that every block may carry are of their types. */
export function blockBaseFits(given: Fields): boolean {
  const id = given.id
  if (id !== undefined && typeof id !== 'string' && Object.hasOwn(given, 'id')) return false
  const sensitive = given.sensitive
  if (sensitive !== undefined && typeof sensitive !== 'boolean' && Object.hasOwn(given, 'sensitive')) return false
  return true
}

/** Whether the own fields of a block of known type are of their types. */
export function blockFits(given: Fields): boolean {
  switch (given.type) {
    case 'text': {
      const text = given.text
      if (!Object.hasOwn(given, 'text') || typeof text !== 'string') return false
      return true
    }
    case 'fields': {
      const items = given.items
      if (!Object.hasOwn(given, 'items') || !Array.isArray(items)) return false
      const itemsItems: readonly unknown[] = items
      for (let at = 0; at < itemsItems.length; at++) {
        const item = itemsItems[at]
        if (!isRecord(item) || !fieldItemFits(item)) return false
      }
      return true
    }
    case 'table': {
      const columns = given.columns
      if (!Object.hasOwn(given, 'columns') || !Array.isArray(columns)) return false
      const columnsItems: readonly unknown[] = columns
      for (let at = 0; at < columnsItems.length; at++) {
        const item = columnsItems[at]
        if (typeof item !== 'string') return false
      }
      const rows = given.rows
      if (!Object.hasOwn(given, 'rows') || !Array.isArray(rows)) return false
      const rowsItems: readonly unknown[] = rows
      for (let at = 0; at < rowsItems.length; at++) {
        const item = rowsItems[at]
        if (!Array.isArray(item)) return false
      }
      const offset = given.offset
      if (offset !== undefined && !Number.isSafeInteger(offset) && Object.hasOwn(given, 'offset')) return false
      const total = given.total
      if (total !== undefined && !Number.isSafeInteger(total) && Object.hasOwn(given, 'total')) return false
      return true
    }
    case 'list': {
      const items = given.items
      if (!Object.hasOwn(given, 'items') || !Array.isArray(items)) return false
      const ordered = given.ordered
      if (ordered !== undefined && typeof ordered !== 'boolean' && Object.hasOwn(given, 'ordered')) return false
      const offset = given.offset
      if (offset !== undefined && !Number.isSafeInteger(offset) && Object.hasOwn(given, 'offset')) return false
      const total = given.total
      if (total !== undefined && !Number.isSafeInteger(total) && Object.hasOwn(given, 'total')) return false
      return true
    }
    case 'notice': {
      const severity = given.severity
      if (!Object.hasOwn(given, 'severity') || !isSeverity(severity)) return false
      const text = given.text
      if (!Object.hasOwn(given, 'text') || typeof text !== 'string') return false
      return true
    }
    case 'media': {
      const mimeType = given.mimeType
      if (!Object.hasOwn(given, 'mimeType') || typeof mimeType !== 'string') return false
      const url = given.url
      if (!Object.hasOwn(given, 'url') || typeof url !== 'string') return false
      const alt = given.alt
      if (alt !== undefined && typeof alt !== 'string' && Object.hasOwn(given, 'alt')) return false
      return true
    }
    case 'custom': {
      const payload = given.payload
      if (!Object.hasOwn(given, 'payload') || payload === undefined) return false
      return true
    }
    default:
      return false
  }
}

/** Whether the fields of a field item are of their types. */
export function fieldItemFits(given: Fields): boolean {
  const label = given.label
  if (!Object.hasOwn(given, 'label') || typeof label !== 'string') return false
  const value = given.value
  if (!Object.hasOwn(given, 'value') || value === undefined) return false
  const sensitive = given.sensitive
  if (sensitive !== undefined && typeof sensitive !== 'boolean' && Object.hasOwn(given, 'sensitive')) return false
  return true
}

/** Whether the fields of a field error are of their types. */
export function fieldErrorFits(given: Fields): boolean {
  const field = given.field
  if (!Object.hasOwn(given, 'field') || typeof field !== 'string') return false
  const error = given.error
  if (!Object.hasOwn(given, 'error') || typeof error !== 'string') return false
  return true
}

/** Whether a window has its fields and no other, each of its type, its blocks aside. */
export function isExactWindow(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'title':
        if (typeof value !== 'string') return false
        if (!value.isWellFormed()) return false
        bits |= 2
        break
      case 'modal':
        if (typeof value !== 'boolean') return false
        bits |= 4
        break
      case 'ownerId':
        if (value !== null && typeof value !== 'string') return false
        bits |= 8
        break
      case 'version':
        if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 2 ** 63) return false
        bits |= 16
        break
      case 'summary':
        if (typeof value !== 'string') return false
        if (!(value.trim() !== '')) return false
        bits |= 32
        break
      case 'blocks':
        if (!Array.isArray(value)) return false
        bits |= 64
        break
      default:
        return false
    }
  }
  return bits === 127
}

/** Whether an unmasked field item has its fields and no other, each of its type. */
export function isExactFieldItem(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'label':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'value':
        if (value === undefined) return false
        if (!isShallow(value, LIMITS.maxDepth - 3)) return false
        bits |= 2
        break
      default:
        return false
    }
  }
  return bits === 3
}

/** Whether an unmasked block that says it is text has its fields and no other, each of its type. */
export function isExactText(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'text':
        if (typeof value !== 'string') return false
        bits |= 4
        break
      default:
        return false
    }
  }
  return bits === 7
}

/** Whether an unmasked block that says it is table has its fields and no other, each of its type. */
export function isExactTable(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'columns': {
        if (!Array.isArray(value)) return false
        const valueItems: readonly unknown[] = value
        for (let at = 0; at < valueItems.length; at++) {
          const item = valueItems[at]
          if (typeof item !== 'string') return false
        }
        bits |= 4
        break
      }
      case 'rows': {
        if (!Array.isArray(value)) return false
        const valueItems: readonly unknown[] = value
        for (let at = 0; at < valueItems.length; at++) {
          const item = valueItems[at]
          if (!Array.isArray(item)) return false
        }
        bits |= 8
        break
      }
      case 'offset':
        if (!Number.isSafeInteger(value)) return false
        break
      case 'total':
        if (!Number.isSafeInteger(value)) return false
        break
      default:
        return false
    }
  }
  return bits === 15
}

/** Whether an unmasked block that says it is list has its fields and no other, each of its type. */
export function isExactList(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'items':
        if (!Array.isArray(value)) return false
        bits |= 4
        break
      case 'ordered':
        if (typeof value !== 'boolean') return false
        break
      case 'offset':
        if (!Number.isSafeInteger(value)) return false
        break
      case 'total':
        if (!Number.isSafeInteger(value)) return false
        break
      default:
        return false
    }
  }
  return bits === 7
}

/** Whether an unmasked block that says it is notice has its fields and no other, each of its type. */
export function isExactNotice(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'severity':
        if (!isSeverity(value)) return false
        bits |= 4
        break
      case 'text':
        if (typeof value !== 'string') return false
        bits |= 8
        break
      default:
        return false
    }
  }
  return bits === 15
}

/** Whether an unmasked block that says it is custom has its fields and no other, each of its type. */
export function isExactCustom(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'payload':
        if (value === undefined) return false
        if (!isShallow(value, LIMITS.maxDepth - 1)) return false
        bits |= 4
        break
      default:
        return false
    }
  }
  return bits === 7
}

/** Whether an unmasked block that says it is fields has its fields and no other, each of its type. */
export function isExactFields(given: Fields): boolean {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return false
        bits |= 1
        break
      case 'type':
        if (typeof value !== 'string') return false
        bits |= 2
        break
      case 'items': {
        if (!Array.isArray(value)) return false
        const valueItems: readonly unknown[] = value
        for (let at = 0; at < valueItems.length; at++) {
          const item = valueItems[at]
          if (!isRecord(item) || !isExactFieldItem(item)) return false
        }
        bits |= 4
        break
      }
      default:
        return false
    }
  }
  return bits === 7
}

function isSeverity(word: unknown): boolean {
  switch (word) {
    case 'info':
    case 'warn':
    case 'error':
    case 'success':
      return true
    default:
      return false
  }
}
