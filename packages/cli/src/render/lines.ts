/** Lines for a reader, and the same data for a program. */
import type { Finding } from '@copane/protocol/findings'

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
export const findingLines = (findings: readonly Finding[]): string[] =>
  table(findings.map(({ level, requirement, at, message }) => [level, requirement, at, message]))

/** A value as indented JSON. */
export const jsonLines = (value: unknown): string[] => JSON.stringify(value, null, 2).split('\n')
