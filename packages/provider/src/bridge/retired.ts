/** The last versions of windows that closed: should an id come back, its version goes on from there (GB §7.1). */
import type { ModelWindow } from '@copane/protocol/bridge'

/** Remembers windows that closed. */
export type Retired = {
  lastVersion: (id: string) => number | undefined
  /** True for an id that closed before and is open again, which no id should (GB-10.3-never-reused). */
  isBack: (id: string) => boolean
  /** Notes what closed, and what came back, between two moments. */
  note: (before: ReadonlyMap<string, Kept>, after: ReadonlyMap<string, Kept>) => void
}

type Kept = { window: ModelWindow }

/** How many closed windows are remembered; a longer memory would grow for ever. */
const MOST = 4096

/** Makes a memory of closed windows. */
export function createRetired(): Retired {
  const versions = new Map<string, number>()
  const back = new Set<string>()
  return {
    lastVersion: id => versions.get(id),
    isBack: id => back.has(id),
    note(before, after) {
      let opened = 0
      for (const id of after.keys()) if (!before.has(id)) opened++
      if (opened === 0 && before.size === after.size) return
      for (const [id, { window }] of before)
        if (!after.has(id)) {
          versions.delete(id)
          versions.set(id, window.version)
          back.delete(id)
        }
      for (const id of after.keys()) if (!before.has(id) && versions.has(id)) back.add(id)
      for (const id of versions.keys()) {
        if (versions.size <= MOST) break
        versions.delete(id)
      }
    },
  }
}
