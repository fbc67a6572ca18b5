/** What `/proc/<pid>/stat` says of a process, for telling a live one from a zombie or a reused pid (D-10, D-11). */

/** A process: its state letter, its parent, and its start time in clock ticks since boot, as text. */
export type ProcStat = { state: string; parent: number; start: string }

/**
 * Reads the text of a stat file.
 *
 * Errors  undefined for what is no such text; a name with spaces or brackets does no harm.
 * Source  proc(5), fields 3, 4 and 22
 */
export function parseProcStat(text: string): ProcStat | undefined {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(' ')
  const [state, parent] = fields
  const start = fields[19]
  return state && parent && start ? { state, parent: Number(parent), start } : undefined
}

/** True for a process that still does something: neither zombie nor dead. */
export const isAlive = (stat: ProcStat | undefined): stat is ProcStat =>
  stat !== undefined && stat.state !== 'Z' && stat.state !== 'X'
