/** Names for pages: each load of a page has one of its own, with which the ids it gives begin. */
import { randomBytes } from 'node:crypto'

/** Pages that may come back under their mark; older ones get a new one. */
const MOST_MARKS = 1000

/** Gives marks: a new one, or the one a page had before its connection was lost. */
export function createMarks(): (before: string | undefined) => string {
  const given = new Set<string>()
  return before => {
    if (before !== undefined && given.has(before)) return before
    let mark = mint()
    while (given.has(mark)) mark = mint()
    given.add(mark)
    const [oldest] = given
    if (oldest !== undefined && given.size > MOST_MARKS) given.delete(oldest)
    return mark
  }
}

/** Five letters and digits, so that ids stay short; window ids begin with four (D-18, D-30). */
const mint = (): string => `p${(randomBytes(4).readUInt32BE() % 36 ** 4).toString(36).padStart(4, '0')}`
