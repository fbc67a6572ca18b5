/** The passages an app has named: each keeps naming its words, whatever is selected since (EL-9.1-passage). */
import { isEdited, movePassages, type Passage, type Splice } from './passage.js'
import type { Ids } from './ids.js'

/** What is known of a passage's id. */
export type PassageOutcome =
  | { kind: 'live'; text: string; passage: Passage }
  /** It was named once, and none of its words is left. */
  | { kind: 'gone' }
  /** It never was the id of a passage here. */
  | { kind: 'unknown' }

/** A register of passages, by the text they stand in; a text is whatever the app calls one. */
export type Passages = {
  /** The id of a range of a text: that of the passage which is there now, or a fresh one; undefined for an empty range. */
  name(text: string, passage: Passage): string | undefined
  /** What became of a passage. */
  find(id: string): PassageOutcome
  /**
   * Moves the passages of a text along an edit.
   *
   * Shape   each argument is one change, told as the splices in it, which don't overlap and whose `at` all count
   *         in the text as it was before that change; a later change counts in what the earlier one left.
   */
  edit(text: string, ...changes: readonly (readonly Splice[])[]): void
  /** Puts the passages of a text where a function says that they are; undefined is gone. */
  move(text: string, where: (passage: Passage, id: string) => Passage | undefined): void
  /** A passage, or all of a text, is no more. */
  drop(id: string): void
  dropText(text: string): void
}

/** What a register needs. */
export type PassagesOptions = {
  ids: Pick<Ids, 'mint' | 'isIssued'>
  /** Letters before the number of an id; no other ids of the app begin with them. */
  prefix?: string
  /** How many passages are kept at most; the one that was named longest ago is gone first. */
  most?: number
}

/**
 * Makes a register of passages.
 *
 * Units   UTF-16 code units of the app's own text, or positions of its editor: what `edit` counts in (FR-47).
 * Source  concepts "Ids and instances" · EL-9.1-passage
 */
export function createPassages({ ids, prefix = 'sel', most = 1000 }: PassagesOptions): Passages {
  /** In the order in which they were last named. */
  const live = new Map<string, { text: string; passage: Passage }>()
  const byText = new Map<string, Set<string>>()

  const drop = (id: string): void => {
    const entry = live.get(id)
    if (!entry) return
    live.delete(id)
    const within = byText.get(entry.text)
    within?.delete(id)
    if (within?.size === 0) byText.delete(entry.text)
  }
  const keep = (id: string, text: string, passage: Passage): void => {
    live.delete(id)
    live.set(id, { text, passage })
    const within = byText.get(text) ?? new Set()
    byText.set(text, within.add(id))
  }
  const move: Passages['move'] = (text, where) => {
    for (const id of byText.get(text) ?? []) {
      const entry = live.get(id)
      const moved = entry && where(entry.passage, id)
      if (!entry || !moved || moved.end <= moved.start) drop(id)
      else entry.passage = moved
    }
  }

  return {
    name(text, passage) {
      if (!isRange(passage)) return undefined
      const { start, end } = passage
      const known = [...(byText.get(text) ?? [])].find(id => {
        const at = live.get(id)?.passage
        return at?.start === start && at.end === end
      })
      const id = known ?? ids.mint(prefix)
      keep(id, text, { start, end })
      const [oldest] = live.keys()
      if (live.size > most && oldest !== undefined) drop(oldest)
      return id
    },
    find(id) {
      const entry = live.get(id)
      if (entry) return { kind: 'live', text: entry.text, passage: entry.passage }
      return { kind: id.startsWith(`${prefix}-`) && ids.isIssued(id) ? 'gone' : 'unknown' }
    },
    edit(text, ...changes) {
      for (const splices of changes)
        if (splices.some(isEdited)) move(text, passage => movePassages(passage, splices))
    },
    move,
    drop,
    dropText: text => {
      for (const id of byText.get(text) ?? []) drop(id)
    },
  }
}

const isRange = ({ start, end }: Passage): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start
