/** Names for pages: each load of a page has one of its own, with which the ids it gives begin. */
import { randomBytes } from 'node:crypto'

/** The marks of a run. */
export type Marks = {
  /** A new mark, or the one a page had before its connection was lost. */
  give(before: string | undefined): string
  /** True for every mark of this run. */
  isGiven(mark: string): boolean
}

/** What marks of a run count in, so that all of them are known without being kept. */
const BASE = 36
const DIGITS = 4

/** Six letters and digits, two of them of this run; a hyphen follows, which no window id has (D-18, D-30). */
export function createMarks(): Marks {
  const run = (randomBytes(2).readUInt16BE() % BASE ** 2).toString(BASE).padStart(2, '0')
  let last = 0
  const isGiven = (mark: string): boolean =>
    mark.length === run.length + DIGITS &&
    mark.startsWith(run) &&
    /^[0-9a-z]+$/.test(mark) &&
    Number.parseInt(mark.slice(run.length), BASE) <= last &&
    !mark.endsWith('0'.repeat(DIGITS))
  return {
    give: before =>
      before !== undefined && isGiven(before) ? before : run + (++last).toString(BASE).padStart(DIGITS, '0'),
    isGiven,
  }
}
