/** Reads the descriptor files of the folder; what did not change since the last time is not read again. */
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { FolderDoubt } from '../elements/judge-folder.js'
import { type Candidate, type Ignored, judgeFile, judgeUnread } from '../elements/judge-descriptor.js'
import { byDeadline } from '../wire/deadline.js'
import { after, inTurn, type Soon } from '../wire/in-turn.js'
import { listFolder, ownUid } from './folder.js'
import {
  directReader,
  type FileMark,
  type FileRead,
  type FileReader,
  isSameMark,
  patientReader,
} from './read-text.js'

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
  const reader = listing.isLocal ? directReader : patientReader
  const isFirst = first ?? (() => false)
  const order = first ? [...names.filter(isFirst), ...names.filter(name => !isFirst(name))] : names
  const cache = cacheOf(folder)
  const judged = new Map<string, Candidate | Ignored>()
  const note = (name: string) => (outcome: Candidate | Ignored) => void judged.set(name, outcome)
  const reading = inTurn(order, reader === directReader ? 1 : AT_ONCE, (name, at) => {
    if (deadline.aborted) return undefined
    const breath = at % BREATH === BREATH - 1 ? pause() : undefined
    return after(breath, () => after(judge(folder, name, cache, reader), note(name)))
  }).then(() => ({ kind: 'done' as const }))
  await byDeadline(reading, deadline)
  for (const name of cache.keys()) if (!judged.has(name)) cache.delete(name)
  return { kind: 'files', outcomes: names.map(name => judged.get(name) ?? judgeUnread(name, 'late')) }
}

const AT_ONCE = 16

/** After so many files everything else of the program gets its turn, the deadline among it. */
const BREATH = 256

type Cache = Map<string, { mark: FileMark; outcome: Candidate | Ignored }>

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

function judge(folder: string, name: string, cache: Cache, reader: FileReader): Soon<Candidate | Ignored> {
  const path = join(folder, name)
  const uid = ownUid()
  return after(reader.look(path, uid), look => {
    if (look.kind === 'unread') return judgeUnread(name, look.why)
    const kept = cache.get(name)
    if (kept && isSameMark(kept.mark, look.mark)) return kept.outcome
    return after(reader.read(path, uid), read => keep(cache, name, read))
  })
}

function keep(cache: Cache, name: string, read: FileRead): Candidate | Ignored {
  const outcome = judgeFile(name, read)
  const isSmall = read.kind === 'text' && read.text.length <= MAX_TEXT && cache.size < MAX_FILES
  if (isSmall && read.mark) cache.set(name, { mark: read.mark, outcome })
  else cache.delete(name)
  return outcome
}
