/** The processes that are the host itself or show what it prints: never the app that its user means (D-27). */
import { readdirSync, statSync } from 'node:fs'
import { isMultiplexer, parseTerminalFacts, type TerminalFacts } from '../elements/terminal.js'
import { helperAncestors } from './helpers.js'
import { linkAt, readKernelFile } from './system-files.js'

/**
 * This process, those it descends from, and where it runs in tmux or screen, whoever is attached and those they descend from.
 *
 * Shape   elsewhere than on Linux without multiplexers, and beyond the parent only with the package `ps-list`.
 */
export async function ownProcesses(pid = process.pid): Promise<ReadonlySet<number>> {
  if (process.platform !== 'linux')
    return new Set([pid, process.ppid, ...(await helperAncestors(process.ppid))])
  const own = new Set<number>()
  const waiting = [pid]
  for (let at = waiting.pop(); at !== undefined && own.size < MAX_OWN; at = waiting.pop()) {
    if (own.has(at)) continue
    own.add(at)
    const facts = factsOf(at)
    if (facts && facts.parent > 0) waiting.push(facts.parent)
    if (facts && isMultiplexer(facts)) waiting.push(...attachedTo(at))
  }
  return own
}

const MAX_OWN = 256

const factsOf = (pid: number): TerminalFacts | undefined =>
  parseTerminalFacts(readKernelFile(`/proc/${pid}/stat`) ?? '')

/** The processes in the terminals that a multiplexer holds open beside its own input and output. */
function attachedTo(server: number): number[] {
  const terminals = new Set(
    namesIn(`/proc/${server}/fd`)
      .filter(handle => Number(handle) > STDERR)
      .map(handle => linkAt(`/proc/${server}/fd/${handle}`))
      .filter(path => path.startsWith('/dev/pts/') || path.startsWith('/dev/tty'))
      .map(path => statSync(path, { throwIfNoEntry: false })?.rdev),
  )
  if (terminals.size === 0) return []
  return namesIn('/proc')
    .map(Number)
    .filter(pid => pid > 0 && terminals.has(factsOf(pid)?.terminal))
}

const STDERR = 2

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
