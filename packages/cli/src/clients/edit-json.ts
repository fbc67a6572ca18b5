/** JSON, with or without comments: one value more, the rest of the text untouched, byte for byte. */
import { isRecord } from '@copane/protocol/findings'
import { findNodeAtLocation, type Node, parse, type ParseError, parseTree } from 'jsonc-parser'
import type { Read, Wanted } from './edit.js'

/** Reads it; an empty text is an empty object. `lenient`: with comments and trailing commas. */
export function readJson(text: string, lenient: boolean): Read {
  if (text.trim() === '') return { data: {} }
  const errors: ParseError[] = []
  const data: unknown = parse(text, errors, { allowTrailingComma: lenient, disallowComments: !lenient })
  return errors.length === 0 && isRecord(data) ? { data } : undefined
}

/** Puts the entry in, indented as the text is. */
export function editJson(text: string, { at, name, entry }: Wanted): string | undefined {
  const whole = text.trim() === '' ? '{}\n' : text
  const root = parseTree(whole, [], { allowTrailingComma: true })
  if (!root) return undefined
  const style = styleOf(whole)
  const old = findNodeAtLocation(root, [at, name])
  if (old) return spliced(whole, old, valueText(entry, { ...style, depth: 2 }))
  const servers = findNodeAtLocation(root, [at])
  return servers?.type === 'object'
    ? withProperty(whole, servers, name, entry, { ...style, depth: 2 })
    : servers
      ? spliced(whole, servers, valueText({ [name]: entry }, { ...style, depth: 1 }))
      : withProperty(whole, root, at, { [name]: entry }, { ...style, depth: 1 })
}

type Style = { unit: string; eol: string }

function styleOf(text: string): Style {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? []
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** A value in lines, the first of which follows what is before it. */
const valueText = (value: unknown, { unit, eol, depth }: Style & { depth: number }): string =>
  JSON.stringify(value, undefined, unit).replaceAll('\n', eol + unit.repeat(depth))

/** Behind the last property of an object; on its line where the whole object is on one. */
function withProperty(
  text: string,
  object: Node,
  name: string,
  value: unknown,
  style: Style & { depth: number },
): string {
  const last = object.children?.at(-1)
  const key = JSON.stringify(name)
  const isOneLine = !text.slice(object.offset, object.offset + object.length).includes('\n')
  if (last && isOneLine) {
    const end = last.offset + last.length
    return `${text.slice(0, end)}, ${key}: ${JSON.stringify(value)}${text.slice(end)}`
  }
  const { unit, eol, depth } = style
  const property = `${eol}${unit.repeat(depth)}${key}: ${valueText(value, style)}`
  const at = last ? last.offset + last.length : object.offset + 1
  const close = !last && isOneLine ? eol + unit.repeat(depth - 1) : ''
  return `${text.slice(0, at)}${last ? ',' : ''}${property}${close}${text.slice(at)}`
}

const spliced = (text: string, { offset, length }: Node, more: string): string =>
  text.slice(0, offset) + more + text.slice(offset + length)
