/** Runs a script to its end, in a time that it does not exceed. */
import { execFile } from 'node:child_process'

/** How it ended, and what it said. */
export type Ended = { code: number | null; out: string; err: string }

/** Units: milliseconds. */
const LIMIT_MS = 50_000

/** Runs it on our Node; one that is out of time is ended, and has no code. */
export const runScript = (
  script: string,
  args: readonly string[],
  env: { [name: string]: string },
): Promise<Ended> =>
  new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env, timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    )
  })
