/** What an app's developer is told: each finding once, a line each, nothing of the app's content (D-08). */
import type { Finding } from '@copane/protocol/findings'

/**
 * One thing for the app's developer to mend.
 *
 * Shape   `frames` says where something was thrown, innermost first: places in files, without a word of the error.
 */
export type DeveloperFinding = Omit<Finding, 'consequence'> & { frames?: readonly string[] }

/** How many different findings are told in one run. */
const MAX_TOLD = 1000

/**
 * Tells each finding once.
 *
 * Shape   after a thousand different ones no more are told.
 * Errors  what `tell` throws is swallowed: a finding is no reason to leave a client without an answer.
 */
export function tellOnce(tell: (finding: DeveloperFinding) => void): (finding: DeveloperFinding) => void {
  const told = new Set<string>()
  return finding => {
    const line = findingLine(finding)
    if (told.has(line) || told.size >= MAX_TOLD) return
    told.add(line)
    try {
      tell(finding)
    } catch {
      return
    }
  }
}

/** A finding as one line: level, id, place, message, and where something was thrown. */
export const findingLine = ({ level, requirement, at, message, frames }: DeveloperFinding): string =>
  [level.padEnd(7), requirement, at, message, ...(frames?.slice(0, 1) ?? [])].join('  ')
