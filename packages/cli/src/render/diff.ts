/** What changes in a text, line by line: only the lines that differ, since those around may hold somebody's secrets. */
import type { Line } from '../io.js'

/**
 * The change as lines.
 *
 * Shape   one place, since an edit adds one entry: where it begins, what goes, what comes. A line that only gets a comma is told
 *         without its words.
 */
export function diffLines(before: string, after: string): Line[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  const gone = old.slice(start, old.length - end)
  const come = now.slice(start, now.length - end)
  const isComma = gone.length > 0 && `${gone[0]},` === come[0]
  return [
    `  at line ${start + 1}`,
    ...(isComma ? [`  (line ${start + 1} gets a comma)`] : []),
    ...gone.slice(isComma ? 1 : 0).map(line => ({ mark: `  - ${line}`, tone: 'bad' as const, rest: '' })),
    ...come.slice(isComma ? 1 : 0).map(line => ({ mark: `  + ${line}`, tone: 'good' as const, rest: '' })),
  ]
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
