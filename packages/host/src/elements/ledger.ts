/** Which app issued which id: the agent sees only the id, the host keeps the rest (concepts "Ids and instances"). */
import { type ContentBlock, type TreeElement, walk } from '@copane/protocol/elements'
import { createIdFilter, type IdFilter } from './id-filter.js'

/** One run of one app. `provider` is its bundle identifier. */
export type Run = { provider: string; instance: string }

/** An id with all that gives it a meaning. */
export type Reference = Run & { id: string }

/**
 * What a bare id means.
 *
 * Shape   `ambiguous`: several runs that last issued it, or may have; the one who asks chooses. `gone`: no run that lasts
 *         issued it; `wasIssued`: one that ended is known to have.
 */
export type Resolved =
  | { kind: 'reference'; reference: Reference }
  | { kind: 'ambiguous'; references: Reference[] }
  | { kind: 'gone'; wasIssued: boolean }

/** How much a ledger remembers. */
export type LedgerLimits = { maxRuns?: number; maxIds?: number }

/** The record of one host. */
export type Ledger = {
  /** Notes every id of an answer, or of the part of it that an agent was given. */
  record: (run: Run, root: TreeElement) => void
  /**
   * What an element was when it was noted last, and what it was in, outermost first; [] for one that is not known.
   *
   * Shape   of each what settings judge by: role, subrole and addresses, no words.
   */
  known: (reference: Reference) => TreeElement[]
  /** What an id means while these runs last, which are all that do; nobody is asked. */
  resolve: (id: string, running: readonly Run[]) => Resolved
}

/** What is kept of an element, and of what it is in. */
type Noted = { element: TreeElement; above: Noted | undefined }

type Entry = { run: Run; ids: Map<string, Noted>; forgotten: IdFilter | undefined; hasEnded: boolean }

/**
 * Opens an empty ledger.
 *
 * Shape   ids are kept exactly as issued (EL-9.2-id-unchanged). A restarted app is another run, so all its earlier ids are
 *         gone; two apps that issued one id make it ambiguous, and the host never chooses. Of a run that lasts, no more
 *         than `maxIds` (20,000) ids are kept, the latest: one that was dropped is gone, and never taken for another app's.
 *         Of all runs `maxRuns` (64): the ones that ended go first, then the one read longest ago.
 * Source  EL-9.2-full-name, EL-9.2-same-provider · FR-8, FR-28
 */
export function openLedger({ maxRuns = 64, maxIds = 20_000 }: LedgerLimits = {}): Ledger {
  const runs = new Map<string, Entry>()
  return {
    record: (run, root) => {
      const key = keyOf(run)
      const { provider, instance } = run
      const entry = runs.get(key) ?? {
        run: { provider, instance },
        ids: new Map(),
        forgotten: undefined,
        hasEnded: false,
      }
      runs.delete(key)
      runs.set(key, entry)
      const noted = new Map<TreeElement, Noted>()
      for (const { element, parent } of walk(root)) {
        const kept = { element: judged(element), above: parent && noted.get(parent.element) }
        noted.set(element, kept)
        note(entry, kept, maxIds)
      }
      if (runs.size > maxRuns) runs.delete(leastNeeded(runs))
    },
    known: reference => {
      const path: TreeElement[] = []
      for (let at = runs.get(keyOf(reference))?.ids.get(reference.id); at; at = at.above)
        path.unshift(at.element)
      return path
    },
    resolve: (id, running) => {
      const references: Reference[] = []
      let isSure = true
      let wasIssued = false
      const lasting = new Set(running.map(keyOf))
      for (const [key, entry] of runs) {
        const { run, ids, forgotten } = entry
        entry.hasEnded = !lasting.has(key)
        const isKept = ids.has(id)
        if (!isKept && !forgotten?.mayHold(id)) continue
        wasIssued ||= isKept
        if (entry.hasEnded) continue
        references.push({ ...run, id })
        isSure &&= isKept
      }
      const [reference] = references
      if (!reference || (references.length === 1 && !isSure)) return { kind: 'gone', wasIssued }
      return references.length === 1 ? { kind: 'reference', reference } : { kind: 'ambiguous', references }
    },
  }
}

/** The run read longest ago, of those that ended if any did. */
function leastNeeded(runs: ReadonlyMap<string, Entry>): string {
  const keys = [...runs.keys()]
  return keys.find(key => runs.get(key)?.hasEnded) ?? keys[0] ?? ''
}

/** The latest ids stay: a map keeps the order in which they were added. */
function note(entry: Entry, noted: Noted, maxIds: number): void {
  const { id } = noted.element
  entry.ids.delete(id)
  entry.ids.set(id, noted)
  for (const oldest of entry.ids.keys()) {
    if (entry.ids.size <= maxIds) break
    entry.ids.delete(oldest)
    entry.forgotten ??= createIdFilter()
    entry.forgotten.add(oldest)
  }
}

/** Of an element what settings judge by. */
function judged({ id, role, subrole, url, content = [] }: TreeElement): TreeElement {
  const links = content.flatMap((block): ContentBlock[] => {
    if (block.type === 'resource_link') return [{ type: 'resource_link', uri: block.uri, name: '' }]
    return block.type === 'resource' ? [{ type: 'resource', resource: { uri: block.resource.uri } }] : []
  })
  return {
    id,
    role,
    ...(subrole === undefined ? {} : { subrole }),
    ...(url === undefined ? {} : { url }),
    ...(links.length > 0 ? { content: links } : {}),
  }
}

const keyOf = ({ provider, instance }: Run): string => JSON.stringify([provider, instance])
