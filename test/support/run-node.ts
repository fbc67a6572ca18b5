/** Runs a program to its end and keeps what it printed. */
import { execFile } from 'node:child_process'

/** How a program ended, and all it said. */
export type Ended = { code: number | null; output: string }

/** Runs it; one that can't be started at all has no code. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { input, ...options }: { cwd: string; env?: NodeJS.ProcessEnv; input?: string },
): Promise<Ended> {
  return new Promise(resolve => {
    const child = execFile(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    )
    if (input !== undefined) child.stdin?.on('error', () => {}).end(input)
  })
}
