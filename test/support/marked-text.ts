/** A text whose characters know whether they are in a passage: what passages are compared with, and nothing is shared. */

/** One UTF-16 code unit. */
export type Cell = { unit: string; isInside: boolean }

/** The cells of a text with a passage in it. */
export const cellsOf = (text: string, { start, end }: { start: number; end: number }): Cell[] =>
  text.split('').map((unit, index) => ({ unit, isInside: index >= start && index < end }))

/** The cells after a replacement: what is typed is inside where what stands on both sides of it is. */
export function replaced(cells: readonly Cell[], at: number, removed: number, typed: string): Cell[] {
  const left = cells.slice(0, at)
  const right = cells.slice(at + removed)
  const isInside = left.at(-1)?.isInside === true && right[0]?.isInside === true
  return [...left, ...typed.split('').map(unit => ({ unit, isInside })), ...right]
}

/** What the passage says; '' once nothing is left of it. */
export const insideOf = (cells: readonly Cell[]): string =>
  cells
    .filter(cell => cell.isInside)
    .map(cell => cell.unit)
    .join('')
