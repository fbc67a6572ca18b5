/** TOML: a table of its own at the end, or in the place of the one with its name. */
import { isRecord } from '@copane/protocol/findings'
import { parse, stringify } from 'smol-toml'
import type { Read, Wanted } from './edit.js'

/** Reads it. */
export function readToml(text: string): Read {
  try {
    const data: unknown = parse(text)
    return isRecord(data) ? { data } : undefined
  } catch {
    return undefined
  }
}

/** Puts the table in; undefined never, but what comes out may not fit, and is compared by the caller. */
export function editToml(text: string, { at, name, entry }: Wanted): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const header = `[${at}.${name}]`
  const table = [header, ...stringify(entry).trimEnd().split('\n')]
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex(line => isHeader(line, header))
  if (start < 0) {
    const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol
    return text + gap + table.join(eol) + eol
  }
  const rest = lines.slice(start + 1)
  const next = rest.findIndex(line => line.trimStart().startsWith('[') && !line.includes(`${at}.${name}.`))
  const body = next < 0 ? rest : rest.slice(0, next)
  const kept = body.slice(body.findLastIndex(line => line.trim() !== '' && !/^\s*#/.test(line)) + 1)
  const after = next < 0 ? [] : rest.slice(next)
  return [...lines.slice(0, start), ...table, ...kept, ...after].join(eol)
}

const isHeader = (line: string, header: string): boolean =>
  line.replace(/#.*$/, '').replaceAll(/[\s"']/g, '') === header
