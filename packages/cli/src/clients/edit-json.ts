/** JSON, with or without comments: one value more, the rest of the text untouched. */
import { isRecord } from '@copane/protocol/findings'
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
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
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(whole) ?? []
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: whole.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyEdits(whole, modify(whole, [at, name], entry, { formattingOptions }))
}
