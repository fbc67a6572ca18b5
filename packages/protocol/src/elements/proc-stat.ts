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
  const [, state, parent, rest] = FORM.exec(text) ?? []
  const start = rest?.trim().split(' ')[FIELD_22]
  return state && parent && start ? { state, parent: Number(parent), start } : undefined
}

/** The name, field 2, may hold spaces, brackets and line ends: fields are counted from its last bracket. */
const FORM = /^\d+ \([^]*\) ([A-Za-z]) (\d+)((?: -?\d+)+)\s*$/

/** Counted from field 5. */
const FIELD_22 = 17

/** True for a process that still does something: neither zombie nor dead. */
export const isAlive = (stat: ProcStat | undefined): stat is ProcStat =>
  stat !== undefined && !['Z', 'X', 'x'].includes(stat.state)
