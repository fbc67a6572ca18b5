/** Whether somebody at a terminal can type to this process. */
import { readFileSync } from 'node:fs'

/**
 * True when the process may read the terminal.
 *
 * A process in the background that reads its terminal is stopped by the system, so it must not try.
 */
export function isAtKeyboard(): boolean {
  if (!process.stdin.isTTY) return false
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group !== undefined && group === foreground
  } catch {
    return process.platform !== 'linux'
  }
}
