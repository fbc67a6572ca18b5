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
  let start = sameUntil(old, now, 0)
  const at = start
  const isComma = old[start] !== undefined && `${old[start]},` === now[start]
  if (isComma) start = sameUntil(old, now, start + 1)
  const most = Math.min(old.length, now.length) - start
  let end = 0
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  return [
    `  at line ${at + 1}`,
    ...(isComma ? [`  (line ${at + 1} gets a comma)`] : []),
    ...old.slice(start, old.length - end).map(line => changed('-', line)),
    ...now.slice(start, now.length - end).map(line => changed('+', line)),
  ]
}

function sameUntil(old: readonly string[], now: readonly string[], from: number): number {
  let at = from
  while (at < Math.min(old.length, now.length) && old[at] === now[at]) at++
  return at
}

const changed = (sign: '-' | '+', line: string): Line => ({
  mark: `  ${sign} ${line.replaceAll('\t', '  ')}`,
  tone: sign === '+' ? 'good' : 'bad',
  rest: '',
})

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
