/** Which app issued which id: the agent sees only the id, the host keeps the rest (concepts "Ids and instances"). */
import { type TreeElement, walk } from '@copane/protocol/elements'
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
  /** What an id means while these runs last, which are all that do; nobody is asked. */
  resolve: (id: string, running: readonly Run[]) => Resolved
}

type Entry = { run: Run; ids: Set<string>; forgotten: IdFilter | undefined; hasEnded: boolean }

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
        ids: new Set(),
        forgotten: undefined,
        hasEnded: false,
      }
      runs.delete(key)
      runs.set(key, entry)
      for (const { element } of walk(root)) note(entry, element.id, maxIds)
      if (runs.size > maxRuns) runs.delete(leastNeeded(runs))
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

/** The latest ids stay: a set keeps the order in which they were added. */
function note(entry: Entry, id: string, maxIds: number): void {
  entry.ids.delete(id)
  entry.ids.add(id)
  for (const oldest of entry.ids) {
    if (entry.ids.size <= maxIds) break
    entry.ids.delete(oldest)
    entry.forgotten ??= createIdFilter()
    entry.forgotten.add(oldest)
  }
}

const keyOf = ({ provider, instance }: Run): string => JSON.stringify([provider, instance])
