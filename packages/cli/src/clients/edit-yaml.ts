/** YAML: one entry more in a mapping, as lines; where that can't be done, through the parsed document, which keeps comments. */
import { isRecord } from '@copane/protocol/findings'
import { type Document, isMap, isScalar, parseDocument, stringify } from 'yaml'
import type { Read, Wanted } from './edit.js'

/** Reads it; an empty text is an empty mapping. */
export function readYaml(text: string): Read {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
    return isRecord(data) ? { data } : undefined
  } catch {
    return undefined
  }
}

/** Puts the entry in. */
export function editYaml(text: string, { at, name, entry }: Wanted): string | undefined {
  const document = parseDocument(text)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = stringify({ [name]: entry }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
  if (!document.has(at)) {
    const gap = text === '' || text.endsWith('\n') ? '' : eol
    return text + gap + [`${at}:`, ...lines.map(line => `  ${line}`), ''].join(eol)
  }
  const place = document.hasIn([at, name]) ? undefined : placeIn(document, text, at)
  if (place) {
    const added = lines.map(line => place.indent + line).join(eol)
    const gap = text.slice(0, place.offset).endsWith('\n') ? '' : eol
    return `${text.slice(0, place.offset)}${gap}${added}${eol}${text.slice(place.offset)}`
  }
  if (isMap(document.get(at))) document.setIn([at, name], document.createNode(entry))
  else document.set(at, document.createNode({ [name]: entry }))
  return document.toString({ lineWidth: 0 })
}

/** Behind the last line of the mapping; undefined unless it is one of lines. */
function placeIn(
  document: Document,
  text: string,
  at: string,
): { offset: number; indent: string } | undefined {
  const map = document.get(at)
  if (!isMap(map) || map.flow || !map.range) return undefined
  const key = map.items[0]?.key
  if (!isScalar(key) || !key.range) return undefined
  const indent = text.slice(text.lastIndexOf('\n', key.range[0] - 1) + 1, key.range[0])
  if (indent.trim() !== '' || indent === '') return undefined
  const end = map.range[1]
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1
  return { offset: lineEnd > 0 ? lineEnd : text.length, indent }
}
