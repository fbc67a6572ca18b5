/** What changed between two moments of an app's windows, for somebody who watches. */
import { printWindows, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'
import type { Line } from '../io.js'
import { marked } from './lines.js'

/**
 * One line for each window that opened, changed or closed, with the lines of its blocks that are new.
 *
 * Shape   `before` is undefined at the start: every window is told as it is. [] when nothing that shows has changed.
 */
export function changeLines(before: SeenSnapshot | undefined, after: SeenSnapshot, time: string): Line[] {
  const known = new Map(before?.windows.map(window => [window.id, linesOf(before, window)]))
  const lines: Line[] = []
  const add = (what: 'is' | 'opened' | 'changed' | 'closed', [head = '', ...blocks]: readonly string[]) => {
    lines.push(...marked([`${what.padEnd(7)}  ${time}  ${head}`], [TONES[what]]))
    lines.push(...blocks.map(block => `${' '.repeat(19)}${block}`))
  }
  for (const window of after.windows) {
    const now = linesOf(after, window)
    const then = known.get(window.id)
    known.delete(window.id)
    if (!then) add(before ? 'opened' : 'is', now)
    else if (then.join('\n') !== now.join('\n')) {
      const old = new Set(then)
      add(
        'changed',
        now.filter((line, at) => at === 0 || !old.has(line)),
      )
    }
  }
  for (const [head = ''] of known.values()) add('closed', [head])
  return lines
}

const TONES = { is: 'good', opened: 'good', changed: 'care', closed: 'bad' } as const

const linesOf = ({ operableWindowIds }: SeenSnapshot, window: SeenWindow): string[] =>
  printWindows({ operableWindowIds, windows: [window] }).split('\n')
