/** Which app issued which id: the agent sees only the id, the host keeps the rest (concepts "Ids and instances"). */
import { type TreeElement, walk } from '@copane/protocol/elements'

/** One run of one app. `provider` is its bundle identifier. */
export type Run = { provider: string; instance: string }

/** An id with all that gives it a meaning. */
export type Reference = Run & { id: string }

/**
 * What a bare id means.
 *
 * Shape   `gone`: every run that issued it has ended. `unknown`: none that was read ever issued it.
 */
export type Resolved =
  | { kind: 'reference'; reference: Reference }
  | { kind: 'ambiguous'; references: Reference[] }
  | { kind: 'gone' }
  | { kind: 'unknown' }

/** The record of one host. */
export type Ledger = {
  /** Notes every id of an answer. */
  record: (run: Run, root: TreeElement) => void
  /** What an id means while these runs last; nobody is asked. */
  resolve: (id: string, running: readonly Run[]) => Resolved
}

/**
 * Opens an empty ledger.
 *
 * Shape   ids are kept exactly as issued (EL-9.2-id-unchanged). A restarted app is another run, so all its
 *         earlier ids are gone; two apps that issued one id make it ambiguous, and the host never chooses.
 * Source  EL-9.2-full-name, EL-9.2-same-provider
 */
export function openLedger(): Ledger {
  const runs = new Map<string, { run: Run; ids: Set<string> }>()
  return {
    record: (run, root) => {
      const known = runs.get(keyOf(run)) ?? { run, ids: new Set<string>() }
      runs.set(keyOf(run), known)
      for (const { element } of walk(root)) known.ids.add(element.id)
    },
    resolve: (id, running) => {
      const issuers = [...runs.values()].filter(({ ids }) => ids.has(id))
      if (issuers.length === 0) return { kind: 'unknown' }
      const lasting = new Set(running.map(keyOf))
      const references = issuers
        .filter(({ run }) => lasting.has(keyOf(run)))
        .map(({ run: { provider, instance } }) => ({ provider, instance, id }))
      const [reference] = references
      if (!reference) return { kind: 'gone' }
      return references.length === 1 ? { kind: 'reference', reference } : { kind: 'ambiguous', references }
    },
  }
}

const keyOf = ({ provider, instance }: Run): string => JSON.stringify([provider, instance])
