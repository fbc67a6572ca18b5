/** Which processes show what a program prints, as Linux tells (D-27: the terminal that the host runs in). */

/** Of `/proc/<pid>/stat`: the name, the parent, and the number of the controlling terminal, 0 where there is none. */
export type TerminalFacts = { name: string; parent: number; terminal: number }

/**
 * Reads the text of a stat file.
 *
 * Errors  undefined for what is no such text.
 * Source  proc(5), fields 2, 4 and 7
 */
export function parseTerminalFacts(text: string): TerminalFacts | undefined {
  const [, name, parent, terminal] = FORM.exec(text) ?? []
  return name !== undefined && parent && terminal
    ? { name, parent: Number(parent), terminal: Number(terminal) }
    : undefined
}

const FORM = /^\d+ \(([^]*)\) [A-Za-z] (\d+) -?\d+ -?\d+ (-?\d+) /

/**
 * True for the server of a terminal multiplexer: it descends from no terminal, and holds those open that it is shown in.
 *
 * Shape   tmux and GNU screen. Others hand the terminal's input and output on, and can't be seen through.
 */
export const isMultiplexer = ({ name }: TerminalFacts): boolean => /^(?:tmux|screen)\b/i.test(name)
