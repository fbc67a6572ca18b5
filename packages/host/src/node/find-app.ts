/** Finds the app of one process among the descriptors of the folder (EL-8-by-pid · D-12). */
import { TIMES } from '@copane/protocol/elements'
import { appByPid, descendsFrom } from '../elements/by-pid.js'
import type { FolderDoubt } from '../elements/judge-folder.js'
import type { Candidate, Ignored, UsedDescriptor } from '../elements/judge-descriptor.js'
import type { Run } from '../elements/ledger.js'
import { inTurn } from '../wire/in-turn.js'
import { readCandidates } from './candidates.js'
import { judgeCandidate } from './discover.js'
import { findProvidersFolder } from './folder.js'
import { createSystemFacts, lineageOf, type SystemFactsOf, uidOf } from './system-facts.js'
import { deadlineIn } from './deadline-in.js'

/** How to find an app. `acceptHelperProcesses` also takes a descendant of the app's process (D-12). Units: milliseconds. */
export type FindOptions = { folder?: string; acceptHelperProcesses?: boolean; timeoutMs?: number }

/**
 * What offers itself for one process.
 *
 * Shape   `none`: the app is no provider; `ignored` are the descriptors that name the process, each with its reason.
 *         `late`: no descriptor was found for it, but not all were read.
 */
export type FoundApp =
  | { kind: 'app'; app: UsedDescriptor }
  | { kind: 'ambiguous'; apps: UsedDescriptor[] }
  | { kind: 'none'; ignored: Ignored[] }
  | { kind: 'refused-folder'; why: FolderDoubt; message: string }
  | { kind: 'late' }

/** The app of one process: its descriptors alone are judged; never rejects. */
export async function findAppOf(pid: number, options: FindOptions = {}): Promise<FoundApp> {
  const { timeoutMs = TIMES.frontMs } = options
  const deadline = deadlineIn(timeoutMs)
  const path = options.folder ?? (await findProvidersFolder())
  const first = (name: string) => name.startsWith(`${pid}-`)
  const factsOf = createSystemFacts(pid)
  const read = await readCandidates(path, { deadline: deadlineIn(timeoutMs * FILES_SHARE), first })
  if (read.kind === 'missing') return { kind: 'none', ignored: [] }
  if (read.kind === 'refused') return { ...read, kind: 'refused-folder' }
  if (read.kind === 'late') return read
  const candidates = read.outcomes.filter(outcome => outcome.kind === 'candidate')
  const own = candidates.filter(({ descriptor }) => descriptor.pid === pid)
  const found = await judgeAll(own, pid, factsOf, deadline)
  const helpers = found.kind === 'none' && options.acceptHelperProcesses ? helpersOf(pid, candidates) : []
  const helper = helpers.length > 0 ? await judgeAll(helpers, pid, factsOf, deadline) : found
  const isUnread = read.outcomes.some(outcome => outcome.kind === 'ignored' && outcome.why === 'late')
  return helper.kind === 'none' && isUnread ? { kind: 'late' } : helper
}

/** In a folder of junk, what is named after the process was read by then; the rest of the time is for checking it. */
const FILES_SHARE = 0.5

async function judgeAll(
  candidates: readonly Candidate[],
  pid: number,
  factsOf: SystemFactsOf,
  deadline: AbortSignal,
): Promise<FoundApp> {
  const verdicts = await inTurn(candidates, AT_ONCE, candidate =>
    judgeCandidate(candidate, factsOf, deadline),
  )
  const apps = verdicts.filter(verdict => verdict.kind === 'used')
  const found = appByPid(apps, pid, () => true)
  return found.kind === 'none'
    ? { kind: 'none', ignored: verdicts.filter(verdict => verdict.kind === 'ignored') }
    : found
}

const AT_ONCE = 16

/** The candidates whose process descends from another one of the same user. */
function helpersOf(pid: number, candidates: readonly Candidate[]): Candidate[] {
  const uid = uidOf(pid)
  return candidates.filter(({ descriptor }) => descendsFrom(lineageOf(descriptor.pid), pid, uid))
}

/** The app of one run, found and checked anew; `none` when that run has ended. */
export async function findAppOfRun(
  { provider, instance }: Run,
  { folder, timeoutMs = TIMES.frontMs }: Pick<FindOptions, 'folder' | 'timeoutMs'> = {},
): Promise<FoundApp> {
  const deadline = deadlineIn(timeoutMs)
  const read = await readCandidates(folder ?? (await findProvidersFolder()), { deadline })
  if (read.kind === 'late') return read
  const candidates = (read.kind === 'files' ? read.outcomes : [])
    .filter(outcome => outcome.kind === 'candidate')
    .filter(({ descriptor }) => descriptor.bundleId === provider && descriptor.instance === instance)
  const [issuer] = candidates
  if (issuer) return judgeAll(candidates, issuer.descriptor.pid, createSystemFacts(), deadline)
  return deadline.aborted ? { kind: 'late' } : { kind: 'none', ignored: [] }
}
