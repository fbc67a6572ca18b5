/** Reads the descriptor files of the folder; what did not change since the last time is not read again. */
import { join } from 'node:path'
import type { FolderDoubt } from '../elements/judge-folder.js'
import { type Candidate, type Ignored, judgeFile, judgeUnread } from '../elements/judge-descriptor.js'
import { byDeadline } from '../wire/deadline.js'
import { inTurn } from '../wire/in-turn.js'
import { listFolder, ownUid } from './folder.js'
import { lookAtFile, readDescriptorFile } from './read-text.js'

/** What the files of the folder say, sorted by name; their processes are still to be judged. */
export type Candidates =
  | { kind: 'files'; outcomes: (Candidate | Ignored)[] }
  | { kind: 'missing' }
  | { kind: 'refused'; why: FolderDoubt; message: string }
  | { kind: 'late' }

/** What of a folder goes first; a file that is not read by the deadline is `late`. */
export type ReadOrder = { deadline: AbortSignal; first?: (name: string) => boolean }

/**
 * Reads every `*.json` of the folder, a few at a time.
 *
 * Errors  none; nothing is deleted, and nothing but regular files is opened (D-10).
 */
export async function readCandidates(folder: string, { deadline, first }: ReadOrder): Promise<Candidates> {
  const listing = await byDeadline(listFolder(folder, ownUid()), deadline)
  if (listing.kind !== 'files') return listing
  const { names } = listing
  const isFirst = first ?? (() => false)
  const order = first ? [...names.filter(isFirst), ...names.filter(name => !isFirst(name))] : names
  const cache = cacheOf(folder)
  const judged = new Map<string, Candidate | Ignored>()
  const reading = inTurn(order, AT_ONCE, async name => {
    if (!deadline.aborted) judged.set(name, await judge(folder, name, cache))
    return { kind: 'done' as const }
  })
  await byDeadline(reading, deadline)
  for (const name of cache.keys()) if (!judged.has(name)) cache.delete(name)
  return { kind: 'files', outcomes: names.map(name => judged.get(name) ?? judgeUnread(name, 'late')) }
}

const AT_ONCE = 16

type Cache = Map<string, { mark: string; outcome: Candidate | Ignored }>

/** By folder; the latest few. What is kept is what the files say, never whether it holds. */
const caches = new Map<string, Cache>()
const MAX_FOLDERS = 4
const MAX_FILES = 1024
const MAX_TEXT = 4096

function cacheOf(folder: string): Cache {
  const cache: Cache = caches.get(folder) ?? new Map()
  caches.delete(folder)
  caches.set(folder, cache)
  const [oldest] = caches.keys()
  if (oldest !== undefined && caches.size > MAX_FOLDERS) caches.delete(oldest)
  return cache
}

async function judge(folder: string, name: string, cache: Cache): Promise<Candidate | Ignored> {
  const path = join(folder, name)
  const look = await lookAtFile(path, ownUid())
  if (look.kind === 'unread') return judgeUnread(name, look.why)
  const kept = cache.get(name)
  if (kept && kept.mark === look.mark) return kept.outcome
  const facts = await readDescriptorFile(path, ownUid())
  const outcome = judgeFile(name, facts)
  const mayKeep = facts.kind === 'text' && facts.text.length <= MAX_TEXT && cache.size < MAX_FILES
  if (mayKeep && facts.mark !== undefined) cache.set(name, { mark: facts.mark, outcome })
  else cache.delete(name)
  return outcome
}
