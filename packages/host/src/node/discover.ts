/** Finds the apps that offer themselves: reads the folder and checks each descriptor (concepts "Discovery"). */
import { TIMES } from '@copane/protocol/elements'
import type { FolderDoubt } from '../elements/judge-folder.js'
import {
  type Candidate,
  type DescriptorVerdict,
  judgeDescriptor,
  judgeUnread,
  type UsedDescriptor,
} from '../elements/judge-descriptor.js'
import { byDeadline } from '../wire/deadline.js'
import { inTurn } from '../wire/in-turn.js'
import { readCandidates } from './candidates.js'
import { findProvidersFolder } from './folder.js'
import { createSystemFacts, type SystemFactsOf } from './system-facts.js'
import { deadlineIn } from './deadline-in.js'

/**
 * What the folder holds.
 *
 * Shape   `results` has one entry a `*.json` file, sorted by file name; `missing` is a folder that no app made yet.
 */
export type Discovery =
  | { kind: 'read'; folder: string; results: DescriptorVerdict[] }
  | { kind: 'missing'; folder: string }
  | { kind: 'refused'; folder: string; why: FolderDoubt; message: string }
  | { kind: 'late'; folder: string }

/** Where to look, and how long. Units: milliseconds. */
export type DiscoverOptions = { folder?: string; timeoutMs?: number }

/**
 * Reads and judges every descriptor of the user.
 *
 * Errors  none, and nothing is deleted or connected to; a file that can't be judged in time is `late`.
 * Source  EL-8-ignore-stale, EL-8-listener-check, EL-9.2-never-wait · D-10 to D-13, D-17
 */
export async function discover(options: DiscoverOptions = {}): Promise<Discovery> {
  const deadline = deadlineIn(options.timeoutMs ?? TIMES.frontMs)
  const folder = options.folder ?? (await findProvidersFolder())
  const candidates = await readCandidates(folder, { deadline })
  if (candidates.kind !== 'files') return { ...candidates, folder }
  const facts = createSystemFacts()
  const results = await inTurn(candidates.outcomes, AT_ONCE, async outcome =>
    outcome.kind === 'candidate' ? judgeCandidate(outcome, facts, deadline) : outcome,
  )
  return { kind: 'read', folder, results }
}

const AT_ONCE = 16

/** The apps of a discovery that may be asked. */
export const appsOf = (discovery: Discovery): UsedDescriptor[] =>
  discovery.kind === 'read' ? discovery.results.filter(result => result.kind === 'used') : []

/** True where every file was judged in time; where it is not, there may be apps that were not found. */
export const isWhole = (discovery: Discovery): boolean =>
  discovery.kind === 'read'
    ? !discovery.results.some(result => result.kind === 'ignored' && result.why === 'late')
    : discovery.kind !== 'late'

/** Judges one candidate against its process, `late` when the deadline passes first; never rejects. */
export async function judgeCandidate(
  candidate: Candidate,
  factsOf: SystemFactsOf,
  deadline: AbortSignal,
): Promise<DescriptorVerdict> {
  const facts = await byDeadline(factsOf(candidate), deadline)
  return 'kind' in facts ? judgeUnread(candidate.file, 'late') : judgeDescriptor(candidate, facts)
}
