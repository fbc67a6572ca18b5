/** ProseMirror: its mappings as the splices that passages move along (EL-9.1-passage). */

/** One replacement. Units: ProseMirror's positions, in which the border of a node counts as one. */
export type Splice = { at: number; removed: number; inserted: number }

/** What is read of a `Mapping`, as a transaction has one; no part of ProseMirror is imported. */
export type MappingLike = {
  readonly maps: readonly {
    forEach(each: (oldStart: number, oldEnd: number, newStart: number, newEnd: number) => void): void
  }[]
}

/** What is read of a document. */
export type DocumentLike = { textBetween(from: number, to: number, blockSeparator?: string): string }

/**
 * The changes of a transaction, one a step: `passages.edit(text, ...changesOf(transaction.mapping))`.
 *
 * Shape   `at` counts in the document before its step.
 * Units   ProseMirror's positions (FR-47).
 */
export const changesOf = (mapping: MappingLike): Splice[][] =>
  mapping.maps.map(map => {
    const splices: Splice[] = []
    map.forEach(
      (oldStart, oldEnd, newStart, newEnd) =>
        void splices.push({ at: oldStart, removed: oldEnd - oldStart, inserted: newEnd - newStart }),
    )
    return splices
  })

/**
 * The words of a passage, paragraphs on lines of their own.
 *
 * Shape   '' when only borders of nodes are left: the passage is gone then, so drop it.
 */
export const wordsOf = (document: DocumentLike, passage: { start: number; end: number }): string =>
  document.textBetween(passage.start, passage.end, '\n')
