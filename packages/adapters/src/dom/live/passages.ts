/** Selected passages: each keeps its id, and follows its text through edits, until the text is gone (EL-9.1-passage). */
import { type Field, isField, isSecret } from './fields.js'
import type { Registry } from './registry.js'
import { findAgain, type Ends, moveInText } from './passage-text.js'

/** A passage between two places of the document; a live range, so it moves with the text around it. */
export type RangePassage = { id: string; kind: 'range'; range: Range; text: string }

/** A passage in a field, whose text is no part of the document. Units: UTF-16 code units. */
export type FieldPassage = {
  id: string
  kind: 'field'
  field: WeakRef<Field>
  start: number
  end: number
  value: string
}

/** A passage that was answered. */
export type Passage = RangePassage | FieldPassage

/** The passages of a run. */
export type Passages = {
  /** The passage between two ends, found again or new. */
  ofRange(ends: Ends, text: string): RangePassage
  ofField(field: Field, start: number, end: number): FieldPassage
  /** Where a passage is now; undefined when its text is gone, which it then stays. */
  byId(id: string): Passage | undefined
  /** Lets go of those whose text is gone. */
  sweep(): void
}

/** Live ranges cost a little at every change of the document: the oldest passages are given up. */
const MOST = 100

/** Makes the memory for passages; ids come from the registry's one sequence. */
export function createPassages(registry: Registry): Passages {
  const kept = new Map<string, Passage>()

  function keep<Kind extends Passage>(passage: Kind): Kind {
    kept.set(passage.id, passage)
    for (const id of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(id)
    }
    return passage
  }

  function again(passage: Passage): void {
    kept.delete(passage.id)
    kept.set(passage.id, passage)
  }

  return {
    ofRange(ends, text) {
      for (const passage of kept.values())
        if (passage.kind === 'range' && isBetween(passage.range, ends)) {
          again(passage)
          passage.text = text
          return passage
        }
      const range = (ends.startNode.ownerDocument ?? document).createRange()
      range.setStart(ends.startNode, ends.start)
      range.setEnd(ends.endNode, ends.end)
      return keep({ id: registry.mint(), kind: 'range', range, text })
    },
    ofField(field, start, end) {
      for (const passage of kept.values()) {
        if (passage.kind !== 'field' || passage.field.deref() !== field || !follow(passage)) continue
        if (passage.start !== start || passage.end !== end) continue
        again(passage)
        return passage
      }
      return keep({
        id: registry.mint(),
        kind: 'field',
        field: new WeakRef(field),
        start,
        end,
        value: field.value,
      })
    },
    byId(id) {
      const passage = kept.get(id)
      if (!passage || follow(passage)) return passage
      kept.delete(id)
      return undefined
    },
    sweep() {
      for (const passage of kept.values()) if (!follow(passage)) kept.delete(passage.id)
    },
  }
}

const isBetween = (range: Range, { startNode, start, endNode, end }: Ends): boolean =>
  range.startContainer === startNode &&
  range.startOffset === start &&
  range.endContainer === endNode &&
  range.endOffset === end

/** Brings a passage up to date; false when its text is gone. */
function follow(passage: Passage): boolean {
  if (passage.kind === 'range') {
    const { range, text } = passage
    if (!range.startContainer.isConnected) return false
    return !range.collapsed || findAgain(range, text)
  }
  const { start, end, value } = passage
  const field = passage.field.deref()
  if (!field?.isConnected || !isField(field) || isSecret(field)) return false
  if (field.value === value) return true
  const moved = moveInText(value, field.value, start, end)
  if (!moved) return false
  passage.start = moved.start
  passage.end = moved.end
  passage.value = field.value
  return true
}
