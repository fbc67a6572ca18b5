/** A program that speaks MCP on its stdin and stdout, as far as a line needs it. */

/** One run of the program. Shape: `onLine` gets each line of its stdout; `ended` settles when it is gone. */
export type Channel = {
  send(line: string): void
  onLine(hear: (line: string) => void): void
  ended: Promise<void>
  close(): Promise<void>
}

/** Starts the program. Never rejects: one that can't be started has ended. */
export type StartChannel = () => Channel
