/** CodeMirror 6: its changes as the splices that passages move along (EL-9.1-passage). */

/** One replacement. Units: what CodeMirror counts in, UTF-16 code units with each line break as one. */
export type Splice = { at: number; removed: number; inserted: number }

/** What is read of a `ChangeSet` or `ChangeDesc`; no part of CodeMirror is imported. */
export type ChangesLike = {
  iterChangedRanges(
    each: (fromA: number, toA: number, fromB: number, toB: number) => void,
    individual?: boolean,
  ): void
}

/**
 * The splices of one transaction's `changes`: `passages.edit(text, splicesOf(update.changes))`.
 *
 * Shape   `at` of each counts in the document before the change; they don't overlap.
 * Units   CodeMirror's positions. Its documents hold `\n` for every line break, so in a file with `\r\n` a passage is
 *         a range of `state.doc`, not of the file (FR-47).
 */
export function splicesOf(changes: ChangesLike): Splice[] {
  const splices: Splice[] = []
  changes.iterChangedRanges(
    (fromA, toA, fromB, toB) => void splices.push({ at: fromA, removed: toA - fromA, inserted: toB - fromB }),
    true,
  )
  return splices
}
