/** Yjs: passages as pairs of relative positions, and its events as splices (EL-9.1-passage). */
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type RelativePosition,
  type Text,
} from 'yjs'

/** One replacement. Units: what Yjs counts in, UTF-16 code units. */
export type Splice = { at: number; removed: number; inserted: number }

/** A range. Units: UTF-16 code units. */
export type Passage = { start: number; end: number }

/** A passage that other people's edits don't lead astray: kept beside the id, or in the document itself. */
export type RelativePassage = { start: RelativePosition; end: RelativePosition }

/** A range of a text as it is now, held on to its first and last character: what is typed at either end stays outside. */
export const relativePassage = (text: Text, { start, end }: Passage): RelativePassage => ({
  start: createRelativePositionFromTypeIndex(text, start, 0),
  end: createRelativePositionFromTypeIndex(text, end, -1),
})

/** Where a passage is now; undefined once none of its text is left, or in another document. */
export function passageIn(text: Text, { start, end }: RelativePassage): Passage | undefined {
  if (!text.doc) return undefined
  const first = createAbsolutePositionFromRelativePosition(start, text.doc)
  const last = createAbsolutePositionFromRelativePosition(end, text.doc)
  if (first?.type !== text || last?.type !== text || last.index <= first.index) return undefined
  return { start: first.index, end: last.index }
}

/** One step of a delta, as a `YTextEvent` has them. */
export type DeltaStep = {
  retain?: number | undefined
  insert?: string | object | undefined
  delete?: number | undefined
}

/**
 * The splices of an event: `passages.edit(text, splicesOf(event.delta))`.
 *
 * Shape   `at` counts in the text before the change; what is embedded counts as one.
 */
export function splicesOf(delta: readonly DeltaStep[]): Splice[] {
  const splices: Splice[] = []
  let at = 0
  let open: Splice | undefined
  for (const step of delta) {
    if (step.retain !== undefined) {
      at += step.retain
      open = undefined
      continue
    }
    if (!open) splices.push((open = { at, removed: 0, inserted: 0 }))
    if (step.delete !== undefined) {
      open.removed += step.delete
      at += step.delete
    }
    if (step.insert !== undefined) open.inserted += typeof step.insert === 'string' ? step.insert.length : 1
  }
  return splices
}
