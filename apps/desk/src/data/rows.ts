/** Reads the values of a row, which SQLite hands out untyped. */

/** A row as `node:sqlite` gives it. */
export type Row = { readonly [column: string]: unknown }

/** The text in a column. Errors: throws when there is none, which the tables rule out. */
export function textIn(row: Row | undefined, column: string): string {
  const value = row?.[column]
  if (typeof value !== 'string') throw new Error(`the column ${column} holds no text`)
  return value
}

/** The whole number in a column. Errors: throws when there is none, which the tables rule out. */
export function numberIn(row: Row | undefined, column: string): number {
  const value = row?.[column]
  if (typeof value !== 'number') throw new Error(`the column ${column} holds no number`)
  return value
}
