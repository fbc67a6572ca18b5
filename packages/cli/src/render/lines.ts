/** Lines for a reader, and the same data for a program. */
import type { Finding } from '@copane/protocol/findings'
import type { Line, Tone } from '../io.js'

/** Rows as lines: columns are as wide as their widest cell, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)))
  return rows.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** One finding, one line: level, id, place, message. */
export const findingLines = (findings: readonly Finding[]): Line[] =>
  marked(
    table(findings.map(({ level, requirement, at, message }) => [level, requirement, at, message])),
    findings.map(({ level }) => (level === 'must' ? 'bad' : 'care')),
  )

/** Lines whose first word has a tone each. */
export const marked = (lines: readonly string[], tones: readonly Tone[]): Line[] =>
  lines.map((line, at) => {
    const mark = /^\S*/.exec(line)?.[0] ?? ''
    const tone = tones[at]
    return tone ? { mark, tone, rest: line.slice(mark.length) } : line
  })

/** Lines as they are without colour. */
export const plain = (lines: readonly Line[]): string[] =>
  lines.map(line => (typeof line === 'string' ? line : line.mark + line.rest))

/** A value as indented JSON. */
export const jsonLines = (value: unknown): string[] => JSON.stringify(value, null, 2).split('\n')
