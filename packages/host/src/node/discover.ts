/** Finds the apps that offer themselves: reads the folder and checks each descriptor (concepts "Discovery"). */
import { join } from 'node:path'
import { TIMES } from '@copane/protocol/elements'
import type { FolderDoubt } from '../elements/judge-folder.js'
import {
  type Candidate,
  type DescriptorVerdict,
  judgeDescriptor,
  judgeFile,
  judgeUnread,
  portsOf,
  type UsedDescriptor,
} from '../elements/judge-descriptor.js'
import type { ListenerFacts } from '../elements/listeners.js'
import { byDeadline } from '../wire/deadline.js'
import { findProvidersFolder, listFolder, ownUid } from './folder.js'
import { readDescriptorFile } from './read-text.js'
import { bundleFacts, listenersOf, processFacts, readSocketTable, type SocketTable } from './system-facts.js'

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
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMES.frontMs)
  const folder = options.folder ?? (await findProvidersFolder())
  const listing = await byDeadline(listFolder(folder, ownUid()), deadline)
  if (listing.kind !== 'files') return { ...listing, folder }
  let table: Promise<SocketTable> | undefined
  const sockets = () => (table ??= readSocketTable())
  const results = await Promise.all(
    listing.names.map(async file => {
      const verdict = await byDeadline(judge(folder, file, sockets), deadline)
      return verdict.kind === 'late' ? judgeUnread(file, 'late') : verdict
    }),
  )
  return { kind: 'read', folder, results }
}

/** The apps of a discovery that may be asked. */
export const appsOf = (discovery: Discovery): UsedDescriptor[] =>
  discovery.kind === 'read' ? discovery.results.filter(result => result.kind === 'used') : []

async function judge(
  folder: string,
  file: string,
  sockets: () => Promise<SocketTable>,
): Promise<DescriptorVerdict> {
  const outcome = judgeFile(file, await readDescriptorFile(join(folder, file), ownUid()))
  return outcome.kind === 'candidate' ? judgeDescriptor(outcome, await factsOf(outcome, sockets)) : outcome
}

async function factsOf(candidate: Candidate, sockets: () => Promise<SocketTable>) {
  const { pid } = candidate.descriptor
  const process = await processFacts(pid)
  const parent = process.kind === 'stat' ? process.stat.parent : undefined
  const listeners = new Map<number, ListenerFacts>()
  if (process.kind !== 'none')
    for (const port of portsOf(candidate)) listeners.set(port, await listenersOf(await sockets(), pid, port))
  return {
    process,
    listeners: (port: number): ListenerFacts => listeners.get(port) ?? { kind: 'unknown' },
    bundleIds: process.kind === 'none' ? [] : await bundleFacts(pid, parent),
  }
}
