/** Where a command writes: data on one side, talk on the other, nothing an app can play tricks with on either. */
import { inert } from '@copane/protocol/elements'

/** How a command ends: 0 clean, 1 findings or a refused call, 2 wrong use or no connection. */
export type ExitCode = 0 | 1 | 2

/** What a command writes to. */
export type Io = {
  /** Data: for standard output. One entry is one line. */
  out: (lines: readonly string[]) => void
  /** Talk: for standard error. */
  tell: (lines: readonly string[]) => void
  /** Where descriptors lie, when it is not the user's own folder. */
  folder?: string
}

/** Makes an Io of two writers; every line goes through `inert` here, so no command can forget it (FR-39). */
export function createIo(out: (text: string) => void, tell: (text: string) => void): Io {
  const to = (write: (text: string) => void) => (lines: readonly string[]) => {
    if (lines.length > 0) write(`${lines.map(inert).join('\n')}\n`)
  }
  return { out: to(out), tell: to(tell) }
}
